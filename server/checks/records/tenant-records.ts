import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestService, TestTenant } from '../../testing/harness.ts';

/** Entries of shared lists for the tenant's candidate. Give two tenants different ones. */
export interface Choice {
  language: number;
  profession: number;
  licence: number;
}

/** Where the records are created, and the text that each of them contains. */
interface World {
  service: Pick<TestService, 'sql'>;
  tenant: TestTenant;
  mark: string;
}

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The e-mail address of the candidate that makeRecords creates. */
export function candidateEmail(mark: string): string {
  return `${mark}@candidates.example.org`;
}

/**
 * Creates at least one record of every kind for a tenant, each with `mark` in a text. Uses the API where it can create
 * the record, and inserts the rest into the tables.
 */
export async function makeRecords(
  service: Pick<TestService, 'sql'>,
  tenant: TestTenant,
  mark: string,
  choice: Choice,
): Promise<void> {
  const world = { service, tenant, mark };
  const basics = await insertBasics(world);
  const candidate = await createRecords(world, basics, choice);
  await insertWork(world, basics, candidate);
  await createDueCandidate(world, basics);
  // The service under test makes no calls, so nothing is sent to this address.
  await post(world, '/webhooks/subscribe', { event: 1402, url: `http://8.8.8.8/${mark}` });
  // Its event leaves a delivery for that registration.
  await post(world, `/candidates/${candidate}/email`, { email: `${mark}2@channels.example.org` });
}

/**
 * Creates a candidate and a company with one of everything that belongs to them, and requests, through the API. Returns the
 * candidate. Different marks may share the basics.
 */
export async function createRecords(world: World, basics: Basics, choice: Choice): Promise<number> {
  const candidate = await createCandidate(world, basics);
  await addDocuments(world, candidate);
  await addParts(world, candidate, { ...choice, ...basics });
  await createCompany(world, basics);
  return candidate;
}

async function post({ tenant }: World, path: string, body: unknown): Promise<number> {
  const answer = await tenant.api.post(path, body);
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  return answer.body?.id;
}

async function insert(
  { service, tenant }: World,
  table: string,
  values: Record<string, unknown>,
): Promise<number> {
  const columns = ['tenant_id', ...Object.keys(values)];
  const rows = await service.sql<{ id: number }>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING *`,
    [tenant.id, ...Object.values(values)],
    tenant.id,
  );
  return rows[0]!.id;
}

/** For tables with one row for each tenant, which a second call of makeRecords finds filled. */
async function insertOnce({ service, tenant }: World, table: string, values: Record<string, unknown>) {
  const columns = ['tenant_id', ...Object.keys(values)];
  await service.sql(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     ON CONFLICT DO NOTHING`,
    [tenant.id, ...Object.values(values)],
    tenant.id,
  );
}

type Basics = Awaited<ReturnType<typeof insertBasics>>;

/** Records that the integration API only reads. */
export async function insertBasics(world: World) {
  const { service, tenant, mark } = world;
  const entry = (list: string) =>
    insert(world, 'tenant_catalog_entry', {
      list,
      name_en: `${mark} ${list}`,
      name_de: `${mark} ${list}`,
      match_en: `${mark} ${list}`.toLowerCase(),
      match_de: `${mark} ${list}`.toLowerCase(),
    });
  const branch = await insert(world, 'branch', { name: `${mark} branch` });
  await insertOnce(world, 'cv_setting', { minimum_confidence: 0.9 });
  await insertOnce(world, 'mail_setting', { reply_to: `${mark}@mail.example.org` });
  await insertOnce(world, 'retention_setting', { erasure_after_months: 3 });
  await insertOnce(world, 'mail_template', {
    name: 'applicationReceived',
    language: 'de',
    subject: mark,
    body: mark,
  });
  const user = await insert(world, 'user_account', {
    first_name: mark,
    last_name: 'User',
    email: `${mark}@users.example.org`,
    email_match: `${mark}@users.example.org`.toLowerCase(),
  });
  await insertOnce(world, 'portal_branding', { about_en: `${mark} about` });
  await insert(world, 'user_branch', { user_id: user, branch_id: branch, is_primary: true });
  await insert(world, 'user_licence', { user_id: user, name: `${mark} licence` });
  const jobAd = await insert(world, 'job_ad', {
    title: `${mark} job`,
    office_id: branch,
    responsibility: user,
  });
  await insert(world, 'job_ad_publication', {
    job_ad_id: jobAd,
    published_at: '2026-03-02T08:00:00Z',
    ended_at: '2026-03-03T08:00:00Z',
  });
  // These inserts bypass the API, which would have written this entry.
  await service.sql(
    `SELECT record_change($1, 'jobad', id, row_guid, 'new', office_id, NULL, '{"processStatus": "Editing"}', NULL, NULL, NULL)
       FROM job_ad WHERE tenant_id = $1 AND id = $2`,
    [tenant.id, jobAd],
    tenant.id,
  );
  return {
    branch,
    user,
    jobAd,
    qualification: await entry('qualifications'),
    channel: await entry('channels'),
    sourceOfSupply: await entry('sourcesofsupply'),
    industry: await entry('industries'),
  };
}

