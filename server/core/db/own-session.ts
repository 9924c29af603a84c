import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { connectClient } from './connect-client.ts';
import { CONNECTION_LOST } from './faults.ts';
import { UnsupportedDatabaseError } from './server-version.ts';

const MARK = 'app.session_mark';
/** A pooler gives a transaction any of its connections, by chance also the one that it gave before. */
const ROUNDS = 3;
/** A pooler without a free connection to the server lets a connection, or its first statement, wait for minutes. */
const WAIT_MS = 10_000;

/**
 * Throws UnsupportedDatabaseError if what a connection sets does not stay on it and on no other one, as with a pooler that gives a
 * connection to the server only for a transaction. A tenant is set on its connection, so a call would get the data of another tenant.
 * `client` is connected to `url`, and is in no transaction. Opens a second connection for a few statements, and throws the same error if
 * there is none within WAIT_MS.
 */
export async function requireOwnSession(client: pg.Client, url: string): Promise<void> {
  const other = await connectClient({
    connectionString: url,
    application_name: 'stellwerk inspection',
    query_timeout: WAIT_MS,
    connectionTimeoutMillis: WAIT_MS,
  }).catch((error) => {
    if (error.code !== CONNECTION_LOST) throw error;
    throw new UnsupportedDatabaseError(
      'DATABASE_URL: the server completed one connection, but no second one. Nothing was changed. If a connection pooler is in front, let it open more (PgBouncer: pool_size, or default_pool_size): docs/operations.md says how many.',
    );
  });
  try {
    if (!(await haveOwnSessions(client, other)))
      throw new UnsupportedDatabaseError(
        'DATABASE_URL leads to a connection pooler that pools transactions, so calls would get the data of other tenants. Nothing was changed. Let it pool sessions (PgBouncer: pool_mode = session), or set DATABASE_URL to the address of PostgreSQL itself.',
      );
  } finally {
    await other.end().catch(() => {});
  }
}

async function haveOwnSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  const marks = new Map([one, other].map((client) => [client, randomBytes(8).toString('hex')]));
  const isMarked = async (client: pg.Client) => {
    const { rows } = await client.query(`SELECT current_setting('${MARK}', true) AS mark`);
    return rows[0].mark === marks.get(client);
  };
  for (const [client, mark] of marks) await client.query(`SELECT set_config('${MARK}', $1, false)`, [mark]);
  // Before the first transaction: with a single connection to the server, it would keep the other one waiting.
  if (!(await isMarked(one)) || !(await isMarked(other))) return false;
  for (let round = 0; round < ROUNDS; round += 1) {
    await other.query('BEGIN');
    // The connection of `other` is taken, so this one gets another.
    if (!(await isMarked(one))) return false;
    await other.query('COMMIT');
    if (!(await isMarked(other))) return false;
  }
  return true;
}
