import { APPLICATION_STAGES } from '../server/areas/candidates/index.ts';
import { applyCv } from '../server/areas/documents/cv/apply.ts';
import { PROPOSAL_STATUSES } from '../server/areas/proposals/record/rules.ts';
import { indexMarked } from '../server/areas/search/index.ts';
import type { ApiResponse, TestService } from '../server/testing/harness.ts';
import { externalApplication } from '../server/testing/makers/applications.ts';
import { makeBranch } from '../server/testing/makers/branches.ts';
import { companyMaker } from '../server/testing/makers/companies.ts';
import { proposalMaker } from '../server/testing/makers/proposals.ts';
import { sharedWebhooks } from './shared-webhooks.ts';

/** So many candidates, and twice as many of other records. */
const KEPT = 5;

interface Pair {
  of: number;
  id: number;
}

/** Used while there is no record of a kind. */
const NONE: Pair = { of: 1, id: 2_147_483_647 };

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!;
const some = <T>(items: readonly T[]): T[] => items.filter(() => Math.random() < 0.5);

/** Adds the id of what was created, for as long as there are few. */
function keep<T>(items: T[], response: ApiResponse, toItem: (id: number) => T): ApiResponse {
  if (response.status === 200) items.push(toItem(response.body.id));
  if (items.length > 2 * KEPT) items.shift();
  return response;
}

function drop<T>(items: T[], item: T, response: ApiResponse): ApiResponse {
  if (response.status < 300 && items.includes(item)) items.splice(items.indexOf(item), 1);
  return response;
}

const itself = (id: number) => id;
const text = () => `Text ${Math.random()}`;
const base64 = () => btoa(text());

const QUALIFICATIONS = ['Kran', 'Löten', 'Fräsen', 'Drehen', 'Bohren'];

/** All have it, so that they are pairs. */
const EMAIL = 'ada@example.org';

