import type pg from 'pg';

// Each job leaves three dead rows. Until they are vacuumed, every look for the next job reads them. Autovacuum begins at a
// number of dead rows instead of a share of the table, and does not pause.
const SETTINGS =
  'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0';
/** Created by graphile-worker's own migrations. */
const TABLES = ['_private_jobs', '_private_job_queues'];

/** Sets when autovacuum cleans the queue's tables. Leaves a table alone whose settings an operator has changed. */
export async function setVacuumSettings(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
      WHERE relnamespace = 'graphile_worker'::regnamespace AND relname = ANY ($1) AND reloptions IS NULL
        AND pg_has_role(relowner, 'USAGE')`,
    [TABLES],
  );
  for (const { name } of rows) await pool.query(`ALTER TABLE ${name} SET (${SETTINGS})`);
}
