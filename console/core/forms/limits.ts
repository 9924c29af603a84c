export interface Limit {
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  isInteger?: true;
}

/** What an operation accepts, by property. `generated/limits.ts` has those of every operation. */
export type Limits = Readonly<Record<string, Limit>>;
