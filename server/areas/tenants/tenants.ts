import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { MasterKeys } from '../../core/crypto/master-keys.ts';
import type { SealedColumn } from '../../core/crypto/rotation.ts';
import type { SystemDatabase } from '../../core/db/connection.ts';
import type { Services } from '../../core/services.ts';
import { createTenantLists } from '../masterdata/index.ts';

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

/** Creates a tenant with its own copies of the tenant-owned lists. Throws if the key is taken or malformed. */
export async function createTenant(
  services: Services,
  tenant: { key: string; name: string },
): Promise<NewTenant> {
  const webhookSecret = newWebhookSecret();
  const { id } = await services.database.system
    .insertInto('tenant')
    .values({
      key: tenant.key,
      name: tenant.name,
      webhook_secret_sealed: await services.masterKeys.seal(webhookSecret, WEBHOOK_SECRET_PURPOSE),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await createTenantLists(services.database.tenant(id), id);
  return { id, key: tenant.key, webhookSecret };
}

export function listTenants(db: SystemDatabase) {
  return db.selectFrom('tenant').select(['id', 'key', 'name', 'created_at']).orderBy('id').execute();
}

export function findTenant(db: SystemDatabase, key: string) {
  return db.selectFrom('tenant').select(['id', 'key', 'name']).where('key', '=', key).executeTakeFirst();
}

/** The only tenant of the installation; undefined if there are several or none. */
export async function findOnlyTenant(db: SystemDatabase) {
  const tenants = await db.selectFrom('tenant').select(['id', 'key', 'name']).limit(2).execute();
  return tenants.length === 1 ? tenants[0] : undefined;
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
  }>`SELECT sealed_webhook_secrets(${tenantId}) AS sealed`.execute(services.database.system);
  return openWebhookSecrets(services, rows[0]?.sealed ?? []);
}

/** Decrypts the result of sealed_webhook_secrets. */
export async function openWebhookSecrets(
  { masterKeys }: { masterKeys: MasterKeys },
  sealed: readonly string[],
): Promise<string[]> {
  return Promise.all(sealed.map((secret) => masterKeys.open(secret, WEBHOOK_SECRET_PURPOSE)));
}

/** Rotates the webhook secret of a tenant and returns the new one. The previous secret also signs for seven days. */
export async function rotateWebhookSecret(
  services: Pick<Services, 'database' | 'masterKeys'>,
  tenantId: number,
): Promise<string> {
  const secret = newWebhookSecret();
  const { numUpdatedRows } = await services.database.system
    .updateTable('tenant')
    .set({
      webhook_previous_secret_sealed: sql`webhook_secret_sealed`,
      webhook_secret_sealed: await services.masterKeys.seal(secret, WEBHOOK_SECRET_PURPOSE),
      webhook_secret_rotated_at: sql`clock_now()`,
    })
    .where('id', '=', tenantId)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error('There is no such tenant.');
  return secret;
}

function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
