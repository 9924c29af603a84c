import type pg from 'pg';

// Transaction ids order the change log. A backup that is restored into another cluster contains ids that this cluster has
// not reached yet, so new changes would sort before old ones and readers would miss them. A new generation sorts after all
// existing entries.

/** Starts a generation if the change log is ahead of this cluster, for example after a restore with pg_restore. */
export async function raiseGenerationAfterRestore(client: pg.Client): Promise<void> {
  const generation: number = (await client.query('SELECT generation FROM change_log_state')).rows[0]
    .generation;
  const tenants = (await client.query('SELECT id FROM tenant')).rows;
  for (const { id } of tenants) {
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [String(id)]);
    const ahead = await client.query(
      `SELECT 1 FROM change_log
        WHERE tenant_id = $1 AND generation = $2 AND transaction_id > pg_current_xact_id()::text::bigint
        LIMIT 1`,
      [id, generation],
    );
    if (ahead.rowCount === 0) continue;
    await client.query('BEGIN');
    await raiseGeneration(client, generation, null);
    await client.query('COMMIT');
    break;
  }
}

/**
 * Ends a generation of the change log and starts the next one in the caller's transaction. Returns the number of the new
 * generation. `snapshot` is the pg_snapshot of the restored backup, or null if it is unknown.
 */
export async function raiseGeneration(
  client: pg.Client,
  generation: number,
  snapshot: string | null,
): Promise<number> {
  // The current minute instead of a count: see migrations/0020_restores.sql.
  const next = Math.max(generation + 1, Math.floor(Date.now() / 60_000));
  await client.query(`ALTER TABLE change_log ALTER COLUMN generation SET DEFAULT ${next}`);
  await client.query('UPDATE change_log_state SET generation = $1', [next]);
  await client.query('INSERT INTO ended_generation (generation, snapshot) VALUES ($1, $2)', [
    generation,
    snapshot,
  ]);
  return next;
}
