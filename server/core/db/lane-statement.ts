import pg from 'pg';

/** What this file uses of a connection of pg. */
interface Connection {
  stream: { writable: boolean; cork(): void; uncork(): void };
  bind(config: { statement: string; values: readonly (string | null)[] }): void;
  execute(config: object): void;
  sync(): void;
}

/** Turns the texts of a row into an object, by what PostgreSQL said of the columns. */
interface Columns {
  parseRow(texts: (string | null)[]): unknown;
}

/** What this file uses of pg's class that is not in its types. */
interface Internals {
  name: string;
  values: readonly LaneValue[];
  callback: (error: Error | null, result?: { rows: unknown[] }) => void;
  _result: Columns;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
}

/** A value of a statement. An array is the text of one. */
export type LaneValue = number | string | null;

const Query = (pg as unknown as { Query: new (text: string) => Internals }).Query;

function ignore(): void {}

const toText = (value: LaneValue) => (value === null ? null : String(value));

/** The columns of the prepared statements of each connection, by the name of the statement. */
const described = new WeakMap<Connection, Map<string, Columns>>();

/**
 * A prepared statement. pg asks for the columns of each execution. This asks for those of the first one
 * on a connection, so PostgreSQL has less to say, and one write sends the rest. Columns do not change: PostgreSQL refuses a
 * prepared statement whose columns would.
 */
export class LaneStatement<R> extends Query {
  readonly result: Promise<R[]>;
  /** Called when the statement has its result, or none. */
  onEnd = ignore;
  #columns: Columns | undefined;
  readonly #rows: R[] = [];

  constructor(name: string, text: string, values: readonly LaneValue[]) {
    // pg copies a configuration that is an object.
    super(text);
    this.name = name;
    this.values = values;
    const { promise, resolve, reject } = Promise.withResolvers<R[]>();
    this.result = promise;
    this.callback = (error, result) => {
      this.onEnd();
      if (error === null) resolve(result!.rows as R[]);
      else reject(error);
    };
  }

  override submit(connection: Connection): Error | null {
    this.#columns = described.get(connection)?.get(this.name);
    if (this.#columns === undefined) return super.submit(connection);
    const { stream } = connection;
    if (!stream.writable) return null;
    gather(stream);
    connection.bind({ statement: this.name, values: this.values.map(toText) });
    connection.execute({});
    connection.sync();
    return null;
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    this.#columns = this._result;
  }

  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(this.#columns!.parseRow(fields) as R);
  }

  override handleCommandComplete(_message: unknown, connection: Connection): void {
    const statements = described.get(connection) ?? new Map<string, Columns>();
    if (statements.has(this.name)) return;
    statements.set(this.name, this.#columns!);
    described.set(connection, statements);
  }

  override handleReadyForQuery(): void {
    this.callback(null, { rows: this.#rows });
  }
}

const gathering = new WeakSet<Connection['stream']>();

/**
 * Sends what is written in this turn of the event loop together, at its end. Requests that arrive together then cost one write,
 * and wake the server once. A write that is alone leaves as early as it would otherwise.
 */
function gather(stream: Connection['stream']): void {
  if (gathering.has(stream)) return;
  gathering.add(stream);
  stream.cork();
  setImmediate(() => {
    gathering.delete(stream);
    stream.uncork();
  });
}
