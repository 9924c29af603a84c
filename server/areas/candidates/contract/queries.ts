import { type SelectType, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { DB } from '../../../core/db/generated/database.ts';
import type { StoredContract } from './rules.ts';

const milliseconds = (column: string) =>
  sql<number | null>`(floor(extract(epoch FROM ${sql.ref(column)}) * 1000))::float8`;

/** Reads the contract and the time of the call, and locks the candidate. Undefined if the candidate does not exist. */
export function lockContract(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<(StoredContract & { end_of_operation_at: number | null; now: number }) | undefined> {
  return db
    .selectFrom('candidate')
    .select([
      'is_work_contract_signed',
      'did_not_show_up_for_work',
      milliseconds('work_contract_signed_at').as('work_contract_signed_at'),
      milliseconds('end_of_operation_at').as('end_of_operation_at'),
      sql<number>`(floor(extract(epoch FROM clock_now()) * 1000))::float8`.as('now'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .forUpdate()
    .executeTakeFirst();
}

type Column =
  | 'is_work_contract_signed'
  | 'work_contract_signed_at'
  | 'did_not_show_up_for_work'
  | 'end_of_operation_at';

export async function updateContract(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  columns: Partial<{ [Name in Column]: SelectType<DB['candidate'][Name]> }>,
): Promise<void> {
  await db
    .updateTable('candidate')
    .set(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .execute();
}
