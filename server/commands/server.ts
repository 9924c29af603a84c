import type { Settings } from '../config.ts';
import { connectClient } from '../core/db/connect-client.ts';
import { FIRST_SERVER } from '../core/db/connection.ts';
import { type Command, toTable } from './command.ts';
import { describeTarget, explainDatabaseError, toErrorLine } from './errors.ts';
import { openDatabaseServer } from './installation.ts';
import { nameServer, refuseWorkers } from './servers.ts';

const STATEMENT_MS = 10_000;
const MIB = 1024 * 1024;
/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

interface Server {
  name: string;
  /** Host and port. */
  address: string;
  /** null where the server could not be asked. */
  state: State | null;
  fault: string | null;
}

interface State {
  version: string;
  tenants: number;
  /** Of the whole database, with its indexes. */
  bytes: number;
  /** Of all programs to all databases of the server. */
  connections: number;
  maxConnections: number;
}

export const serverCommands: readonly Command[] = [
  {
    name: 'server list',
    summary:
      'List the database servers with their tenants, sizes, and connections, also while some do not respond.',
    run: async ({ settings: readSettings }) => {
      const settings = readSettings();
      refuseWorkers(settings, 'server list');
      const first = await openDatabaseServer(settings);
      try {
        const servers = await Promise.all(
          [{ name: FIRST_SERVER, url: first.url }, ...settings.databaseServers].map((server) =>
            inspect(settings, server),
          ),
        );
        return {
          data: servers.map(({ state, ...server }) => ({ ...server, ...state })),
          text: describe(servers),
        };
      } finally {
        await first.close();
      }
    },
  },
];

async function inspect(settings: Settings, { name, url }: { name: string; url: string }): Promise<Server> {
  const server = { name, address: describeTarget(url) };
  try {
    return { ...server, state: await readState(url), fault: null };
  } catch (error) {
    const isFirst = name === FIRST_SERVER;
    const { databaseUrl } = settings;
    const explained = explainDatabaseError(error, { ...settings, databaseUrl: isFirst ? databaseUrl : url });
    const fault =
      (error as { code?: string }).code === UNDEFINED_TABLE
        ? 'It has no tables. Run "npx stellwerk migrate" or start the service.'
        : toErrorLine(nameServer(explained, isFirst ? undefined : name));
    return { ...server, state: null, fault };
  }
}

async function readState(url: string): Promise<State> {
  const client = await connectClient({
    connectionString: url,
    application_name: 'stellwerk servers',
    query_timeout: STATEMENT_MS,
  });
  try {
    const { rows } = await client.query<State>(
      `SELECT current_setting('server_version') AS version,
          (SELECT count(*)::int FROM tenant) AS tenants,
          pg_database_size(current_database())::float8 AS bytes,
          (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
          current_setting('max_connections')::int AS "maxConnections"`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}

function describe(servers: readonly Server[]): string {
  const rows = servers.map(({ name, address, state, fault }) =>
    state === null
      ? [name, address, '-', '-', '-', '-', fault!]
      : [
          name,
          address,
          state.version.split(' ')[0]!,
          String(state.tenants),
          `${Math.ceil(state.bytes / MIB)} MiB`,
          `${state.connections} of ${state.maxConnections}`,
          'ok',
        ],
  );
  return toTable(['NAME', 'ADDRESS', 'POSTGRESQL', 'TENANTS', 'SIZE', 'CONNECTIONS', 'STATE'], rows);
}
