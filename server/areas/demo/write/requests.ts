import type { TenantDatabase } from '../../../core/db/connection.ts';
import { insertRequest, setRequestStatus } from '../../requests/index.ts';
import { Random } from '../plan/random.ts';
import { planRequests } from '../plan/requests.ts';
import type { StoredDemoCompany } from './companies.ts';

const SEED = 20_260_419;

/** Writes the requests of every company and their statuses. */
export async function writeRequests(
  db: TenantDatabase,
  tenantId: number,
  companies: readonly StoredDemoCompany[],
  now: Date,
): Promise<void> {
  const random = new Random(SEED);
  for (const company of companies) {
    const { industryId } = company.plan.body;
    for (const { kind, values, createdAt, steps } of planRequests(
      random,
      { industryId, status: company.plan.status },
      now,
    )) {
      const id = await insertRequest(db, tenantId, {
        kind,
        companyId: company.id,
        values: {
          ...values,
          ...placeOf(random, company),
          officeId: company.officeId,
          responsibility: company.recruiterId,
        },
        createdAt: createdAt.toISOString(),
      });
      if (id === undefined) throw new Error(`Company ${company.id} is gone.`);
      for (const { statusId, comment, at } of steps)
        await setRequestStatus(db, tenantId, { id, kind }, { statusId, comment, setAt: at.toISOString() });
    }
  }
}

/** An active site, with a contact and a work location if it has them. */
function placeOf(random: Random, { sites }: StoredDemoCompany) {
  if (sites.length === 0) return {};
  const { id, contactIds, locationIds } = random.pick(sites);
  return {
    siteId: id,
    contactId: contactIds.length === 0 ? null : random.pick(contactIds),
    locationId: locationIds.length === 0 ? null : random.pick(locationIds),
  };
}
