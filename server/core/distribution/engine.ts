import type pg from 'pg';

/** The engine, its workers, and the settings do not fit. The message is one line for the operator. */
export class DistributionError extends Error {
  override readonly name = 'DistributionError';
}

/** Which of the engine's nodes this is. 0 is the coordinator. Undefined if the database is no node. */
export async function readGroup(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query(
    "SELECT to_regclass('pg_catalog.pg_dist_local_group') IS NOT NULL AS has",
  );
  if (!rows[0].has) return undefined;
  return (await client.query('SELECT groupid FROM pg_dist_local_group')).rows[0]?.groupid;
}

/** Throws DistributionError unless the database is the coordinator of the engine, and its workers are those with these groups. */
export async function requireNodes(
  coordinator: pg.ClientBase,
  workers: readonly { name: string; group: number | undefined }[],
): Promise<void> {
  const group = await readGroup(coordinator);
  if (group === undefined)
    throw new DistributionError(
      'The database of DATABASE_URL does not have the extension citus. Nothing was changed. As a superuser, run CREATE EXTENSION citus in it and in the database of each worker, then see "Distribute tenants with Citus" in docs/operations.md.',
    );
  if (group !== 0)
    throw new DistributionError(
      'DATABASE_URL is a worker. Nothing was changed. Set it to the coordinator, and the workers as DATABASE_WORKERS.',
    );
  const { rows } = await coordinator.query<{ group: number; address: string }>(
    `SELECT groupid AS group, nodename || ':' || nodeport AS address FROM pg_dist_node
      WHERE noderole = 'primary' AND isactive ORDER BY groupid`,
  );
  if (!rows.some((node) => node.group === 0))
    throw new DistributionError(
      "The coordinator is no node of itself. Nothing was changed. As a superuser, run: SELECT citus_set_coordinator_host('HOST', PORT)",
    );
  for (const worker of workers)
    if (!rows.some((node) => node.group === worker.group && node.group !== 0))
      throw new DistributionError(
        `The worker "${worker.name}" of DATABASE_WORKERS is no worker of this coordinator. Nothing was changed. As a superuser, run in its database CREATE EXTENSION citus, and on the coordinator: SELECT citus_add_node('HOST', PORT)`,
      );
  const unknown = rows.find((node) => node.group !== 0 && !workers.some((one) => one.group === node.group));
  if (unknown !== undefined)
    throw new DistributionError(
      `DATABASE_WORKERS does not have the worker ${unknown.address}. Nothing was changed. Add it, with a name.`,
    );
  const placed = await coordinator.query('SELECT key, server FROM placed_tenant ORDER BY key LIMIT 1');
  if (placed.rows.length > 0)
    throw new DistributionError(
      `The tenant "${placed.rows[0].key}" is on the server "${placed.rows[0].server}". Nothing was changed. With DATABASE_SERVERS instead of DATABASE_WORKERS, run: npx stellwerk tenant move ${placed.rows[0].key} --to first`,
    );
  if (new Set(workers.map((worker) => worker.group)).size < workers.length)
    throw new DistributionError('DATABASE_WORKERS has a worker twice. Nothing was changed. Remove one.');
}
