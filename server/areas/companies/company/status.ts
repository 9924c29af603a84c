import type { TenantDatabase } from '../../../core/db/connection.ts';
import { changedColumns } from '../../../core/db/partial-change.ts';
import { notFound } from '../../../core/http/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { findNewestText } from '../activities/queries.ts';
import { hasComment, isBlank, type StatusName, statusActivityText } from '../activity-texts.ts';
import type { ActivityKind, Author } from '../history.ts';
import { contractColumns } from '../rules.ts';
import { lockCompany, updateCompany } from './queries.ts';
import type { CompanyStatusBody, ContractStatusBody } from './schema.ts';

interface StatusOptions {
  author: Author;
  /** The entries of the value list by id. */
  names: ReadonlyMap<number, StatusName>;
}

/**
 * Sets the status of a company. The current status changes nothing without a comment or with the one that it has, so that a call
 * whose response was lost can be repeated. Throws 404 for an unknown company.
 */
export async function setCompanyStatus(
  db: TenantDatabase,
  tenantId: number,
  companyId: number,
  { statusId, comment }: CompanyStatusBody,
  { author, names }: StatusOptions,
): Promise<void> {
  const stored = await lockCompany(db, tenantId, companyId);
  if (stored === undefined) throw notFound('Company');
  const changed = changedColumns(stored, { status_id: statusId });
  const kind = 'statusChanged';
  if (isEmpty(changed) && (await isRepeated(db, tenantId, companyId, kind, comment))) return;
  const [from, to] = [names.get(stored.status_id)!, names.get(statusId)!];
  const text = statusActivityText('status', { from, to, comment });
  await updateCompany(db, tenantId, stored, changed, {
    event: EVENTS.companyStatusChanged,
    activity: { kind, text, author },
  });
}

/**
 * Sets the contract status of a company. The current status and day change nothing without a comment or with the one that they
 * have. Throws 404 for an unknown company.
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
  const changed = changedColumns(stored, columns);
  const kind = 'contractStatusChanged';
  if (isEmpty(changed) && (await isRepeated(db, tenantId, companyId, kind, body.comment))) return;
  const text = statusActivityText('contractStatus', {
    from: names.get(stored.contract_status_id)!,
    to: names.get(body.contractStatusId)!,
    fromDay: stored.contract_valid_from,
    toDay: columns.contract_valid_from,
    comment: body.comment,
  });
  await updateCompany(db, tenantId, stored, changed, {
    event: EVENTS.companyContractStatusChanged,
    activity: { kind, text, author },
  });
}

function isEmpty(changed: object): boolean {
  return Object.keys(changed).length === 0;
}

/** Whether the current status would get no comment that it does not have. Call it after `lockCompany`. */
async function isRepeated(
  db: TenantDatabase,
  tenantId: number,
  companyId: number,
  kind: ActivityKind,
  comment: string | null | undefined,
): Promise<boolean> {
  if (comment == null || isBlank(comment)) return true;
  return hasComment(await findNewestText(db, tenantId, companyId, kind), comment);
}
