import { ensureSigningKey } from './areas/access/index.ts';
import { loadBuiltInLists } from './areas/masterdata/index.ts';
import type { Services } from './core/services.ts';

/** Creates the signing key and loads the built-in lists. Idempotent. */
export async function prepareInstallation({
  database,
  masterKey,
}: Pick<Services, 'database' | 'masterKey' | 'log'>): Promise<void> {
  await ensureSigningKey(database.system, masterKey);
  await loadBuiltInLists(database.system);
}
