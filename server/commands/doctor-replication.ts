import { sql } from 'kysely';
import { readLogState } from '../areas/changes/index.ts';
import { listTenants } from '../areas/tenants/index.ts';
import type { Database, SystemDatabase } from '../core/db/connection.ts';
import { shorten } from '../core/db/privileges.ts';

type Finding = ['ok' | 'warn' | 'fail', string];

/** Which server writes the change logs of the tenants, and whether somebody has deleted rows of them. */
export async function checkChangeLogs(database: Database): Promise<Finding> {
  const tenants = await listTenants(database.system);
  const foreign: string[] = [];
  const emptied: string[] = [];
  const withoutGeneration: string[] = [];
  for (const { id, key } of tenants) {
    const state = await readLogState(database.tenant(id), id);
    if (state.isForeign) foreign.push(key);
    if (state.isEmptied) emptied.push(key);
    if (state.isWithoutGeneration) withoutGeneration.push(key);
  }
  const lost = [
    emptied.length > 0 &&
      `Somebody has deleted the change log of ${shorten(emptied)}. Old cursors get a 400 with range: have every reader make a full export. The next change begins the log again.`,
    withoutGeneration.length > 0 &&
      `Somebody has deleted rows of log_generation: ${shorten(withoutGeneration)}. The next change of each tenant begins a generation, and readers continue.`,
  ].filter((text) => text !== false);
  if (lost.length > 0) return ['fail', lost.join(' ')];
  const { rows } = await sql<{ name: string }>`SELECT this_server() AS name`.execute(database.system);
  const server = `The server is ${rows[0]!.name}.`;
  if (foreign.length === 0) return ['ok', server];
  return [
    'ok',
    `${server} Another one wrote the last change of ${foreign.length} of ${tenants.length} tenants (${shorten(foreign)}), before a failover or a restore. Their next change begins a generation.`,
  ];
}

/** Whether a failover could lose a change that was acknowledged. */
export async function checkReplication(db: SystemDatabase): Promise<Finding> {
  const { rows } = await sql<{ standbys: number; names: string }>`
    SELECT (SELECT count(*) FROM pg_stat_replication)::int AS standbys,
           current_setting('synchronous_standby_names') AS names`.execute(db);
  const { standbys, names } = rows[0]!;
  if (names !== '') return ['ok', `Commits wait for a standby (synchronous_standby_names is ${names}).`];
  if (standbys === 0) return ['ok', 'There is no standby.'];
  return [
    'warn',
    'A standby is connected, but commits do not wait for it: a failover can lose acknowledged changes. Set synchronous_standby_names.',
  ];
}
