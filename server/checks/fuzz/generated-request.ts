/** A request as it was generated, before the records it names were looked up. */
export interface GeneratedRequest {
  operation: string;
  /** Which existing record the path names. */
  pick: number;
  /** Values of parameters that name no record, and of those that are to name none that exists. */
  path: Record<string, string>;
  query: [string, string][];
  /** Added to the query as it is. */
  rawQuery: string[];
  headers: Record<string, string>;
  /** Comes from an application that lacks every permission the operation could need. */
  isUnpermitted?: boolean;
  /** undefined: none is sent. */
  body: unknown;
  /** Sent instead of the body. */
  rawBody?: string;
  mutations: Mutation[];
}

/** Something done to a sound request. `at` chooses the place among those there are. */
export type Mutation =
  | { kind: 'replace'; at: number; value: unknown }
  | { kind: 'leaveOut'; at: number }
  | { kind: 'add'; at: number; name: string; value: unknown }
  | { kind: 'body'; text: string }
  | { kind: 'cut'; at: number }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'permission' }
  | { kind: 'path'; at: number; value: string }
  /** Percent-encoded already: some sequences are such that no encoder would write them. */
  | { kind: 'query'; text: string };
