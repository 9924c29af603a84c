import { type BlobStore, requireOwnStore } from '../../core/blobs/index.ts';
import { findOwnObjects } from '../../core/db/own-objects.ts';
import { deleteJobs } from '../../core/move/move-jobs.ts';
import { deleteRows, readTenantCatalog } from '../../core/move/move-rows.ts';
import type { Services } from '../../core/services.ts';
import { deletePlacement } from './queries.ts';

/** What a removal has deleted. */
interface Removed {
  rows: number;
  files: number;
  /** Tables that an operator has added. They are as they were. */
  ownTables: string[];
}

/**
 * Deletes a tenant: all its rows, its waiting jobs, and its files. The list of tables comes from what the migrations create, so a new
 * table cannot be forgotten. Rows go in short transactions, so that others go on working, and the tenant itself is the last of them: a removal that
 * was interrupted can be repeated until nothing is left. End access before, or what is written meanwhile makes it fail. Throws
 * StoreOwnershipError, before anything is deleted, if the store belongs to another installation: that one can have a tenant with this id.
 */
export async function removeTenant(
  services: Services,
  tenantId: number,
  store: Pick<BlobStore, 'list' | 'delete' | 'readOwner'>,
): Promise<Removed> {
  await requireOwnStore(services.database.system, store);
  const session = await services.database.checkout(tenantId);
  const { client } = session;
  const removed: Removed = { rows: 0, files: 0, ownTables: [] };
  try {
    const { tables } = await readTenantCatalog(client);
    removed.ownTables = (await findOwnObjects(client)).tables;
    const [records, tenant] = [
      tables.filter(({ name }) => name !== '"tenant"'),
      tables.filter(({ name }) => name === '"tenant"'),
    ];
    await deleteJobs({ client, role: undefined }, tenantId);
    removed.rows += await deleteRows(client, records, tenantId);
    for await (const { key } of store.list(`t${tenantId}/`)) {
      await store.delete(key);
      removed.files += 1;
    }
    // Again, because of what a running job has written meanwhile.
    await deleteJobs({ client, role: undefined }, tenantId);
    removed.rows += await deleteRows(client, [...tenant, ...records], tenantId);
    session.release();
  } catch (error) {
    session.release(true);
    throw error;
  }
  // Last. If it fails, `deletePlacement` alone completes the removal.
  await deletePlacement(services.database, tenantId);
  return removed;
}
