import { findMissingLists, readTenantLists } from '../areas/masterdata/index.ts';
import { listTenants } from '../areas/tenants/index.ts';
import type { Database } from '../core/db/connection.ts';
import { shorten } from '../core/db/privileges.ts';

/** Whether each tenant has the value lists that it got at its creation. */
export async function checkTenantLists(database: Database): Promise<['ok' | 'fail', string]> {
  const lists = await readTenantLists();
  const incomplete: string[] = [];
  for (const { id, key } of await listTenants(database.system)) {
    const missing = await findMissingLists(database.tenant(id), id, lists);
    if (missing.length > 0) incomplete.push(`${key} (${missing.join(', ')})`);
  }
  if (incomplete.length === 0) return ['ok', 'Every tenant has its own value lists.'];
  return [
    'fail',
    `The creation of these tenants was interrupted, so they lack value lists: ${shorten(incomplete)}. To add them, run, with the name that "npx stellwerk tenant list" shows: npx stellwerk tenant create KEY --name NAME`,
  ];
}
