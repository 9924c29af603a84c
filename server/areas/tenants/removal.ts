import { sql } from 'kysely';
import pg from 'pg';
import type { Services } from '../../core/services.ts';

/**
 * Deletes a tenant and all its rows in one transaction. The list of tables comes from the catalog, so a new table cannot be
 * forgotten. The order that foreign keys require is found by trial. Blobs stay, because the caller owns the store.
 */
export async function removeTenant(services: Services, tenantId: number): Promise<void> {
  const session = await services.database.checkout(tenantId);
  const { client } = session;
  try {
    const { rows } = await client.query(`
      SELECT format('%I', class.relname) AS name
        FROM pg_class AS class
        JOIN pg_attribute AS attribute ON attribute.attrelid = class.oid AND attribute.attname = 'tenant_id'
       WHERE class.relnamespace = 'public'::regnamespace AND class.relkind IN ('r', 'p') AND NOT class.relispartition`);
    let waiting: string[] = rows.map((row) => row.name);
    await client.query('BEGIN');
    while (waiting.length > 0) {
      const refused: string[] = [];
      for (const table of waiting) {
        await client.query('SAVEPOINT removal');
        try {
          await client.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenantId]);
        } catch (error) {
          if (!(error instanceof pg.DatabaseError) || error.code !== '23503') throw error;
          await client.query('ROLLBACK TO SAVEPOINT removal');
          refused.push(table);
        }
      }
      if (refused.length === waiting.length) {
        throw new Error(`Tables that refer to each other keep the tenant: ${refused.join(', ')}.`);
      }
      waiting = refused;
    }
    await client.query('DELETE FROM tenant WHERE id = $1', [tenantId]);
    await client.query('COMMIT');
    session.release();
    // Last, so that a removal that was interrupted can be repeated.
    await services.database.system.deleteFrom('placed_tenant').where('id', '=', tenantId).execute();
  } catch (error) {
    session.release(true);
    throw error;
  }
}

/** Changes the key of a tenant on the first server. Throws if another tenant has it. */
export async function changeTenantKey(services: Services, tenantId: number, key: string): Promise<void> {
  await sql`UPDATE tenant SET key = ${key} WHERE id = ${tenantId}`.execute(services.database.system);
}
