import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Services } from '../../../core/services.ts';
import {
  addNote,
  createPart,
  deletePart,
  insertCompany,
  setCompanyStatus,
  setContractStatus,
  setPartActive,
} from '../../companies/index.ts';
import { sharedList } from '../../masterdata/index.ts';
import { type DemoCompany, planCompanies } from '../plan/companies.ts';
import type { Organisation } from './candidates.ts';

interface StoredDemoSite {
  id: number;
  /** In use. */
  contactIds: number[];
  /** Not deleted. */
  locationIds: number[];
}

export interface StoredDemoCompany {
  id: number;
  officeId: number;
  recruiterId: number;
  sites: StoredDemoSite[];
  plan: DemoCompany;
}

/** Names of the statuses for the history. Read them before the transaction, which holds a connection. */
export async function readStatusNames({ database }: Services) {
  const [customer, contract] = await Promise.all([
    sharedList(database, 'customerstatus'),
    sharedList(database, 'contractstatus'),
  ]);
  return { customer: customer.byId, contract: contract.byId };
}

type StatusNames = Awaited<ReturnType<typeof readStatusNames>>;

// The history of a company follows its creation in steps of this length.
const STEP_DAYS = 2;

/** Stores the companies with sites, contacts, work locations, statuses, and notes. Writes the same changes and events as the API. */
export async function writeCompanies(
  db: TenantDatabase,
  tenantId: number,
  now: Date,
  organisation: Pick<Organisation, 'branchIds' | 'userIds'>,
  names: StatusNames,
): Promise<StoredDemoCompany[]> {
  const stored: StoredDemoCompany[] = [];
  for (const plan of planCompanies(now))
    stored.push(await writeCompany(db, tenantId, plan, organisation, names));
  await moveActivities(db, tenantId);
  return stored;
}

async function writeCompany(
  db: TenantDatabase,
  tenantId: number,
  plan: DemoCompany,
  { branchIds, userIds }: Pick<Organisation, 'branchIds' | 'userIds'>,
  names: StatusNames,
): Promise<StoredDemoCompany> {
  const officeId = branchIds[plan.branch]!;
  const recruiterId = userIds[plan.recruiter]!;
  const author = { userId: recruiterId, apiClientId: null };
  const origin = { responsibility: recruiterId, createdAtUtc: plan.createdAt.toISOString() };
  const companyId = await insertCompany(db, tenantId, { ...plan.body, ...origin, officeId });
  const setting: Setting = { companyId, options: { author }, origin };
  const sites: StoredDemoSite[] = [];
  for (const site of plan.sites) sites.push(await writeSite(db, tenantId, setting, site));
  await retire(db, tenantId, setting, sites, plan);
  for (const statusId of plan.status)
    await setCompanyStatus(db, tenantId, companyId, { statusId }, { author, names: names.customer });
  if (plan.contract !== null)
    await setContractStatus(db, tenantId, companyId, plan.contract, { author, names: names.contract });
  await addNote(db, tenantId, companyId, { text: plan.note, author });
  return { id: companyId, officeId, recruiterId, sites, plan };
}

interface Setting {
  companyId: number;
  options: { author: { userId: number; apiClientId: null } };
  /** Columns of every record. */
  origin: { responsibility: number; createdAtUtc: string };
}

async function writeSite(
  db: TenantDatabase,
  tenantId: number,
  { companyId, options, origin }: Setting,
  site: DemoCompany['sites'][number],
): Promise<StoredDemoSite> {
  const place = { part: 'site', companyId } as const;
  const { id } = await createPart(db, tenantId, place, { ...site.body, ...origin }, options);
  const below = { companyId, siteId: id };
  const contactIds: number[] = [];
  for (const contact of site.contacts) {
    const body = { ...contact, ...origin };
    contactIds.push((await createPart(db, tenantId, { part: 'contact', ...below }, body, options)).id);
  }
  const locationIds: number[] = [];
  for (const { contact, body: planned } of site.locations) {
    const contactId = contact === null ? null : contactIds[contact]!;
    const body = { ...planned, contactId, createdAtUtc: origin.createdAtUtc };
    locationIds.push((await createPart(db, tenantId, { part: 'location', ...below }, body, options)).id);
  }
  return { id, contactIds, locationIds };
}

/** Deactivates what the plan says: the last record of each kind, unless it is the only one. */
async function retire(
  db: TenantDatabase,
  tenantId: number,
  { companyId, options }: Setting,
  sites: StoredDemoSite[],
  { losesContact, losesLocation }: DemoCompany,
): Promise<void> {
  const { id: siteId, contactIds, locationIds } = sites.at(-1)!;
  if (losesContact && contactIds.length > 1) {
    const place = { part: 'contact', companyId, siteId, id: contactIds.pop()! } as const;
    await setPartActive(db, tenantId, place, false, options);
  }
  if (losesLocation && locationIds.length > 1)
    await deletePart(db, tenantId, { part: 'location', companyId, siteId, id: locationIds.pop()! }, options);
}

/** Dates the history of each company after its creation, in the order in which it was written. */
async function moveActivities(db: TenantDatabase, tenantId: number): Promise<void> {
  await sql`
    UPDATE company_activity AS a SET occurred_at = planned.at
      FROM (SELECT x.id, c.created_at + make_interval(days => ${STEP_DAYS}::int * (row_number() OVER (PARTITION BY c.id ORDER BY x.id))::int) AS at
              FROM company_activity AS x JOIN company AS c ON c.tenant_id = ${tenantId} AND c.id = x.company_id
             WHERE x.tenant_id = ${tenantId}) AS planned
     WHERE a.tenant_id = ${tenantId} AND a.id = planned.id`.execute(db);
}
