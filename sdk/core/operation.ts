/** What the client needs to know to call an operation. Generated from the OpenAPI document. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** The path template, relative to the base URL, such as `/candidates/{candidateId}`. */
  path: string;
  /** Has a request body. */
  body?: true;
  /** Has query parameters. */
  query?: true;
  /** Creates a record and accepts an idempotency key. */
  creates?: true;
  /** Changes nothing although it is a POST, so it can be repeated. */
  reads?: true;
  /** A successful response always has a JSON body. */
  json?: true;
  /** The properties that the JSON body of a POST, PUT, PATCH, or DELETE always has. */
  returns?: readonly string[];
  /** Can reject unknown properties. */
  strict?: true;
  /** Returns text in the requested language. */
  language?: true;
  /** Lists in the response that can be read record by record. One empty name if the response itself is the list. */
  lists?: readonly string[];
  /** Returns the bytes of a file, not JSON. */
  bytes?: true;
}

/** All operations, by group and method name. */
export type OperationTable = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Options of every call. */
export interface RequestOptions {
  /** Aborts the call, which then rejects with an AbortedError. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's `timeoutMs`. The same limits apply. */
  timeoutMs?: number;
  /** Overrides the client's `maxRetries`. */
  maxRetries?: number;
}

/** Options of some calls, sent as headers. */
export interface HeaderOptions {
  /**
   * Identifies this call, 1 to 255 characters: a call with the same key and body within 24 hours creates nothing. By
   * default the client generates a key, which makes its own retries safe. Set one, such as the id of the record in your
   * system, to be safe if your program crashes too.
   */
  idempotencyKey?: string;
  /** Whether to reject unknown properties or to ignore them. Overrides the client's `strict`. */
  strict?: boolean;
  /** The ETag of your copy. If it is still current, the call rejects with a NotModifiedError. Null: without condition. */
  ifNoneMatch?: string | null | undefined;
  /**
   * The ETag of the version that you have read. If the record has changed since, the call rejects with a PreconditionFailedError and
   * changes nothing. If the response of such a change or deletion is lost, the call rejects with a ConnectionError instead of
   * trying again: read the record to see whether it took effect. Null: without condition.
   */
  ifMatch?: string | null | undefined;
  /** The language of names from value lists. Overrides the client's `language`. */
  language?: 'en' | 'de';
  /** The part of the contents to read, such as `bytes=0-1023`. */
  range?: string;
  /** The ETag of the partial copy that `range` completes. */
  ifRange?: string;
}

export type CallOptions<Header extends keyof HeaderOptions = never> = RequestOptions &
  Pick<HeaderOptions, Header>;

/** The arguments of a call, sorted by what they are. */
export interface CallArguments {
  path: unknown[];
  body: unknown;
  query: Readonly<Record<string, unknown>>;
  options: RequestOptions & HeaderOptions;
}

/**
 * Assigns the arguments of a method: the path parameters in their order, the body, the query, the options. Operations
 * without a body or query have no such argument.
 */
export function readArguments(operation: Operation, values: readonly unknown[]): CallArguments {
  const rest = [...values];
  const path = rest.splice(0, operation.path.split('{').length - 1);
  const body = operation.body ? rest.shift() : undefined;
  const query = operation.query ? rest.shift() : undefined;
  const options = rest.shift();
  if (rest.length > 0) throw new TypeError(`${nameOf(operation)}: too many arguments.`);
  return { path, body, query: objectOrEmpty(operation, query), options: readOptions(operation, options) };
}

// A record and not a list, so that the compiler demands every name.
const OPTIONS: Readonly<Record<keyof (RequestOptions & HeaderOptions), true>> = {
  signal: true,
  timeoutMs: true,
  maxRetries: true,
  idempotencyKey: true,
  strict: true,
  ifMatch: true,
  ifNoneMatch: true,
  language: true,
  range: true,
  ifRange: true,
};

// Options that are sent as headers as they are.
const TEXT_HEADERS = ['idempotencyKey', 'ifMatch', 'ifNoneMatch', 'range', 'ifRange'] as const;
const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Throws a TypeError for an unknown name: a misspelled `ifMatch` would otherwise be left out, and the change would overwrite others. */
function readOptions(operation: Operation, value: unknown): CallArguments['options'] {
  const options = objectOrEmpty<CallArguments['options']>(operation, value);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown !== undefined)
    throw new TypeError(
      `${nameOf(operation)}: unknown option ${unknown}. The options are ${Object.keys(OPTIONS).join(', ')}.`,
    );
  // The error of fetch would look like one of the connection.
  const unsendable = TEXT_HEADERS.find((name) => !HEADER_TEXT.test(options[name] ?? ''));
  if (unsendable !== undefined)
    throw new TypeError(
      `${nameOf(operation)}: ${unsendable} is sent as a header, so it must consist of characters up to U+00FF without control characters. Encode it, such as with encodeURIComponent.`,
    );
  return options;
}

/** The method and path template. Identifies an operation without the ids of records. */
export function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

/** The path and query of a call, relative to the base URL. */
export function toTarget(
  operation: Operation,
  path: readonly unknown[],
  query: CallArguments['query'],
): string {
  let index = 0;
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[index++];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    // URL parsers remove such segments, so the call would reach another operation.
    if (text === '' || text === '.' || text === '..')
      throw new TypeError(`${nameOf(operation)}: ${name} is missing.`);
    return encodeURIComponent(text);
  });
  const parameters = new URLSearchParams();
  // An array becomes a list with commas.
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  return parameters.size === 0 ? filled : `${filled}?${parameters}`;
}

function objectOrEmpty<T extends object>(operation: Operation, value: unknown): T {
  if (value === undefined || value === null) return {} as T;
  if (typeof value !== 'object')
    throw new TypeError(`${nameOf(operation)}: query and options must be objects. Got a ${typeof value}.`);
  return value as T;
}
