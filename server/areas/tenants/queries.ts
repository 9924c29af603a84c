import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { MasterKeys } from '../../core/crypto/master-keys.ts';
import type { SealedColumn } from '../../core/crypto/rotation.ts';
import {
  type Database,
  FIRST_SERVER,
  hasWorkers,
  type SystemDatabase,
  type TenantDatabase,
} from '../../core/db/connection.ts';
import { violatedConstraint } from '../../core/db/faults.ts';
import { findOnServers } from '../../core/db/look-up.ts';
import { runTransaction } from '../../core/db/transaction.ts';
import type { Services } from '../../core/services.ts';
import {
  type CatalogList,
  createTenantLists,
  findMissingLists,
  readTenantLists,
  type TenantLists,
} from '../masterdata/index.ts';

const WEBHOOK_SECRET_PURPOSE = 'webhook-secret';

/** The columns that a rotation of the master key seals again. */
export const SEALED_TENANT_COLUMNS: readonly SealedColumn[] = [
  { table: 'tenant', column: 'webhook_secret_sealed', purpose: WEBHOOK_SECRET_PURPOSE },
  { table: 'tenant', column: 'webhook_previous_secret_sealed', purpose: WEBHOOK_SECRET_PURPOSE },
];

interface NewTenant {
  id: number;
  key: string;
  /** Signs the tenant's webhook calls: `whsec_` and Base64, as in Standard Webhooks. */
  webhookSecret: string;
}

/** Another tenant has the key, or has it until its deletion is over. */
export class TenantKeyTakenError extends Error {
  override readonly name = 'TenantKeyTakenError';
  constructor(key: string, reason = 'already exists. Choose another key.') {
    super(`Tenant "${key}" ${reason}`);
  }
}

/**
 * Creates a tenant with its own copies of the tenant-owned lists. Throws TenantKeyTakenError if the key is taken, and if it is
 * malformed.
 */
export async function createTenant(
  services: Services,
  { key, name }: { key: string; name: string },
  server = FIRST_SERVER,
): Promise<NewTenant> {
  const { database, masterKeys } = services;
  const webhookSecret = newWebhookSecret();
  const sealedSecret = await masterKeys.seal(webhookSecret, WEBHOOK_SECRET_PURPOSE);
  const contents = { key, name, sealedSecret, lists: await readTenantLists() };
  const inserting =
    server === FIRST_SERVER ? insertTenant(database, contents) : placeTenant(database, contents, server);
  const id = await inserting.catch((error) => {
    throw violatedConstraint(error)?.kind === 'unique' ? new TenantKeyTakenError(key) : error;
  });
  return { id, key, webhookSecret };
}

/**
 * Adds the lists that a tenant with this key and name lacks since its creation was interrupted. Returns undefined if there is no such
 * tenant, or if it lacks none.
 */
export async function completeTenant(
  services: Services,
  { key, name }: { key: string; name: string },
): Promise<(NewTenant & { addedLists: CatalogList[] }) | undefined> {
  const { database } = services;
  const tenant = await findTenant(database, key);
  if (tenant === undefined || tenant.name !== name) return undefined;
  const lists = await readTenantLists();
  const addedLists = await runTransaction(database.tenant(tenant.id), async (db) => {
    const missing = await findMissingLists(db, tenant.id, lists);
    await createTenantLists(db, tenant.id, new Map([...lists].filter(([list]) => missing.includes(list))));
    return missing;
  });
  if (addedLists.length === 0) return undefined;
  const [webhookSecret] = await readWebhookSecrets(services, tenant.id);
  return { id: tenant.id, key, webhookSecret: webhookSecret!, addedLists };
}

interface TenantContents {
  key: string;
  name: string;
  /** Of webhooks. */
  sealedSecret: string;
  lists: TenantLists;
}

/** Creates a tenant on the first server. */
async function insertTenant(database: Database, contents: TenantContents): Promise<number> {
  if (!hasWorkers(database)) return runTransaction(database.system, (db) => insertContents(db, contents));
  // Every node has the tenant, and only a session of its worker can write its lists. So if the second transaction fails, a tenant without
  // lists is left.
  const id = await insertRow(database.system, contents);
  await runTransaction(database.tenant(id), (db) => createTenantLists(db, id, contents.lists));
  return id;
}

/**
 * Creates a tenant on another server than the first. The directory gives it its id first, and keeps it if the rest fails: the
 * next call with the same key and server continues.
 */