/** Records that only the platform has. Every user is notified, because nobody reads the notifications of others. */
async function insertWork(world: World, { user, branch }: Basics, candidate: number): Promise<void> {
  const { service, tenant, mark } = world;
  await insert(world, 'saved_view', {
    user_id: user,
    branch_id: branch,
    name: `${mark} view`,
    screen: 'candidates',
    filter: '{}',
  });
  const task = await insert(world, 'task', {
    title: mark,
    assignee_id: user,
    created_by: user,
    candidate_id: candidate,
    due_date: '2026-03-06',
  });
  await insert(world, 'candidate_hold', { candidate_id: candidate, reason: mark, set_by: user });
  await insertDuplicates(world, user, candidate);
  const [request] = await service.sql<{ id: number }>(
    'SELECT min(id) AS id FROM customer_request WHERE tenant_id = $1',
    [tenant.id],
    tenant.id,
  );
  await insert(world, 'customer_request_proposal', {
    customer_request_id: request!.id,
    candidate_id: candidate,
    created_by: user,
    comment: mark,
  });
  await service.sql(
    `INSERT INTO notification (tenant_id, user_id, actor_id, kind, task_id)
     SELECT tenant_id, id, $2, 'taskAssigned', $3 FROM user_account WHERE tenant_id = $1
      ORDER BY role <> 'admin' DESC, id`,
    [tenant.id, user, task],
    tenant.id,
  );
}

/** A candidate that is perhaps the same person, and one that was merged into the candidate. */
async function insertDuplicates(world: World, user: number, candidate: number): Promise<void> {
  const other = await post(world, '/candidates', { firstName: world.mark, lastName: 'Other' });
  await insert(world, 'duplicate_pair', {
    first_id: candidate,
    second_id: other,
    matched_on: '{email,emailCanonical}',
    score: 95,
  });
  const kept = {
    ...{
      columns: { first_name: world.mark, last_name: 'Merged' },
      moved: {},
      removed: [],
      rows: [],
      properties: [],
    },
    ...{ addedChannels: [], picture: null },
  };
  await insert(world, 'candidate_merge', {
    candidate_id: candidate,
    merged_candidate_id: other,
    merged_at: '2026-03-02T08:00:00Z',
    merged_by: user,
    until: '2126-03-02T08:00:00Z',
    kept: JSON.stringify(kept),
  });
  const digest = createHash('sha256').update(`${world.mark} merged`).digest();
  await insert(world, 'retired_import_id', { digest, candidate_id: other });
}

/** Creates a candidate whose erasure is proposed. */
async function createDueCandidate(world: World, { user }: Basics): Promise<void> {
  const { service, tenant, mark } = world;
  const candidate = await post(world, '/candidates', { firstName: mark, lastName: 'Due' });
  const application = await post(world, `/candidates/${candidate}/apply`, { recruiterId: user });
  await tenant.api.put(`/candidates/${candidate}/status`, { statusId: 2004 });
  await service.sql(
    "UPDATE application SET stage_changed_at = '2020-03-02T08:00:00Z' WHERE tenant_id = $1 AND id = $2",
    [tenant.id, application],
    tenant.id,
  );
}

