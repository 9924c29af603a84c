import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { NO_ADDRESS, type StoredAddress } from '../addresses/index.ts';
import type { LocatedEntity } from './refinement-job-sql.ts';

const TABLES = { company: 'company', site: 'site', location: 'work_location' } as const;
const ADDRESS = Object.keys(NO_ADDRESS).map((column) => sql.ref(column));

/** Returns the stored address and its company, or undefined if the record does not exist or is deleted. */
export async function findAddress(
  db: TenantDatabase,
  tenantId: number,
  entity: LocatedEntity,
  id: number,
): Promise<(StoredAddress & { company_id: number }) | undefined> {
  const { rows } = await sql<StoredAddress & { company_id: number }>`
    SELECT ${sql.ref(entity === 'company' ? 'id' : 'company_id')} AS company_id, ${sql.join(ADDRESS)}
      FROM ${sql.table(TABLES[entity])}
     WHERE tenant_id = ${tenantId} AND id = ${id} ${entity === 'location' ? sql`AND deleted_at IS NULL` : sql``}`.execute(
    db,
  );
  return rows[0];
}
