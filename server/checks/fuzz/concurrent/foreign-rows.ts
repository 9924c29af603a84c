import { openTenantDigest } from '../../records/tenant-digest.ts';
import type { World } from './world.ts';

/** Tables that change without a request of the tenant. */
const OWN_ACCORD = new Set(['change_horizon']);

/** Returns a function that finds the tables of the second tenant that have changed since. */
export async function watchForeignRows({ installation, second }: World): Promise<() => Promise<string[]>> {
  const digestOf = await openTenantDigest(installation);
  const before = await digestOf(second.tenant.id);
  return async () => {
    const after = await digestOf(second.tenant.id);
    return Object.keys(after)
      .filter((table) => after[table] !== before[table] && !OWN_ACCORD.has(table))
      .map((table) => `${table} of the second tenant has changed`);
  };
}
