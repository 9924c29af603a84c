import type pg from 'pg';
import { type Move, type MovedServer, MoveError } from './move.ts';

/** Announces the move. If the directory has switched to the new server already, returns true: only the old rows are left. */
export async function begin(first: pg.Client, { tenant, from, to }: Move): Promise<boolean> {
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
  return rows[0].server === to.name;
}

/** From now on, the tenant belongs to the new server. */
export async function switchServer(first: pg.Client, { tenant, to }: Move): Promise<void> {
  await first.query('UPDATE placed_tenant SET server = $2 WHERE id = $1', [tenant.id, to.name]);
}

/** The tenant is on `server`, and no move is left. */
export async function end(first: pg.Client, { tenant, first: { name } }: Move, server: MovedServer) {
  if (server.name === name) await first.query('DELETE FROM placed_tenant WHERE id = $1', [tenant.id]);
  else
    await first.query('UPDATE placed_tenant SET moving_from = NULL, moving_to = NULL WHERE id = $1', [
      tenant.id,
    ]);
}

/** Whether the tenant is on the server, and no move of it has begun. */
export async function isSettledOn(
  first: pg.Client,
  { tenant, first: { name } }: Move,
  server: MovedServer,
): Promise<boolean> {
  const { rows } = await first.query('SELECT server, moving_to FROM placed_tenant WHERE id = $1', [
    tenant.id,
  ]);
  const [placed = { server: name, moving_to: null }] = rows;
  return placed.server === server.name && placed.moving_to === null;
}

/** How far the move is. Undefined if the directory does not have it. */
export async function findProgress(
  first: pg.Client,
  { tenant, from, to }: Move,
): Promise<{ isSwitched: boolean } | undefined> {
  const { rows } = await first.query(
    'SELECT server FROM placed_tenant WHERE id = $1 AND moving_from = $2 AND moving_to = $3',
    [tenant.id, from.name, to.name],
  );
  return rows[0] && { isSwitched: rows[0].server === to.name };
}
