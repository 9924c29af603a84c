import { sql } from 'kysely';
import { readLogServer } from '../areas/changes/index.ts';
import { listTenants } from '../areas/tenants/index.ts';
import type { Database, SystemDatabase } from '../core/db/connection.ts';

type Finding = ['ok' | 'warn', string];

/** Which server writes the change logs of the tenants. */
export async function checkChangeLogs(database: Database): Promise<Finding> {
  const tenants = await listTenants(database.system);
  const foreign: string[] = [];
  for (const { id, key } of tenants) {
    const { isForeign } = await readLogServer(database.tenant(id), id);
    if (isForeign) foreign.push(key);
  }
  const { rows } = await sql<{ name: string }>`SELECT this_server() AS name`.execute(database.system);
  const server = `The server is ${rows[0]!.name}.`;
  if (foreign.length === 0) return ['ok', server];
  const some = foreign.length > 3 ? `${foreign.slice(0, 3).join(', ')}, …` : foreign.join(', ');
  return [
    'ok',
    `${server} Another one wrote the last change of ${foreign.length} of ${tenants.length} tenants (${some}), before a failover or a restore. Their next change begins a generation.`,
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