/** Calls that write to the same few records, in all areas that share records. Each draws its records and values. */
export async function sharedRecords(service: TestService) {
  const { api, id: tenantId } = service.tenant;
  const make = await proposalMaker(service);
  const { recruiter, officeId, companyId, siteId } = make;
  const admin = await service.platform('admin');
  const parts = companyMaker(api);
  const otherOfficeId = await makeBranch(service, 'Süd');

  const entryOf = async (list: string, nameDe: string): Promise<number> =>
    (await admin.post(`/masterdata/${list}/entries`, { nameEn: nameDe, nameDe })).body.id;
  const industryId = await entryOf('industries', text());
  const qualifications: number[] = [];
  for (const name of QUALIFICATIONS) qualifications.push(await entryOf('qualifications', name));

  const candidates: number[] = [];
  const requests: number[] = [];
  const ads: number[] = [];
  const contacts: number[] = [];
  const locations: number[] = [];
  const users: number[] = [];
  const tasks: number[] = [];
  const merges: Pair[] = [];
  const proposals: Pair[] = [];
  const documents: number[] = [];
  const applications: number[] = [];
  const notes: Pair[] = [];

  const newAd = () => ({
    title: text(),
    officeId,
    customerRequestId: pick(requests),
    tasks: 'Kochen',
    location: { city: 'Bonn' },
  });

  async function fillUp(): Promise<void> {
    while (candidates.length < KEPT) candidates.push(await make.candidate({ contact: { email: EMAIL } }));
  }
  const operations: Record<string, () => Promise<ApiResponse>> = {
    changeCandidate: () => api.put(`/candidates/${pick(candidates)}`, { title: text() }),
    setCandidateStatus: () =>
      api.put(`/candidates/${pick(candidates)}/status`, { statusId: pick([2003, 2004, 2005]) }),
    addKeyword: () => api.post(`/candidates/${pick(candidates)}/keywords`, { keyword: text() }),
    addJob: () =>
      api.post(`/candidates/${pick(candidates)}/resume/jobs`, { employer: text(), position: 'Koch' }),
    addEmail: () =>
      api.post(`/candidates/${pick(candidates)}/email`, {
        email: `a${Math.random()}@example.org`,
        isPrimary: true,
      }),
    addWhatsApp: () =>
      api.post(`/candidates/${pick(candidates)}/whatsapp`, {
        phoneNumber: `0151 ${Math.floor(1e7 + Math.random() * 8e7)}`,
        consentChecked: true,
        isPrimary: true,
      }),
    addQualification: () =>
      api.post(`/candidates/${pick(candidates)}/qualifications`, { name: 'Kran', score: pick([1, 2, 3]) }),
    renameQualification: () =>
      admin.put(`/masterdata/qualifications/entries/${pick(qualifications)}`, {
        nameDe: pick(QUALIFICATIONS),
        isExpired: pick([true, false]),
      }),
    addQualificationByName: () =>
      api.post(`/candidates/${pick(candidates)}/qualifications`, { name: pick(QUALIFICATIONS), score: 1 }),
    removeQualification: () =>
      api.delete(`/candidates/${pick(candidates)}/qualifications/${pick(qualifications)}`),
    renameIndustry: () => admin.put(`/masterdata/industries/entries/${industryId}`, { nameDe: text() }),
    changeIndustryOfCompany: () => api.put(`/customers/${companyId}`, { industryId }),
    setContract: () =>
      api.put(`/candidates/${pick(candidates)}/endofoperation`, {
        endOfOperationAtUtc: '2030-01-01T00:00:00Z',
      }),
    apply: async () =>
      keep(
        applications,
        await api.post(`/candidates/${pick(candidates)}/apply`, {
          recruiterId: recruiter.user.id,
          jobAdId: pick(ads) ?? NONE.id,
        }),
        itself,
      ),
    receive: () =>
      api.post(
        '/candidates/applies/external',
        externalApplication({ email: EMAIL, jobAdId: pick(ads) ?? null }),
      ),
    setStage: () =>
      recruiter.put(`/applications/${pick(applications) ?? NONE.id}/stage`, {
        stage: pick(APPLICATION_STAGES),
      }),
    upload: async () =>
      keep(
        documents,
        await api.post(`/candidates/${pick(candidates)}/documents/other`, {
          filename: 'a.pdf',
          // Not readable as a CV.
          base64File: btoa(`%PDF-1.7 ${text()}`),
        }),
        itself,
      ),
    deleteDocument: async () => {
      const id = pick(documents) ?? NONE.id;
      return drop(documents, id, await recruiter.delete(`/documents/${id}`));
    },
    addNote: async () => {
      const of = pick(candidates);
      const body = { text: text(), mentions: [recruiter.user.id] };
      return keep(notes, await recruiter.post(`/candidates/${of}/notes`, body), (id) => ({ of, id }));
    },
    changeNote: () => {
      const { of, id } = pick(notes) ?? NONE;
      return recruiter.put(`/candidates/${of}/communications/${id}`, { text: text() });
    },
    deleteNote: async () => {
      const note = pick(notes) ?? NONE;
      return drop(notes, note, await recruiter.delete(`/candidates/${note.of}/communications/${note.id}`));
    },
    attach: () => {
      const { of, id } = pick(notes) ?? NONE;
      const body = { filename: 'a.txt', file: `data:text/plain;base64,${base64()}` };
      return api.post(`/candidates/${of}/communications/${id}/attachments`, body);
    },
    changeBranchOfCandidate: () =>
      api.put(`/candidates/${pick(candidates)}`, { officeId: pick([officeId, otherOfficeId]) }),
    failToParse: async () => {
      await applyCv(service.services, tenantId, pick(documents) ?? NONE.id);
      return api.get('/candidates');
    },
    merge: async () => {
      const [of, mergedCandidateId] = [pick(candidates), pick(candidates)];
      const response = await recruiter.post(`/candidates/${of}/merge`, { mergedCandidateId });
      drop(candidates, mergedCandidateId, response);
      return keep(merges, response, (id) => ({ of, id }));
    },
    mergeUnchanged: async () => {
      const [of, mergedCandidateId] = [pick(candidates), pick(candidates)];
      const { headers } = await api.get(`/candidates/${of}`);
      const response = await recruiter.post(
        `/candidates/${of}/merge`,
        { mergedCandidateId },
        { headers: { 'if-match': headers.get('etag') ?? '*' } },
      );
      drop(candidates, mergedCandidateId, response);
      return keep(merges, response, (id) => ({ of, id }));
    },
    undo: async () => {
      const merge = pick(merges) ?? NONE;
      const response = await recruiter.post(`/candidates/${merge.of}/merges/${merge.id}/undo`);
      if (response.status === 200) candidates.push(response.body.candidateId);
      return drop(merges, merge, response);
    },
    dismiss: async () => {
      await indexMarked(service.services);
      const { body } = await recruiter.get('/duplicates');
      if (body.pairs.length === 0) return recruiter.get('/duplicates');
      return recruiter.put(`/duplicates/${pick<{ id: number }>(body.pairs).id}/dismissal`);
    },
    erase: async () => {
      const id = pick(candidates);
      return drop(candidates, id, await admin.delete(`/candidates/${id}`));
    },
    eraseUnchanged: async () => {
      const id = pick(candidates);
      const { headers } = await admin.get(`/candidates/${id}`);
      const ifMatch = { headers: { 'if-match': headers.get('etag') ?? '*' } };
      return drop(candidates, id, await admin.delete(`/candidates/${id}`, ifMatch));
    },
    hold: () => admin.put(`/candidates/${pick(candidates)}/hold`, { reason: 'Klage' }),
    release: () => admin.delete(`/candidates/${pick(candidates)}/hold`),
    propose: async () => {
      const of = pick(requests);
      const candidateIds = some(candidates).slice(0, 3);
      const response = await recruiter.post(`/requests/${of}/proposals`, { candidateIds });
      for (const { id } of response.body.proposals ?? []) proposals.push({ of, id });
      return response;
    },
    changeProposal: () => {
      const { of, id } = pick(proposals) ?? NONE;
      return recruiter.put(`/requests/${of}/proposals/${id}`, { status: pick(PROPOSAL_STATUSES) });
    },
    deleteProposal: async () => {
      const proposal = pick(proposals) ?? NONE;
      return drop(
        proposals,
        proposal,
        await recruiter.delete(`/requests/${proposal.of}/proposals/${proposal.id}`),
      );
    },
    changeRequest: () =>
      api.put(`/customers/requests/temporarystaffing/${pick(requests)}`, {
        title: text(),
        contactId: pick(contacts) ?? NONE.id,
        locationId: pick(locations) ?? NONE.id,
        siteId,
      }),
    setRequestStatus: () =>
      api.put(`/customers/requests/${pick(requests)}/status`, { statusId: pick([1, 2, 3]) }),
    changeCompany: () => api.put(`/customers/${companyId}`, { name: text() }),
    setCompanyStatus: () => api.put(`/customers/${companyId}/status`, { statusId: pick([1, 2]) }),
    addActivity: () => api.post(`/customers/${companyId}/activities`, { text: text() }),
    changeSite: () => api.put(`/customers/${companyId}/offices/${siteId}`, { description: text() }),
    setSiteStatus: () =>
      api.put(`/customers/${companyId}/offices/${siteId}/status`, { isActive: Math.random() < 0.8 }),
    addContact: async () =>
      keep(
        contacts,
        await api.post(`/customers/${companyId}/offices/${siteId}/contacts`, { lastName: 'Vogt' }),
        itself,
      ),
    changeContact: () =>
      api.put(`/customers/${companyId}/offices/${siteId}/contacts/${pick(contacts) ?? NONE.id}`, {
        lastName: text(),
      }),
    setContactStatus: () =>
      api.put(`/customers/${companyId}/offices/${siteId}/contacts/${pick(contacts) ?? NONE.id}/status`, {
        isActive: Math.random() < 0.7,
      }),
    addLocation: async () =>
      keep(
        locations,
        await api.post(`/customers/${companyId}/offices/${siteId}/locations`, {
          description: 'Halle',
          contactId: pick(contacts) ?? NONE.id,
        }),
        itself,
      ),
    deleteLocation: async () => {
      const id = pick(locations) ?? NONE.id;
      return drop(
        locations,
        id,
        await api.delete(`/customers/${companyId}/offices/${siteId}/locations/${id}`),
      );
    },
    addAd: async () => keep(ads, await recruiter.post('/jobads', newAd()), itself),
    changeAd: () =>
      recruiter.put(`/jobads/${pick(ads) ?? NONE.id}`, { title: text(), customerRequestId: pick(requests) }),
    publishAd: () => recruiter.post(`/jobads/${pick(ads) ?? NONE.id}/publish`),
    withdrawAd: () => recruiter.post(`/jobads/${pick(ads) ?? NONE.id}/withdraw`),
    deleteAd: async () => {
      const id = pick(ads) ?? NONE.id;
      return drop(ads, id, await recruiter.delete(`/jobads/${id}`));
    },
    addTask: async () => {
      const about = pick([
        { candidateId: pick(candidates) },
        { requestId: pick(requests) },
        { jobAdId: pick(ads) ?? NONE.id },
        { companyId },
      ]);
      const body = { title: text(), assigneeId: recruiter.user.id, ...about };
      return keep(tasks, await recruiter.post('/tasks', body), itself);
    },
    moveTask: () =>
      recruiter.put(
        `/tasks/${pick(tasks) ?? NONE.id}`,
        pick([{ candidateId: pick(candidates) }, { applicationId: pick(applications) ?? NONE.id }]),
      ),
    completeTask: () => recruiter.post(`/tasks/${pick(tasks) ?? NONE.id}/complete`),
    changeUser: () =>
      admin.put(`/users/${pick(users)}`, { firstName: text(), isActive: Math.random() < 0.8 }),
    setOffices: () => admin.put(`/users/${pick(users)}/assignedoffices`, { assignedOffices: [{ officeId }] }),
    setRole: () => admin.put(`/users/${pick(users)}`, { role: pick(['admin', 'recruiter', 'viewer']) }),
    changeBranch: () => admin.put(`/branches/${officeId}`, { phone: '030 901820' }),
    readCandidate: () => api.get(`/candidates/${pick(candidates)}`),
    readAll: () => recruiter.post('/notifications/read', { untilId: 2_147_483_647 }),
    ...(await sharedWebhooks(service, admin)),
  };
  for (let n = 0; n < 3; n++) {
    requests.push(await make.request());
    contacts.push(await parts.contact(companyId, siteId));
    locations.push(await parts.location(companyId, siteId));
    ads.push((await recruiter.post('/jobads', newAd())).body.id);
    users.push((await service.platform(pick(['admin', 'recruiter']))).user.id);
  }
  return { operations, candidates, recruiter, fillUp };
}
