import type { TenantDatabase } from '../../../core/db/connection.ts';
import { changedColumns } from '../../../core/db/partial-change.ts';
import { notFound } from '../../../core/http/index.ts';
import { EVENTS } from '../../changes/index.ts';
import type { Author } from '../history.ts';
import { contractColumns, isBlank, statusActivityText } from '../rules.ts';
import { lockCompany, updateCompany } from './queries.ts';
import type { CompanyStatusBody, ContractStatusBody } from './schema.ts';

interface StatusOptions {
  author: Author;
  /** The entries of the value list by id. */
  names: ReadonlyMap<number, { name_en: string }>;
}

/** Sets the status of a company. Without a comment, the current status changes nothing. Throws 404 for an unknown company. */
export async function setCompanyStatus(
  db: TenantDatabase,
  tenantId: number,
  companyId: number,
  { statusId, comment }: CompanyStatusBody,
  { author, names }: StatusOptions,
): Promise<void> {
  const stored = await lockCompany(db, tenantId, companyId);
  if (stored === undefined) throw notFound('Company');
  if (stored.status_id === statusId && isBlank(comment)) return;
  const [from, to] = [names.get(stored.status_id)!, names.get(statusId)!];
  const text = statusActivityText('Status', from.name_en, to.name_en, { comment });
  const columns = { status_id: statusId };
  await updateCompany(db, tenantId, stored, columns, {
    event: EVENTS.companyStatusChanged,
    activity: { kind: 'statusChanged', text, author },
  });
}

/**
 * Sets the contract status of a company. Without a comment, the current status and day change nothing. Throws 404 for an
 * unknown company.
 */
export async function setContractStatus(
  db: TenantDatabase,
  tenantId: number,
  companyId: number,
  body: ContractStatusBody,
  { author, names }: StatusOptions,
): Promise<void> {
  const stored = await lockCompany(db, tenantId, companyId);
  if (stored === undefined) throw notFound('Company');
  const columns = contractColumns(stored, body);
  const isSame = Object.keys(changedColumns(stored, columns)).length === 0;
  if (isSame && isBlank(body.comment)) return;
  const [from, to] = [names.get(stored.contract_status_id)!, names.get(body.contractStatusId)!];
  const text = statusActivityText('Contract status', from.name_en, to.name_en, body);
  await updateCompany(db, tenantId, stored, columns, {
    event: EVENTS.companyContractStatusChanged,
    activity: { kind: 'contractStatusChanged', text, author },
  });
}