/** Creates a candidate with a status and an application. */
async function createCandidate(
  world: World,
  { branch, user, sourceOfSupply, channel, jobAd }: Basics,
): Promise<number> {
  const { tenant, mark } = world;
  const email = candidateEmail(mark);
  const candidate = await post(world, '/candidates', {
    firstName: mark,
    lastName: 'Candidate',
    officeId: branch,
    responsibility: user,
    sourceOfSupplyId: sourceOfSupply,
    contact: { email, phone: '030 901820' },
    remarks: mark,
  });
  await tenant.api.put(`/candidates/${candidate}/status`, { statusId: 2005, comment: mark });
  await post(world, '/candidates/applies/external', {
    salutationId: 2,
    firstName: mark,
    lastName: 'Candidate',
    city: 'Berlin',
    zipCode: '10115',
    email,
    sourceOfSupplyId: sourceOfSupply,
    channelId: channel,
    jobAdId: jobAd,
    officeId: branch,
    recruiterId: user,
    whatsAppConsentChecked: false,
    hasWhatsApp: false,
    privacyChecked: true,
    termsOfUseChecked: true,
    keywords: [mark],
    message: mark,
    documents: [
      {
        filename: `${mark}.pdf`,
        base64File: Buffer.from('%PDF-1.7\n').toString('base64'),
        documentCategory: 'cv',
      },
    ],
  });
  return candidate;
}

/** Adds a document besides that of the application, and reads it, so that the access log has an entry. */
async function addDocuments(world: World, candidate: number): Promise<void> {
  const { tenant, mark } = world;
  const document = await post(world, `/candidates/${candidate}/documents/other`, {
    filename: `${mark}.txt`,
    base64File: Buffer.from(mark).toString('base64'),
  });
  await tenant.api.get(`/candidates/export/documents/${document}`);
  await insert(world, 'document_text', { document_id: document, text: mark });
  await insert(world, 'document_proposal', {
    document_id: document,
    candidate_id: candidate,
    property: 'title',
    value: JSON.stringify({ title: mark }),
    confidence: 0.5,
    sources: JSON.stringify([{ page: null, line: 1, text: mark, rectangle: null }]),
    state: 'open',
  });
}

/** Adds one of everything that belongs to a candidate. */
async function addParts(
  world: World,
  candidate: number,
  { user, language, profession, licence, qualification, industry }: Basics & Choice,
): Promise<void> {
  const { mark } = world;
  const add = (path: string, body: unknown) => post(world, `/candidates/${candidate}/${path}`, body);
  await add('email', { email: `${mark}@channels.example.org` });
  await add('languages', { languageId: language });
  await add('professions', { professionId: profession });
  await add('qualifications', { qualificationId: qualification });
  await add('driverslicences', { driversLicenseId: licence });
  await add('keywords', { keyword: mark });
  await add('resume/jobs', { employer: mark, position: mark, industryId: industry });
  await add('resume/educations', { title: mark });
  await add('resume/professioneducations', { institution: mark, profession: mark });
  await add('resume/schooleducations', { school: mark });
  await add('pictures', { picture: PICTURE, filename: `${mark}.png` });
  const communication = await add('communications', {
    communicationTypeId: 1,
    subject: mark,
    occurredAtUtc: '2026-03-02T08:15:30Z',
    userId: user,
  });
  await insert(world, 'communication_mention', { communication_id: communication, user_id: user });
  await add(`communications/${communication}/attachments`, {
    filename: `${mark}.txt`,
    file: `data:text/plain;base64,${Buffer.from(mark).toString('base64')}`,
  });
}

/** Creates a company with everything that belongs to it, and a request of each kind. */
async function createCompany(world: World, { branch, user, industry }: Basics): Promise<void> {
  const { mark } = world;
  const company = await post(world, '/customers', { name: mark, industryId: industry, officeId: branch });
  const add = (path: string, body: unknown) => post(world, `/customers/${company}/${path}`, body);
  const site = await add('offices', { description: mark, responsibility: user });
  const contact = await add(`offices/${site}/contacts`, { lastName: mark });
  const location = await add(`offices/${site}/locations`, { description: mark, contactId: contact });
  await add('activities', { text: mark });
  const request = {
    officeId: branch,
    siteId: site,
    locationId: location,
    contactId: contact,
    title: mark,
    headcount: 2,
    startDate: '2026-05-01',
    responsibility: user,
  };
  await add('requests/temporarystaffing', { ...request, payGroup: mark });
  await add('requests/directplacement', request);
  await add('requests/servicecontract', { ...request, scope: mark });
}
