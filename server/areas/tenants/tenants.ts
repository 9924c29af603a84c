import { randomBytes } from 'node:crypto';
import { sealText } from '../../core/crypto/sealing.ts';
import type { SystemDatabase } from '../../core/db/connection.ts';
import type { Services } from '../../core/services.ts';
import { createTenantLists } from '../masterdata/index.ts';

export const WEBHOOK_SECRET_PURPOSE = 'webhook-secret';

export interface NewTenant {
  id: number;
  key: string;
  /** Signs the tenant's webhook calls; `whsec_` and Base64, as Standard Webhooks writes it. */
  webhookSecret: string;
}

/** Creates a tenant with its own copies of the tenant-owned lists. Throws when the key is taken or malformed. */
export async function createTenant(
  services: Services,
  tenant: { key: string; name: string },
): Promise<NewTenant> {
  const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;
  const { id } = await services.database.system
    .insertInto('tenant')
    .values({
      key: tenant.key,
      name: tenant.name,
      webhook_secret_sealed: sealText(webhookSecret, {
        masterKey: services.masterKey,
        purpose: WEBHOOK_SECRET_PURPOSE,
      }),
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
