import assert from 'node:assert/strict';
import type { TestService, TestTenant } from '../testing/harness.ts';

/** Kinds of records that a tenant has, by what paths and bodies call them. */
export type RecordKind = keyof Awaited<ReturnType<typeof makeRecords>>;
export type TenantRecords = Awaited<ReturnType<typeof makeRecords>>;

/** Entries of shared lists that the tenant's candidate has; two tenants get different ones. */
export interface Choice {
  language: number;
  profession: number;
  licence: number;
}

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/**
 * Makes at least one record of every kind for a tenant, each carrying `mark` in a text, and answers their ids. What
 * the API can make is made through it; the rest goes into the tables.
 */
export async function makeRecords(service: TestService, tenant: TestTenant, mark: string, choice: Choice) {
  const { api } = tenant;
  const insert = async (table: string, values: Record<string, unknown>): Promise<number> => {
    const columns = ['tenant_id', ...Object.keys(values)];
    const rows = await service.sql<{ id: number }>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
      [tenant.id, ...Object.values(values)],
      tenant.id,
    );
    return rows[0]!.id;
  };
  const entry = (list: string) =>
    insert('tenant_catalog_entry', {
      list,
      name_en: `${mark} ${list}`,
      name_de: `${mark} ${list}`,
      match_en: `${mark} ${list}`.toLowerCase(),
      match_de: `${mark} ${list}`.toLowerCase(),
    });

  const branch = await insert('branch', { name: `${mark} branch` });
  const user = await insert('user_account', {
    first_name: mark,
    last_name: 'User',
    email: `${mark}@users.example.org`,
    email_match: `${mark}@users.example.org`.toLowerCase(),
  });
  await service.sql(
    'INSERT INTO user_branch (tenant_id, user_id, branch_id, is_primary) VALUES ($1, $2, $3, true)',
    [tenant.id, user, branch],
    tenant.id,
  );
  await insert('user_licence', { user_id: user, name: `${mark} licence` });
  const qualification = await entry('qualifications');
  const channel = await entry('channels');
  const sourceOfSupply = await entry('sourcesofsupply');
  const industry = await entry('industries');
  const jobAd = await insert('job_ad', { title: `${mark} job`, office_id: branch, responsibility: user });
  // Past the API, so the change log is written by hand.
  await service.sql(
    `SELECT record_change($1, 'jobad', id, row_guid, 'new', office_id, NULL, '{"processStatus": "Editing"}', NULL, NULL, NULL)
       FROM job_ad WHERE tenant_id = $1 AND id = $2`,
    [tenant.id, jobAd],
    tenant.id,
  );

  const email = `${mark}@candidates.example.org`;
  const created = await api.post('/candidates', {
    firstName: mark,
    lastName: 'Candidate',
    officeId: branch,
    responsibility: user,
    sourceOfSupplyId: sourceOfSupply,
    contact: { email, phone: '030 901820' },
    remarks: mark,
  });
  const candidate: number = created.body.id;
  await api.put(`/candidates/${candidate}/status`, { statusId: 2005, comment: mark });
  const applied = await api.post('/candidates/applies/external', {
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
  // Besides that of the application one uploaded by itself, and read, so that its reading is logged.
  const uploaded = await api.post(`/candidates/${candidate}/documents/other`, {
    filename: `${mark}.txt`,
    base64File: Buffer.from(mark).toString('base64'),
  });
  await api.get(`/candidates/export/documents/${uploaded.body.id}`);
  const [document] = await service.sql<{ id: number }>(
    'SELECT id FROM document WHERE tenant_id = $1 AND candidate_id = $2',
    [tenant.id, candidate],
    tenant.id,
  );
  const added = async (path: string, body: unknown) => {
    const answer = await api.post(`/candidates/${candidate}/${path}`, body);
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  await added('email', { email: `${mark}@channels.example.org` });
  await added('languages', { languageId: choice.language });
  await added('professions', { professionId: choice.profession });
  await added('qualifications', { qualificationId: qualification });
  await added('driverslicences', { driversLicenseId: choice.licence });
  await added('resume/jobs', { employer: mark, position: mark, industryId: industry });
  await added('resume/educations', { title: mark });
  await added('resume/professioneducations', { institution: mark, profession: mark });
  await added('resume/schooleducations', { school: mark });
  await added('pictures', { picture: PICTURE, filename: `${mark}.png` });
  const communicated = await added('communications', {
    communicationTypeId: 1,
    subject: mark,
    occurredAtUtc: '2026-03-02T08:15:30Z',
    userId: user,
  });
  const communication: number = communicated.body.id;
  await added(`communications/${communication}/attachments`, {
    filename: `${mark}.txt`,
    file: `data:text/plain;base64,${Buffer.from(mark).toString('base64')}`,
  });
  const made = async (path: string, body: unknown): Promise<number> => {
    const answer = await api.post(path, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.id;
  };
  const company = await made('/customers', { name: mark, industryId: industry, officeId: branch });
  const site = await made(`/customers/${company}/offices`, { description: mark, responsibility: user });
  const contact = await made(`/customers/${company}/offices/${site}/contacts`, { lastName: mark });
  const location = await made(`/customers/${company}/offices/${site}/locations`, {
    description: mark,
    contactId: contact,
  });
  await made(`/customers/${company}/activities`, { text: mark });
  const requested = (kind: string, body: Record<string, unknown>) =>
    made(`/customers/${company}/requests/${kind}`, {
      officeId: branch,
      siteId: site,
      locationId: location,
      contactId: contact,
      title: mark,
      headcount: 2,
      startDate: '2026-05-01',
      responsibility: user,
      ...body,
    });
  const temporaryStaffing = await requested('temporarystaffing', { payGroup: mark });
  const directPlacement = await requested('directplacement', {});
  const serviceContract = await requested('servicecontract', { scope: mark });
  // An address nobody calls here: the service that the sweep runs on makes no calls.
  const subscribed = await api.post('/webhooks/subscribe', { event: 1402, url: `http://8.8.8.8/${mark}` });
  assert.equal(subscribed.status, 200, subscribed.text);
  // Writes a delivery of that registration.
  await added('email', { email: `${mark}2@channels.example.org` });
  return {
    apiClient: tenant.clientId,
    candidate,
    application: applied.body.applicationId as number,
    document: document!.id,
    communication,
    branch,
    user,
    jobAd,
    qualification,
    channel,
    sourceOfSupply,
    industry,
    company,
    site,
    contact,
    location,
    temporaryStaffing,
    directPlacement,
    serviceContract,
    ...choice,
    email,
  };
}