async function placeTenant(
  { system, servers }: Database,
  contents: TenantContents,
  server: string,
): Promise<number> {
  const { key } = contents;
  const target = findServer(servers, server);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO placed_tenant (id, key, server)
    VALUES (nextval(pg_get_serial_sequence('tenant', 'id')), ${key}, ${server})
    ON CONFLICT (key) DO UPDATE SET server = excluded.server WHERE placed_tenant.server = excluded.server
    RETURNING id`.execute(system);
  const id = rows[0]?.id;
  if (id === undefined) throw new TenantKeyTakenError(key);
  return runTransaction(target, async (db) => {
    await insertContents(db, contents, id);
    await requirePlacement(system, { id, key, server });
    return id;
  });
}

/**
 * The entry of the directory can have been deleted since `placeTenant` read it. `deletePlacement` locks the entry and then waits for
 * insertions on its server. So after an insertion, either the deletion finds the tenant, or this finds the entry locked or gone. It does
 * not wait for the lock, because the deletion waits for this transaction, on another server.
 */
async function requirePlacement(
  first: SystemDatabase,
  { id, key, server }: { id: number; key: string; server: string },
): Promise<void> {
  const placed = await first
    .selectFrom('placed_tenant')
    .select('id')
    .where('id', '=', id)
    .where('server', '=', server)
    // Another creation with the same key locks the entry too, but not its key.
    .forKeyShare()
    .skipLocked()
    .executeTakeFirst();
  if (placed === undefined) throw new TenantKeyTakenError(key, 'is being deleted. Run the command again.');
}

function findServer(servers: Database['servers'], name: string): SystemDatabase {
  const server = servers.find((one) => one.name === name);
  if (server === undefined) throw new Error(`There is no server "${name}".`);
  return server.database.system;
}

/** Inserts the tenant and its lists. A tenant that lacks lists could not be told from one that is complete. */
async function insertContents(db: SystemDatabase, contents: TenantContents, given?: number): Promise<number> {
  const id = await insertRow(db, contents, given);
  // Until the end of the transaction. A session of the tenant could not see it before.
  await sql`SELECT set_config('app.tenant_id', ${String(id)}, true)`.execute(db);
  await createTenantLists(db, id, contents.lists);
  return id;
}

async function insertRow(
  db: SystemDatabase,
  { key, name, sealedSecret }: TenantContents,
  given?: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO tenant (id, key, name, webhook_secret_sealed) OVERRIDING SYSTEM VALUE
    VALUES (${given ?? sql`DEFAULT`}, ${key}, ${name}, ${sealedSecret})
    RETURNING id`.execute(db);
  return rows[0]!.id;
}

/** Changes the name that the job portal and mails show. */
export async function changeTenantName(
  { database }: Pick<Services, 'database'>,
  tenantId: number,
  name: string,
): Promise<void> {
  await database.systemOf(tenantId).updateTable('tenant').set({ name }).where('id', '=', tenantId).execute();
}

/** The users of the tenant can no longer sign in, and their sessions end. Nobody of the tenant can undo this. */
export async function endUserAccess(db: TenantDatabase, tenantId: number): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ is_active: false })
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', true)
    .execute();
  await db.deleteFrom('user_session').where('tenant_id', '=', tenantId).execute();
}

/** Changes the key of a tenant on the first server. Throws if another tenant has it. */
export async function changeTenantKey(services: Services, tenantId: number, key: string): Promise<void> {
  await sql`UPDATE tenant SET key = ${key} WHERE id = ${tenantId}`.execute(services.database.system);
}

/** The entry of the directory of tenants with this key, unless its tenant is being moved. */
export function findPlacement(first: SystemDatabase, key: string) {
  return first
    .selectFrom('placed_tenant')
    .select('id')
    .where('key', '=', key)
    .where('moving_to', 'is', null)
    .executeTakeFirst();
}

/**
 * Deletes the entry of the directory of tenants, if there is one. Returns false, and leaves it, if its server has the tenant: a creation
 * can have continued with the entry, also after the tenant was deleted.
 */
export async function deletePlacement({ system, servers }: Database, tenantId: number): Promise<boolean> {
  return runTransaction(system, async (first) => {
    const placed = await first
      .selectFrom('placed_tenant')
      .select('server')
      .where('id', '=', tenantId)
      .forUpdate()
      .executeTakeFirst();
    if (placed === undefined) return true;
    // Creations that have inserted have committed or given up when this is over. Those that insert later find the entry locked or gone.
    if (await hasTenant(findServer(servers, placed.server), tenantId)) return false;
    await first.deleteFrom('placed_tenant').where('id', '=', tenantId).execute();
    return true;
  });
}

/** Waits for the transactions that insert tenants on this server. */
async function hasTenant(db: SystemDatabase, tenantId: number): Promise<boolean> {
  return runTransaction(db, async (transaction) => {
    // Each insertion has this lock, see migrations/0060_placed_tenants.sql. The next statement sees what they have committed.
    await sql`SELECT pg_advisory_xact_lock(7146510238)`.execute(transaction);
    const tenant = transaction.selectFrom('tenant').select('id').where('id', '=', tenantId);
    return (await tenant.executeTakeFirst()) !== undefined;
  });
}

