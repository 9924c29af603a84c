import type pg from 'pg';
import { connectClient } from '../db/connect-client.ts';
import { lockMigrations } from '../db/migrate.ts';
import { grantTo, requireSeparateRoles } from '../db/privileges.ts';
import { refuseProcesses } from '../db/running-processes.ts';
import { migrateQueue } from '../queue/index.ts';
import { readGroup, requireNodes } from './engine.ts';
import { copyFunctions, replaceFunctions, SEQUENCE_STRIDE, setSequences } from './nodes.ts';
import { distributeTables } from './schema.ts';
import { readDistribution } from './tables.ts';

interface Installation {
  /** Of the coordinator, with the login of the service. */
  url: string;
  /** Of the coordinator, with the role that owns the tables. */
  ownerUrl: string;
  workers: readonly { name: string; url: string }[];
  shards: number;
}

interface Worker {
  name: string;
  client: pg.Client;
  url: string;
  group: number | undefined;
}

/**
 * Spreads the tenants of an installation over the workers of Citus. Returns what it did, one line each; running it again does nothing.
 * Throws DistributionError or OwnershipError if something must be set up first.
 */
export async function distribute({ url, ownerUrl, workers, shards }: Installation): Promise<string[]> {
  const clients: pg.Client[] = [];
  const connect = async (connectionString: string) => {
    const client = await connectClient({ connectionString, application_name: 'stellwerk distribute' });
    clients.push(client);
    return client;
  };
  try {
    const [service, owner] = [await connect(url), await connect(ownerUrl)];
    await lockMigrations(owner);
    const connected: Worker[] = [];
    for (const worker of workers) {
      const own = withRoleOf(ownerUrl, worker.url);
      const client = await connect(own);
      connected.push({ name: worker.name, url: own, client, group: await readGroup(client) });
    }
    await requireSeparateRoles(service, owner);
    await requireNodes(owner, connected);
    const login = (await service.query('SELECT current_user::text AS login')).rows[0].login;
    return await spread({ service, owner, login, workers: connected, shards });
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** The URL of another node with the user and the password of the first URL, which are the same on all nodes. */
function withRoleOf(ownerUrl: string, nodeUrl: string): string {
  const [, role = ''] = /^[^:]+:\/\/([^@/]*@)/.exec(ownerUrl) ?? [];
  return nodeUrl.replace(/^([^:]+:\/\/)(?:[^@/]*@)?/, (_all, scheme) => `${scheme}${role}`);
}

interface Nodes {
  service: pg.Client;
  owner: pg.Client;
  login: string;
  workers: readonly Worker[];
  shards: number;
}

async function spread({ service, owner, login, workers, shards }: Nodes): Promise<string[]> {
  if ((await readDistribution(owner)).some(({ isPlaced }) => !isPlaced))
    await refuseProcesses(service, 'Tables have to be distributed, which would break running processes.');
  const done = await distributeTables(owner, shards);
  // From here on, each node is changed by itself.
  for (const client of [owner, ...workers.map((worker) => worker.client)])
    await client.query('SET citus.enable_ddl_propagation = off');
  await replaceFunctions(owner);
  for (const { name, client, url, group } of workers) {
    const changes = [
      [await copyFunctions(owner, client), 'functions'],
      [await setSequences(owner, client, group!), `sequences, which count by ${SEQUENCE_STRIDE}`],
      [await createQueue(client, url), 'queue'],
    ] as const;
    await grantTo(client, login);
    for (const [count, what] of changes) if (count > 0) done.push(`worker ${name}: ${count} ${what}`);
  }
  const changed = await setSequences(owner, owner, 0);
  if (changed > 0) done.push(`coordinator: ${changed} sequences, which count by ${SEQUENCE_STRIDE}`);
  await owner.query('SET citus.enable_ddl_propagation = on');
  await grantTo(owner, login);
  // Last, because from here on services start.
  await owner.query('UPDATE installation SET is_distributed = true WHERE NOT is_distributed');
  return done;
}

/** Each node has its own queue, because the transaction of a change adds its jobs. Returns 1 if it was created. */
async function createQueue(worker: pg.ClientBase, url: string): Promise<number> {
  const { rows } = await worker.query(
    `SELECT to_regnamespace('graphile_worker') IS NOT NULL AS "isBegun",
            to_regclass('graphile_worker._private_jobs') IS NOT NULL AS "isComplete"`,
  );
  const { isBegun, isComplete } = rows[0];
  // Without its tables, it is what the engine has copied from the coordinator.
  if (isBegun && !isComplete) await worker.query('DROP SCHEMA graphile_worker CASCADE');
  await migrateQueue({ databaseUrl: url, isDistributed: true });
  return isComplete ? 0 : 1;
}
