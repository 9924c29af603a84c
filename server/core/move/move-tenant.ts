import type pg from 'pg';
import { prepareTransaction } from '../backup/session.ts';
import { connectClient } from '../db/connect-client.ts';
import { lockMigrations } from '../db/migrate.ts';
import { describeCompany } from '../db/running-processes.ts';
import { copyJobs, deleteJobs } from './move-jobs.ts';
import { closeTables, copyRows, deleteRows, openTables, readTenantCatalog } from './move-rows.ts';

// A move is a series of transactions on two or three servers, so it can be interrupted between them. The directory says that it has
// begun, and until it has ended, only this command works. Each step can be repeated.

/** The move cannot begin. The message is one line for the operator. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

interface MovedServer {
  name: string;
  url: string;
  /** The role of the service, if it is not the login. It owns the tables of the queue. */
  role: string | undefined;
}

export interface Move {
  tenant: { id: number; key: string };
  /** The server with the directory. It can be one of the other two. */
  first: MovedServer;
  from: MovedServer;
  to: MovedServer;
}

export type MoveStep = 'begun' | 'copied' | 'switched' | 'deleted';

interface MoveOptions {
  /** Called after each step. */
  onStep?(step: MoveStep): void;
}

/**
 * Moves a tenant with all its rows and waiting jobs to another server, or completes a move that was interrupted. No service and no
 * other command must be running, and none can begin meanwhile. Throws MoveError. Returns the number of rows.
 */
export async function moveTenant(move: Move, { onStep = () => {} }: MoveOptions = {}): Promise<number> {
  const clients: pg.Client[] = [];
  const connect = async ({ url }: MovedServer) => {
    const client = await connectClient({ connectionString: url, application_name: 'stellwerk move' });
    client.on('error', () => {});
    clients.push(client);
    return client;
  };
  try {
    const first = await connect(move.first);
    // A service or command that starts in the meantime waits here, or stops because a move has begun.
    await lockMigrations(first);
    const [source, target] = [await connect(move.from), await connect(move.to)];
    // From now on, no command works with the tenant. So whoever does is connected now.
    const { isNew, isSwitched } = await begin(first, move);
    try {
      for (const [{ name }, client] of [
        [move.first, first],
        [move.from, source],
        [move.to, target],
      ] as const)
        await refuseCompany(name, client);
    } catch (error) {
      if (isNew) await end(first, move, move.from);
      throw error;
    }
    onStep('begun');
    let rows = 0;
    if (!isSwitched) {
      rows = await copy(source, target, move);
      onStep('copied');
      await first.query('UPDATE placed_tenant SET server = $2 WHERE id = $1', [move.tenant.id, move.to.name]);
    }
    onStep('switched');
    await inOpenTables(source, async (catalog) => {
      await deleteRows(source, catalog, move.tenant.id);
      await deleteJobs({ client: source, role: move.from.role }, move.tenant.id);
    });
    onStep('deleted');
    await end(first, move, move.to);
    return rows;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

async function refuseCompany(name: string, client: pg.Client): Promise<void> {
  const company = await describeCompany(client);
  if (company !== undefined)
    throw new MoveError(
      `Stellwerk is running on the server "${name}": ${company}. Stop it on every machine, then try again. Nothing was changed.`,
    );
}

/** Marks the tenant as moving. */
async function begin(
  first: pg.Client,
  { tenant, from, to }: Move,
): Promise<{ isNew: boolean; isSwitched: boolean }> {
  const known = await first.query('SELECT moving_to FROM placed_tenant WHERE id = $1', [tenant.id]);
  const { rows } = await first.query(
    `INSERT INTO placed_tenant AS placed (id, key, server, moving_from, moving_to) VALUES ($1, $2, $3, $3, $4)
     ON CONFLICT (id) DO UPDATE SET moving_from = excluded.moving_from, moving_to = excluded.moving_to
      WHERE placed.moving_to IS NULL AND placed.server = excluded.server
         OR placed.moving_from = excluded.moving_from AND placed.moving_to = excluded.moving_to
     RETURNING server`,
    [tenant.id, tenant.key, from.name, to.name],
  );
  if (rows.length === 0)
    throw new MoveError(`The directory has another server or another move for the tenant "${tenant.key}".`);
  const isNew = (known.rows[0]?.moving_to ?? null) === null;
  return { isNew, isSwitched: rows[0].server === to.name };
}

/** The tenant is on `server` now. */
async function end(first: pg.Client, { tenant, first: { name } }: Move, server: MovedServer): Promise<void> {
  if (server.name === name) await first.query('DELETE FROM placed_tenant WHERE id = $1', [tenant.id]);
  else
    await first.query('UPDATE placed_tenant SET moving_from = NULL, moving_to = NULL WHERE id = $1', [
      tenant.id,
    ]);
}

async function copy(source: pg.Client, target: pg.Client, { tenant, from, to }: Move): Promise<number> {
  const rows = await inOpenTables(source, () =>
    inOpenTables(target, async (catalog) => {
      // Of an attempt that was interrupted.
      await deleteRows(target, catalog, tenant.id);
      const copied = await copyRows(source, target, catalog, tenant.id);
      await copyJobs({ client: source, role: from.role }, { client: target, role: to.role }, tenant.id);
      return copied;
    }),
  );
  // Without statistics, the first queries would scan whole tables.
  await target.query('ANALYZE');
  return rows;
}

/** Runs `work` in a transaction that nobody else can enter. */
async function inOpenTables<T>(
  client: pg.Client,
  work: (catalog: Awaited<ReturnType<typeof readTenantCatalog>>) => Promise<T>,
): Promise<T> {
  await client.query('BEGIN');
  try {
    await prepareTransaction(client);
    const catalog = await readTenantCatalog(client);
    await openTables(client, catalog);
    const result = await work(catalog);
    await closeTables(client, catalog);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
