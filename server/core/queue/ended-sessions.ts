import type pg from 'pg';
import { breakConnection, silentMsOf } from '../db/bounded-client.ts';
import { connectClient } from '../db/connect-client.ts';
import { SilentConnectionError } from '../db/faults.ts';

/** A statement of the queue takes milliseconds. */
const SILENT_MS = 15_000;
const CHECK_MS = 5000;

/** A session as its server lists it. Another server can have one with the same number, but not since the same microsecond. */
const SESSIONS = `
  SELECT concat_ws(' ', pid, extract(epoch FROM backend_start)) AS session FROM pg_stat_activity
   WHERE backend_start IS NOT NULL`;
export const OWN_SESSION = `${SESSIONS} AND pid = pg_backend_pid()`;

const sessions = new WeakMap<pg.ClientBase, string>();

/** `rows` is the result of OWN_SESSION. It is empty if the role may not see it. */
export function rememberSession(client: pg.ClientBase, rows: readonly { session: string }[]): void {
  for (const { session } of rows) sessions.set(client, session);
}

/**
 * If the host of a server vanishes, its connections stay open and silent. Breaks those that wait for a response and whose session does
 * not exist on the server that new connections lead to: of a list of hosts, the one that takes writes. A server that is frozen, or lets a statement wait, still has their sessions: it
 * finishes what it was sent when it continues. If it did so after the connection broke, a job that it fetched would stay locked.
 */
export function breakEndedSessions(
  connections: ReadonlySet<pg.ClientBase>,
  { databaseUrl, silentMs = SILENT_MS }: { databaseUrl: string; silentMs?: number },
  signal: AbortSignal,
): void {
  let isChecking = false;
  const check = async () => {
    const silent = [...connections].filter(
      (client) => sessions.has(client) && silentMsOf(client) >= silentMs,
    );
    if (isChecking || silent.length === 0) return;
    isChecking = true;
    // If this fails, no server takes writes at the moment, and nothing is known.
    const existing = await listSessions(databaseUrl).catch(() => undefined);
    isChecking = false;
    if (existing === undefined) return;
    for (const client of silent)
      if (!existing.has(sessions.get(client)!)) breakConnection(client, new SilentConnectionError());
  };
  const timer = setInterval(() => void check(), silentMs / 3).unref();
  signal.addEventListener('abort', () => clearInterval(timer));
}

async function listSessions(url: string): Promise<Set<string>> {
  const client = await connectClient({
    connectionString: url,
    connectionTimeoutMillis: CHECK_MS,
    query_timeout: CHECK_MS,
    application_name: 'stellwerk queue sessions',
  });
  try {
    const { rows } = await client.query<{ session: string }>(SESSIONS);
    return new Set(rows.map(({ session }) => session));
  } finally {
    breakConnection(client);
  }
}
