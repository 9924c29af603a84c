import { discardPendingBlobs } from '../../core/blobs/pending.ts';
import type { Services } from '../../core/services.ts';
import { USERS } from './lists/users.ts';
import { planCandidates } from './plan/candidates.ts';
import { writeBranches } from './write/branches.ts';
import { type Organisation, writeCandidates } from './write/candidates.ts';
import { readStatusNames, writeCompanies } from './write/companies.ts';
import { storeCvs, writeDocuments } from './write/documents.ts';
import { writeJobAds } from './write/job-ads.ts';
import { writeApplications, writeCommunications, writeStatus } from './write/proceedings.ts';
import { writeRequests } from './write/requests.ts';
import { planTraffic, writeTraffic } from './write/traffic.ts';
import { writeUsers } from './write/users.ts';

export { samplePdf } from './write/sample-pdf.ts';

/**
 * Fills an empty tenant with the demo data. The same `now` gives the same people, ads, and dates. All data is fictitious;
 * phone numbers and addresses are from ranges reserved for fiction and examples. Runs in one transaction and writes changes
 * and events like the API; after a failure the tenant is still empty. Returns the id and the sign-in name of the
 * administrator, who has no password yet.
 */
export async function createDemoData(
  services: Services,
  tenantId: number,
  now: Date,
): Promise<{ consoleUser: string; adminUserId: number }> {
  const plans = planCandidates(now);
  const blobKeys: string[] = [];
  try {
    const statusNames = await readStatusNames(services);
    const blobs = await storeCvs(services, tenantId, plans, (key) => blobKeys.push(key));
    const userIds = await services.database
      .tenant(tenantId)
      .transaction()
      .execute(async (db) => {
        const branchIds = await writeBranches(db, tenantId, now);
        const userIds = await writeUsers(db, tenantId, now, branchIds);
        const jobAdIds = await writeJobAds(db, tenantId, now, branchIds, userIds);
        await writeTraffic(db, tenantId, jobAdIds, planTraffic(now));
        const organisation: Organisation = { branchIds, userIds, jobAdIds };
        const companies = await writeCompanies(db, tenantId, now, organisation, statusNames);
        await writeRequests(db, tenantId, companies, now);
        const stored = await writeCandidates(db, tenantId, plans, organisation);
        const firstApplications = await writeApplications(db, tenantId, stored, organisation);
        await writeCommunications(db, tenantId, stored);
        await writeStatus(db, tenantId, stored);
        await writeDocuments(db, tenantId, stored, blobs, firstApplications);
        return userIds;
      });
    return { consoleUser: USERS[0]!.email, adminUserId: userIds[0]! };
  } catch (error) {
    await discardPendingBlobs(services, tenantId, blobKeys);
    throw error;
  }
}
