/** What the client must know of an operation to call it; generated from the OpenAPI document. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** Below the base address, with names in braces. */
  path: string;
  /** The call takes a body. */
  body?: true;
  /** The call takes query parameters. */
  query?: true;
  /** The call creates something and takes an idempotency key. */
  creates?: true;
  /** The call can be told to refuse properties it does not know. */
  strict?: true;
  /** The answer's text depends on the language asked for. */
  language?: true;
  /** Lists of the answer that can be read record by record; one empty name where the answer itself is the list. */
  lists?: readonly string[];
  /** The answer is not JSON but the bytes of a file. */
  bytes?: true;
}

/** Operations by group and method name. */
export type OperationTable = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** What every call may be told besides its parameters. */
export interface RequestOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Instead of the client's `timeoutMs`. */
  timeoutMs?: number;
  /** Instead of the client's `maxRetries`. */
  maxRetries?: number;
}

/** What some calls may be told as well. */
export interface HeaderOptions {
  /**
   * Names this call, up to 255 characters: the same key with the same body within 24 hours creates nothing again.
   * Without one the client makes one up, which covers its own repetitions. Give one, such as the id of the record in
   * your system, to be safe against a crash of your program too.
   */
  idempotencyKey?: string;
  /** Refuse properties that the operation does not take, or ignore them; instead of the client's `strict`. */
  strict?: boolean;
  /** ETag of the copy you have: the call rejects with a NotModifiedError when it is current. */
  ifNoneMatch?: string;
  /** Language of names from value lists, instead of the client's. */
  language?: 'en' | 'de';
  /** A part of the contents, such as `bytes=0-1023`. */
  range?: string;
  /** ETag of the copy that `range` is to complete. */
  ifRange?: string;
}

export type CallOptions<Header extends keyof HeaderOptions = never> = RequestOptions &
  Pick<HeaderOptions, Header>;

/** The pieces of a call, in the places they have in the arguments. */
export interface CallArguments {
  path: unknown[];
  body: unknown;
  query: Readonly<Record<string, unknown>>;
  options: RequestOptions & HeaderOptions;
}

/** Sorts the arguments of a method: path parameters in their order, body, query, options; what it lacks is left out. */
export function readArguments(operation: Operation, values: readonly unknown[]): CallArguments {
  const rest = [...values];
  const path = rest.splice(0, operation.path.split('{').length - 1);
  const body = operation.body ? rest.shift() : undefined;
  const query = operation.query ? rest.shift() : undefined;
  const options = rest.shift();
  if (rest.length > 0) throw new TypeError(`${nameOf(operation)} was given more arguments than it takes.`);
  return { path, body, query: objectOrEmpty(operation, query), options: objectOrEmpty(operation, options) };
}

/** Method and path template: names an operation without naming a record. */
export function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

/** Path and query below the base address. */
export function toTarget(
  operation: Operation,
  path: readonly unknown[],
  query: CallArguments['query'],
): string {
  let index = 0;
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[index++];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    // A segment of dots would be resolved away and the call go to another operation.
    if (text === '' || text === '.' || text === '..')
      throw new TypeError(`${nameOf(operation)}: ${name} is missing.`);
    return encodeURIComponent(text);
  });
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  return parameters.size === 0 ? filled : `${filled}?${parameters}`;
}

function objectOrEmpty<T extends object>(operation: Operation, value: unknown): T {
  if (value === undefined || value === null) return {} as T;
  if (typeof value !== 'object')
    throw new TypeError(`${nameOf(operation)}: query and options are objects, got a ${typeof value}.`);
  return value as T;
}
