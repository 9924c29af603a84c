import { discardPendingBlobs } from '../../core/blobs/pending.ts';
import type { Services } from '../../core/services.ts';
import type { Role } from '../users/index.ts';
import { CONSOLE_USERS, USERS } from './lists/users.ts';
import { planCandidates } from './plan/candidates.ts';
import { writeBranches } from './write/branches.ts';
import { type Organisation, writeCandidates } from './write/candidates.ts';
import { readStatusNames, writeCompanies } from './write/companies.ts';
import { storeCvs, writeDocuments } from './write/documents.ts';
import { writeJobAds } from './write/job-ads.ts';
import { writeApplications, writeCommunications, writeMoves, writeStatus } from './write/proceedings.ts';
import { writeProposals } from './write/proposals.ts';
import { writeRequests } from './write/requests.ts';
import { writeTasks } from './write/tasks.ts';
import { planTraffic, writeTraffic } from './write/traffic.ts';
import { writeUsers } from './write/users.ts';

interface DemoUsers {
  consoleUser: string;
  adminUserId: number;
  consoleUsers: { email: string; role: Role; name: string }[];
}

/**
 * Fills an empty tenant with the demo data. The same `now` gives the same people, ads, and dates. All data is fictitious;
 * phone numbers and addresses are from ranges reserved for fiction and examples. Runs in one transaction and writes changes
 * and events like the API; after a failure the tenant is still empty. Returns the id and the sign-in name of the
 * administrator, and one user of each role. None of them has a password yet.
 */
export async function createDemoData(services: Services, tenantId: number, now: Date): Promise<DemoUsers> {
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
        await writeMoves(db, tenantId, stored);
        await writeDocuments(db, tenantId, stored, blobs, firstApplications);
        await writeProposals(db, tenantId, now, stored);
        await writeTasks(db, tenantId, now, userIds);
        return userIds;
      });
    const consoleUsers = CONSOLE_USERS.map(({ email, role, firstName, lastName }) => ({
      email,
      role,
      name: `${firstName} ${lastName}`,
    }));
    return { consoleUser: USERS[0]!.email, adminUserId: userIds[0]!, consoleUsers };
  } catch (error) {
    await discardPendingBlobs(services, tenantId, blobKeys);
    throw error;
  }
}
