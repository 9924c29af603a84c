import type { Database } from './connection.ts';
import { afterMove, TenantAwayError } from './tenant-away.ts';

/** As afterMove(). Undefined if the tenant was deleted: with several servers, that looks like a move that does not end. */
export async function afterMoveOrDeletion<T>(
  database: Database,
  tenantId: number,
  run: () => Promise<T>,
): Promise<T | undefined> {
  return afterMove(async () => {
    try {
      return await run();
    } catch (error) {
      if (error instanceof TenantAwayError && !(await isAnywhere(database, tenantId))) return undefined;
      throw error;
    }
  });
}

async function isAnywhere({ servers }: Database, tenantId: number): Promise<boolean> {
  // Twice: between the two looks, it can arrive at a server that was asked and leave one that was not.
  for (const { database } of [...servers, ...servers]) {
    const found = database.system.selectFrom('tenant').select('id').where('id', '=', tenantId);
    if ((await found.executeTakeFirst()) !== undefined) return true;
  }
  return false;
}