const TENANT = ['id', 'key', 'name', 'created_at'] as const;

/** The tenants of one server, except those that come from another one or leave it. */
export function listTenants(db: SystemDatabase) {
  return db.selectFrom('tenant').select(TENANT).where('is_moving', '=', false).orderBy('id').execute();
}

/** The tenants of all servers, with the names of their servers. */
export async function listAllTenants(database: Database) {
  const lists = await Promise.all(
    database.servers.map(async ({ name: server, database: { system } }) =>
      (await system.selectFrom('tenant').select(TENANT).execute()).map((tenant) => ({ ...tenant, server })),
    ),
  );
  const tenants = lists.flat();
  const places = await database.system.selectFrom('placed_tenant').select(['id', 'server']).execute();
  const serverOf = new Map(places.map(({ id, server }) => [id, server]));
  // During a move, two servers have the tenant.
  const found = new Map(tenants.map((tenant) => [tenant.id, tenant]));
  for (const tenant of tenants)
    if (tenant.server === (serverOf.get(tenant.id) ?? FIRST_SERVER)) found.set(tenant.id, tenant);
  return [...found.values()].sort((a, b) => a.id - b.id);
}

export function findTenant(database: Database, key: string) {
  return findOnServers(database, `tenant ${key}`, (db) =>
    db.selectFrom('tenant').select(['id', 'key', 'name']).where('key', '=', key).executeTakeFirst(),
  );
}

/** The only tenant of the installation; undefined if there are several or none. */
export async function findOnlyTenant({ servers }: Database) {
  const tenants = new Map<number, { id: number; key: string; name: string }>();
  for (const { database } of servers) {
    const some = await database.system.selectFrom('tenant').select(['id', 'key', 'name']).limit(2).execute();
    for (const tenant of some) tenants.set(tenant.id, tenant);
    if (tenants.size > 1) return undefined;
  }
  return [...tenants.values()][0];
}

/**
 * The secrets that sign a tenant's webhook calls, the current one first. For seven days after a rotation, the previous one
 * follows. Each is `whsec_` and Base64.
 */
export async function readWebhookSecrets(
  services: Pick<Services, 'database' | 'masterKeys'>,
  tenantId: number,
): Promise<string[]> {
  const { rows } = await sql<{
    sealed: string[] | null;
  }>`SELECT sealed_webhook_secrets(${tenantId}) AS sealed`.execute(services.database.systemOf(tenantId));
  return openWebhookSecrets(services, rows[0]?.sealed ?? []);
}

/** Decrypts the result of sealed_webhook_secrets. */
export async function openWebhookSecrets(
  { masterKeys }: { masterKeys: MasterKeys },
  sealed: readonly string[],
): Promise<string[]> {
  return Promise.all(sealed.map((secret) => masterKeys.open(secret, WEBHOOK_SECRET_PURPOSE)));
}

/** A rotation would end the previous secret, which signs until `endsAt`. */
export class PreviousSecretError extends Error {
  override readonly name = 'PreviousSecretError';
  /** ISO 8601 in UTC. */
  readonly endsAt: string;
  constructor(endsAt: string) {
    super(`The previous webhook secret signs until ${endsAt}.`);
    this.endsAt = endsAt;
  }
}

/**
 * Rotates the webhook secret of a tenant and returns the new one. The previous secret also signs for seven days. The one before it ends at
 * once; with `keepsPrevious`, throws PreviousSecretError instead.
 */
export async function rotateWebhookSecret(
  services: Pick<Services, 'database' | 'masterKeys'>,
  tenantId: number,
  { keepsPrevious = false } = {},
): Promise<string> {
  const db = services.database.systemOf(tenantId);
  const secret = newWebhookSecret();
  const { numUpdatedRows } = await db
    .updateTable('tenant')
    .set({
      webhook_previous_secret_sealed: sql`webhook_secret_sealed`,
      webhook_secret_sealed: await services.masterKeys.seal(secret, WEBHOOK_SECRET_PURPOSE),
      webhook_secret_rotated_at: sql`clock_now()`,
    })
    .where('id', '=', tenantId)
    // In the same statement, so that two operators cannot both rotate.
    .$if(keepsPrevious, (update) =>
      update.where(sql<boolean>`(webhook_secret_rotated_at > clock_now() - interval '7 days') IS NOT TRUE`),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return secret;
  const tenant = await db
    .selectFrom('tenant')
    .select(sql<string | null>`webhook_secret_rotated_at + interval '7 days'`.as('ends_at'))
    .where('id', '=', tenantId)
    .executeTakeFirst();
  if (tenant?.ends_at) throw new PreviousSecretError(tenant.ends_at);
  throw new Error('There is no such tenant.');
}

function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
