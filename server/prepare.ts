import { ensureSigningKey } from './areas/access/index.ts';
import { loadBuiltInLists } from './areas/masterdata/index.ts';
import type { Services } from './core/services.ts';

/** Registers the master key, creates the signing key, and loads the built-in lists. Idempotent. */
export async function prepareInstallation({
  database,
  masterKeys,
}: Pick<Services, 'database' | 'masterKeys' | 'log'>): Promise<void> {
  await masterKeys.register();
  await ensureSigningKey(database.system, masterKeys);
  await loadBuiltInLists(database.system);
}
