import { ensureSigningKey } from './areas/access/index.ts';
import { copySharedLists, loadBuiltInLists } from './areas/masterdata/index.ts';
import { registerMasterKeys } from './core/crypto/master-keys.ts';
import type { Services } from './core/services.ts';

/** Registers the master key, and creates the signing key of a new installation. Idempotent. */
export async function prepareKeys({
  database,
  masterKeys,
}: Pick<Services, 'database' | 'masterKeys'>): Promise<void> {
  await registerMasterKeys(database, masterKeys);
  await ensureSigningKey(database.system, masterKeys);
}

/** Registers the master key, creates the signing key, and loads the built-in lists, which all servers have. Idempotent. */
export async function prepareInstallation({
  database,
  masterKeys,
}: Pick<Services, 'database' | 'masterKeys' | 'log'>): Promise<void> {
  await prepareKeys({ database, masterKeys });
  await loadBuiltInLists(database.system);
  await copySharedLists(database);
}
