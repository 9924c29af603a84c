import pg from 'pg';
import { breakConnection, KEEP_ALIVE } from './bounded-client.ts';
import { CONNECTION_LOST, markConnectionError, ReadOnlyDatabaseError } from './faults.ts';

// A connection URL can list hosts, as libpq's can: postgres://user:password@a:5432,b:5432/database. One of them takes writes,
// and after a failover it is another one. pg knows one host only, so the clients here look for the one that takes writes.

/** Between the hosts of a list, and for a silent host. Less than what a pool gives a new connection. */
const PROBE_MS = 3000;
const LIST = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*,[^@/?#]*)([/?#].*)?$/s;
const TARGETS = ['read-write', 'primary'];
/** What a server says of itself when a connection begins. */
const READ_ONLY = ['in_hot_standby', 'default_transaction_read_only'];

/**
 * A URL for each host of a list, or the URL itself. Throws an Error whose message completes "DATABASE_URL …" if a host is missing,
 * or if the URL asks for another server than one that takes writes.
 */
export function splitHosts(url: string): string[] {
  const [, start, list, rest = ''] = LIST.exec(url) ?? [];
  if (list === undefined) return [url];
  const hosts = list.split(',');
  if (hosts.includes('')) throw new Error('must have a host before and after each comma');
  const texts = hosts.map((host) => `${start}${host}${rest}`);
  if (!texts.every((text) => URL.canParse(text)))
    throw new Error('must have the form postgres://user:password@host:port,host:port/database');
  const urls = texts.map((text) => new URL(text));
  for (const { searchParams } of urls) {
    const target = searchParams.get('target_session_attrs');
    if (target !== null && !TARGETS.includes(target))
      throw new Error(
        `must not have target_session_attrs=${target}: the service uses the server that takes writes`,
      );
    searchParams.delete('target_session_attrs');
  }
  return urls.map(({ href }) => href);
}

/** The hosts of one URL, shared by all connections of the process. */
class HostList {
  readonly #urls: readonly string[];
  /** The host that takes writes, as far as known. */
  #found: Promise<string> | undefined;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /** Rejects if no host takes writes. */
  find(): Promise<string> {
    this.#found ??= this.#search();
    return this.#found;
  }

  /** Looks for it again before the next connection. */
  forget(): void {
    this.#found = undefined;
  }

  async #search(): Promise<string> {
    try {
      return await Promise.any(this.#urls.map(probe));
    } catch (error) {
      this.forget();
      // What a host that does take connections says tells most.
      const { errors } = error as AggregateError;
      throw errors.find((one) => one instanceof ReadOnlyHostError) ?? errors[0];
    }
  }
}

export class ReadOnlyHostError extends ReadOnlyDatabaseError {
  override readonly name = 'ReadOnlyHostError';
  readonly code = CONNECTION_LOST;
  constructor() {
    super('No host of the database takes writes: those that respond are standbys or read-only.');
  }
}

/** Returns the URL if its server takes writes. */
async function probe(url: string): Promise<string> {
  const client = new pg.Client({
    ...KEEP_ALIVE,
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: 'stellwerk hosts',
  });
  client.on('error', () => {});
  const isReadOnly = watchReadOnly(client);
  try {
    await client.connect();
    if (isReadOnly()) throw new ReadOnlyHostError();
    return url;
  } catch (error) {
    throw markConnectionError(error);
  } finally {
    // Without a goodbye, which a host that freezes now would never respond to. All connections of the process wait for this result.
    breakConnection(client);
  }
}

function watchReadOnly(client: pg.ClientBase): () => boolean {
  let isReadOnly = false;
  const { connection } = client as unknown as {
    connection: {
      on(
        event: 'parameterStatus',
        listener: (message: { parameterName: string; parameterValue: string }) => void,
      ): void;
    };
  };
  connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (READ_ONLY.includes(parameterName) && parameterValue === 'on') isReadOnly = true;
  });
  return () => isReadOnly;
}

// One process has one database, and a test some.
const lists = new Map<string, HostList | undefined>();

function listOf(url: string | undefined): HostList | undefined {
  if (url === undefined) return undefined;
  if (!lists.has(url)) {
    const urls = splitHosts(url);
    lists.set(url, urls.length === 1 ? undefined : new HostList(urls));
  }
  return lists.get(url);
}

/**
 * A client class that also takes a connectionString with a list of hosts. It connects to the one that takes writes. If that host
 * fails, the connection fails, and the next one looks for another host.
 *
 * A connection that breaks never ends the process: its statements reject, with an error that markConnectionError has marked.
 */
export function listClient(Base: typeof pg.Client = pg.Client): typeof pg.Client {
  class ListClient extends Base {
    readonly #hosts: HostList | undefined;

    constructor(config: pg.ClientConfig = {}) {
      const hosts = listOf(config.connectionString);
      // Any host: `connect` replaces it.
      super(
        hosts === undefined
          ? config
          : { ...config, connectionString: splitHosts(config.connectionString!)[0] },
      );
      this.#hosts = hosts;
      // From the beginning: the end of a session can be in the same packet as its begin, before anybody who opened it has run. Node
      // throws an error event without a listener, which ends the process.
      this.on('error', markConnectionError);
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg declares two signatures, which are passed on unchanged.
    override connect(callback?: any): any {
      const hosts = this.#hosts;
      if (hosts === undefined) return callback === undefined ? super.connect() : super.connect(callback);
      const connected = this.#connectTo(hosts);
      if (callback === undefined) return connected;
      connected.then(
        () => callback(null, this),
        (error) => callback(error),
      );
    }

    async #connectTo(hosts: HostList): Promise<this> {
      const { hostname, port } = new URL(await hosts.find());
      Object.assign(this, { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 5432) });
      const isReadOnly = watchReadOnly(this);
      try {
        await super.connect();
      } catch (error) {
        hosts.forget();
        throw error;
      }
      if (!isReadOnly()) return this;
      hosts.forget();
      breakConnection(this);
      throw new ReadOnlyHostError();
    }
  }
  return ListClient;
}
