import { sql } from 'kysely';
import type { DatabaseServer } from '../db/connection.ts';
import { Placement, UnknownServerError } from '../db/placement.ts';

/** Asks the coordinator of Citus which worker has the shards of a tenant. */
export class ShardPlacement extends Placement {
  readonly #coordinator: DatabaseServer;
  readonly #workers: readonly DatabaseServer[];
  /** The workers by their number in the engine. */
  readonly #groups = new Map<number, DatabaseServer>();

  constructor(coordinator: DatabaseServer, workers: readonly DatabaseServer[]) {
    super();
    this.#coordinator = coordinator;
    this.#workers = workers;
  }

  protected override async find(tenantId: number): Promise<DatabaseServer> {
    const { rows } = await sql<{ group: number }>`
      SELECT groupid AS group FROM pg_dist_placement
       WHERE shardid = get_shard_id_for_distribution_column('public.change_log', ${tenantId}::integer)
         AND shardstate = 1`.execute(this.#coordinator.database.system);
    const group = rows[0]!.group;
    return this.#groups.get(group) ?? this.#findWorker(group);
  }

  async #findWorker(group: number): Promise<DatabaseServer> {
    const unknown = this.#workers.filter((worker) => ![...this.#groups.values()].includes(worker));
    // One that does not respond must not keep the process from working with the others.
    await Promise.allSettled(
      unknown.map(async (worker) => this.#groups.set(await readGroupOf(worker), worker)),
    );
    const found = this.#groups.get(group);
    if (found === undefined) throw new UnknownServerError(`worker ${group}`, 'DATABASE_WORKERS');
    return found;
  }
}

async function readGroupOf({ database }: DatabaseServer): Promise<number> {
  const { rows } = await sql<{ group: number }>`SELECT groupid AS group FROM pg_dist_local_group`.execute(
    database.system,
  );
  return rows[0]!.group;
}
