export interface Limit {
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  isInteger?: true;
  /** The service counts the HTML of a formatted text, and the user sees only its letters. */
  isFormatted?: true;
  /** What the service demands of this property in relation to another one, in the language of the user. */
  rule?: string;
}

/** What an operation accepts, by property. `generated/limits.ts` has those of every operation. */
export type Limits = Readonly<Record<string, Limit>>;
