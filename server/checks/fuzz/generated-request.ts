/** A request as it was generated, before the records it names were looked up. */
export interface GeneratedRequest {
  operation: string;
  /** Which existing record the path names. */
  pick: number;
  /** Values of path parameters; empty for those that get the id of an existing record. */
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

/** A change of a valid request. `at` selects one of the places that the request has. */
export type Mutation =
  | { kind: 'replace'; at: number; value: unknown }
  | { kind: 'leaveOut'; at: number }
  | { kind: 'add'; at: number; name: string; value: unknown }
  | { kind: 'body'; text: string }
  | { kind: 'cut'; at: number }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'permission' }
  | { kind: 'path'; at: number; value: string }
  /** Already percent-encoded, since no encoder would write some of these sequences. */
  | { kind: 'query'; text: string };
