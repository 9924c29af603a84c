import { createRequire } from 'node:module';
import pg from 'pg';

/** What this file uses of a connection of pg. */
interface Connection {
  stream: Stream;
  bind(config: { statement: string; values: readonly PreparedValue[] }): void;
  execute(config: object): void;
  sync(): void;
}

interface Stream {
  writable: boolean;
  cork(): void;
  uncork(): void;
}

type PreparedValue = string | Buffer | null;

/** Turns the texts of a row into an object, by what PostgreSQL said of the columns. */
interface Columns {
  parseRow(texts: (string | null)[]): unknown;
}

/** What this file uses of pg's class that is not in its types. */
interface Internals {
  name: string;
  values: readonly PreparedValue[];
  callback: (error: Error | null) => void;
  _result: Columns;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
  handleCommandComplete(message: { text: string }, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}

// pg exports this file, but has no types for it.
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  /** The value as PostgreSQL reads it: an array in braces, an object as JSON. Throws if an object has none. */
  prepareValue(value: unknown): PreparedValue;
};

const Query = (pg as unknown as { Query: new (text: string) => Internals }).Query;

/** The columns of the prepared statements of each connection, by the name of the statement. Null if it returns no rows. */
const described = new WeakMap<object, Map<string, Columns | null>>();

/** For a statement that the server has dropped. */
export function forgetColumns(connection: object, name: string): void {
  described.get(connection)?.delete(name);
}

function ignore(): void {}

/** Most values are numbers and texts, and pg looks for everything else first. */
function toSent(value: unknown): PreparedValue {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : prepareValue(value);
}

/**
 * A prepared statement. pg asks for the columns of each execution. This asks for those of the first one on a connection, so PostgreSQL
 * has less to say, and pg less to read. Columns do not change: PostgreSQL refuses a prepared statement whose columns would.
 */
export class DescribedQuery<R> extends Query {
  readonly result: Promise<R[]>;
  /** Called when the statement has its result, or none. */
  onEnd = ignore;
  #columns: Columns | null | undefined;
  readonly #rows: R[] = [];
  /** What PostgreSQL says at the end: INSERT 0 5, UPDATE 5, SELECT 5, SET */
  #command = '';
  #unreadable: Error | null = null;

  /** Throws if a value cannot be sent, such as an object that contains itself. */
  constructor(name: string, text: string, values: readonly unknown[]) {
    // pg copies a configuration that is an object, which takes longer than the rest of this constructor.
    super(text);
    this.name = name;
    this.values = values.map(toSent);
    const { promise, resolve, reject } = Promise.withResolvers<R[]>();
    this.result = promise;
    this.callback = (error) => {
      this.onEnd();
      if (error === null) resolve(this.#rows);
      else reject(error);
    };
  }

  /** Of the rows that the statement returned or changed. */
  get count(): number {
    return Number(/\d*$/.exec(this.#command)![0]);
  }

  override submit(connection: Connection): Error | null {
    this.#columns = described.get(connection)?.get(this.name);
    if (this.#columns === undefined) return super.submit(connection);
    const { stream } = connection;
    if (!stream.writable) return null;
    stream.cork();
    connection.bind({ statement: this.name, values: this.values });
    connection.execute({});
    connection.sync();
    stream.uncork();
    return null;
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    this.#columns = this._result;
  }

  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      this.#rows.push(this.#columns!.parseRow(fields) as R);
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  override handleCommandComplete({ text }: { text: string }, connection: Connection): void {
    this.#command = text;
    const statements = described.get(connection) ?? new Map<string, Columns | null>();
    if (statements.has(this.name)) return;
    statements.set(this.name, this.#columns ?? null);
    described.set(connection, statements);
  }

  override handleReadyForQuery(): void {
    this.callback(this.#unreadable);
  }
}
