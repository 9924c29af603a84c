import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNotFound, faultsOf } from '../../../testing/change-watch.ts';
import { callCommand } from '../../../testing/command-call.ts';
import { startTestService } from '../../../testing/harness.ts';
import { newEmail } from '../../../testing/portal-applications.ts';
import { insertAd, insertBranch, Visitor } from '../../../testing/portal-visitor.ts';
import { TEST_MASTER_KEY } from '../../../testing/template.ts';

const service = await startTestService();
const { services, tenant } = service;
const { api } = tenant;
const recruiter = await service.platform('recruiter');
const admin = await service.platform('admin');
const branch = await insertBranch(service, 'Berlin');
const [client] = await service.sql<{ client_id: string; name: string }>(
  'SELECT client_id, name FROM api_client WHERE tenant_id = $1 ORDER BY id LIMIT 1',
  [tenant.id],
);

const CLIENT = { kind: 'client', userId: null, clientId: client!.client_id, name: client!.name };
const RECRUITER = { kind: 'user', userId: recruiter.user.id, clientId: null, name: 'Test recruiter' };
const nobody = (kind: string) => ({ kind, userId: null, clientId: null, name: null });

interface Entry {
  id: string;
  actor: unknown;
  entity: string;
  recordId: number;
  change: string;
  event: string | null;
  changedProperties: string[];
}

async function historyOf(path: string, query = ''): Promise<Entry[]> {
  const response = await recruiter.get(`${path}/history${query}`);
  assert.equal(response.status, 200, response.text);
  return response.body.entries;
}

/** What the newest entry says, without its id and time. */
async function newest(path: string) {
  const [{ actor, entity, recordId, change, event, changedProperties }] = (await historyOf(path)) as [Entry];
  return { actor, entity, recordId, change, event, changedProperties };
}

/** The entry that a change by the recruiter makes. */
async function after(path: string, call: () => Promise<{ status: number; text: string }>) {
  const response = await call();
  assert.ok(response.status < 300, response.text);
  const { actor, event, changedProperties } = await newest(path);
  assert.deepEqual(actor, RECRUITER);
  return [event, ...changedProperties];
}

const createCandidate = async (body: object = {}): Promise<number> =>
  (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', ...body })).body.id;

test('an application and a user are named, with the properties that differ', async () => {
  const id = await createCandidate({ contact: { email: 'ada@example.org', phone: '030 901820' } });
  const candidate = { entity: 'candidate', recordId: id };
  assert.deepEqual(await newest(`/candidates/${id}`), {
    ...candidate,
    actor: CLIENT,
    change: 'new',
    event: 'candidate.created',
    changedProperties: [],
  });
  const body = {
    firstName: 'Eva',
    lastName: 'Muster',
    contact: { email: 'eva@example.org', phone: '030 901820' },
    location: { zipCode: '10115' },
  };
  assert.equal((await recruiter.put(`/candidates/${id}`, body)).status, 204);
  const { changedProperties, ...entry } = await newest(`/candidates/${id}`);
  assert.deepEqual(entry, { ...candidate, actor: RECRUITER, change: 'modified', event: 'candidate.changed' });
  assert.deepEqual(changedProperties.toSorted(), ['contact.email', 'firstName', 'location.zipCode']);
});

test('a change of a part names its list', async () => {
  const id = await createCandidate();
  const path = `/candidates/${id}`;
  const jobAdId = await insertAd(service, { office_id: branch });
  const add = (part: string, body: object) => after(path, () => recruiter.post(`${path}/${part}`, body));
  assert.deepEqual(await add('languages', { languageId: 25 }), ['candidate.changed', 'languages']);
  assert.deepEqual(await add('professions', { professionId: 27449 }), [
    'candidate.changed',
    'professionObjects',
  ]);
  assert.deepEqual(await add('driverslicences', { driversLicenseId: 339 }), [
    'candidate.changed',
    'driversLicences',
  ]);
  assert.deepEqual(await add('qualifications', { name: 'Staplerschein' }), [
    'candidate.changed',
    'qualifications',
  ]);
  assert.deepEqual(await add('keywords', { keyword: 'Schichtleiter' }), ['candidate.changed', 'keywords']);
  assert.deepEqual(await add('resume/jobs', { employer: 'A', position: 'B' }), [
    'candidate.changed',
    'resume.jobs',
  ]);
  assert.deepEqual(await add('resume/schooleducations', { school: 'A' }), [
    'candidate.changed',
    'resume.schoolEducations',
  ]);
  assert.deepEqual(await add('email', { email: 'a@example.org' }), ['candidate.changed', 'contactChannels']);
  assert.deepEqual(await add('sms', { phoneNumber: '0151 23456789', isPrimary: true }), [
    'candidate.changed',
    'contactChannels',
    'contact.mobile',
  ]);
  assert.deepEqual(
    await add('whatsapp', { phoneNumber: '0151 23456789', isPrimary: true, consentChecked: true }),
    ['candidate.changed', 'contactChannels', 'contact.hasWhatsApp', 'contact.whatsAppConsentChecked'],
  );
  assert.deepEqual(await add('communications', { communicationTypeId: 1 }), [
    'communication.created',
    'communications',
  ]);
  assert.deepEqual(await add('apply', { jobAdId, recruiterId: recruiter.user.id }), [
    'application.received',
    'applies',
  ]);
  const put = (part: string, body: object) => after(path, () => recruiter.put(`${path}/${part}`, body));
  // It moves the application.
  assert.deepEqual(await put('status', { statusId: 2005 }), [
    'candidate.statusChanged',
    'statusId',
    'applies',
  ]);
  assert.deepEqual(await put('workcontract', { didNotShowUpForWork: true }), [
    'candidate.changed',
    'workContract.didNotShowUpForWork',
  ]);
  assert.deepEqual(await put('endofoperation', { endOfOperationAtUtc: '2026-03-31T15:00:00Z' }), [
    'candidate.changed',
    'endOfOperationAtUtc',
  ]);
});

test('a change of what contact shows names the channels if it moves the primary one', async () => {
  const id = await createCandidate({ contact: { email: 'ada@example.org' } });
  const path = `/candidates/${id}`;
  const put = (contact: object) =>
    after(path, () => recruiter.put(path, { firstName: 'Ada', lastName: 'Muster', contact }));
  const changed = ['candidate.changed', 'contact.email'];
  // Without channels, and with one that is not concerned.
  assert.deepEqual(await put({ email: 'eva@example.org' }), changed);
  assert.equal((await recruiter.post(`${path}/email`, { email: 'next@example.org' })).status, 200);
  assert.deepEqual(await put({ email: 'ada@example.org' }), changed);
  assert.deepEqual(await put({ email: 'next@example.org' }), [
    'candidate.changed',
    'contactChannels',
    'contact.email',
  ]);
});

test('documents are in the history of their candidate', async () => {
  const candidateId = await createCandidate();
  const path = `/candidates/${candidateId}`;
  const { body } = await recruiter.post(`${path}/documents/cv`, { base64File: 'YWJj' });
  const document = { actor: RECRUITER, entity: 'document', recordId: body.id, changedProperties: [] };
  assert.deepEqual(await newest(path), { ...document, change: 'new', event: 'document.created' });
  assert.equal((await recruiter.delete(`/documents/${body.id}`)).status, 204);
  assert.deepEqual(await newest(path), { ...document, change: 'deleted', event: 'document.deleted' });
  assert.deepEqual(
    (await historyOf(path)).map(({ entity, change }) => `${entity} ${change}`),
    ['document deleted', 'document new', 'candidate new'],
  );
});

test('a visitor of the job portal and the operator are kinds without a name', async () => {
  const jobAdId = await insertAd(service, { office_id: branch });
  const email = newEmail();
  const page = await new Visitor(service).apply(jobAdId, { email });
  assert.equal(page.status, 303, page.text);
  const [applicant] = await service.sql<{ id: number }>('SELECT id FROM candidate WHERE email = $1', [email]);
  const candidate = await newest(`/candidates/${applicant!.id}`);
  assert.deepEqual(
    [candidate.actor, candidate.change, candidate.event],
    [nobody('portal'), 'new', 'application.received'],
  );

  const run = (...words: string[]) =>
    callCommand([...words, '--tenant', tenant.key], {
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: services.settings.dataDirectory,
      MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
    });
  const { body } = await recruiter.post('/jobads', {
    title: 'Lagerhelfer',
    officeId: branch,
    location: { city: 'Berlin' },
    tasks: '<p>Packen</p>',
  });
  const published = await run('jobad', 'publish', String(body.id));
  assert.equal(published.code, 0, published.stderr);
  const jobAd = await newest(`/jobads/${body.id}`);
  assert.deepEqual(
    [jobAd.actor, jobAd.event, jobAd.changedProperties],
    [nobody('operator'), 'jobad.published', ['status']],
  );
  // A command that calls no operation.
  const erased = await run('erase', 'candidate', String(applicant!.id));
  assert.equal(erased.code, 0, erased.stderr);
  const [row] = await service.sql<{ actor_kind: string }>(
    "SELECT actor_kind FROM change_log WHERE entity = 'candidate' AND record_id = $1 AND kind = 'deleted'",
    [applicant!.id],
  );
  assert.equal(row!.actor_kind, 'operator');
});

test('a company has the changes of its parts once each', async () => {
  const { body: company } = await recruiter.post('/customers', { name: 'Nordkai' });
  const path = `/companies/${company.id}`;
  const { body: site } = await recruiter.post(`/customers/${company.id}/offices`, { description: 'Hafen' });
  const contacts = `/customers/${company.id}/offices/${site.id}/contacts`;
  const { body: contact } = await recruiter.post(contacts, { lastName: 'Kern' });
  await recruiter.put(`${contacts}/${contact.id}`, { lastName: 'Kern', email: 'kern@example.org' });
  await recruiter.put(`/customers/${company.id}`, { name: 'Nordkai GmbH', location: { city: 'Hamburg' } });
  await recruiter.put(`/customers/${company.id}/status`, { statusId: 3, comment: 'First order' });
  await recruiter.post(`/customers/${company.id}/activities`, { text: 'Called.' });
  assert.deepEqual(
    (await historyOf(path)).map(({ entity, recordId, change, event, changedProperties }) => [
      `${entity} ${recordId} ${change} ${event}`,
      ...changedProperties,
    ]),
    [
      [`company ${company.id} modified company.changed`, 'activities'],
      [`company ${company.id} modified company.statusChanged`, 'statusId', 'activities'],
      [`company ${company.id} modified company.changed`, 'name', 'location.city'],
      [`contact ${contact.id} modified contact.changed`, 'email'],
      [`contact ${contact.id} new contact.created`],
      [`site ${site.id} new site.created`],
      [`company ${company.id} new company.created`],
    ],
  );
});

test('customer requests and job ads have a history', async () => {
  const { body: company } = await recruiter.post('/customers', { name: 'Nordkai', officeId: branch });
  const { body: request } = await recruiter.post(`/customers/${company.id}/requests/directplacement`, {
    officeId: branch,
    title: 'Disponent',
    headcount: 1,
    startDate: '2026-05-01',
  });
  const path = `/requests/${request.id}`;
  assert.deepEqual(
    await after(path, () =>
      recruiter.put(`/customers/requests/directplacement/${request.id}`, {
        title: 'Disponentin',
        headcount: 1,
      }),
    ),
    ['request.changed', 'title'],
  );
  assert.deepEqual(
    await after(path, () =>
      recruiter.put(`/customers/requests/${request.id}/status`, { statusId: 2, comment: 'x' }),
    ),
    ['request.statusChanged', 'statusId', 'statusHistory'],
  );
  assert.deepEqual(
    await after(path, () =>
      recruiter.put(`/customers/requests/${request.id}/status`, { statusId: 2, comment: 'y' }),
    ),
    ['request.statusChanged', 'statusHistory'],
  );
  const { body: jobAd } = await recruiter.post('/jobads', { title: 'Lagerhelfer', officeId: branch });
  assert.deepEqual(
    await after(`/jobads/${jobAd.id}`, () =>
      recruiter.put(`/jobads/${jobAd.id}`, { title: 'Lagerhelfer', weeklyHours: 35 }),
    ),
    ['jobad.changed', 'weeklyHours'],
  );
  await recruiter.delete(`/jobads/${jobAd.id}`);
  await assertNotFound(service, () => recruiter.get(`/jobads/${jobAd.id}/history`));
});

test('pages continue with older entries and show each one once, also while new ones are added', async () => {
  const id = await createCandidate();
  const path = `/candidates/${id}`;
  for (const keyword of ['a', 'b', 'c']) await api.post(`${path}/keywords`, { keyword });
  await api.post(`${path}/documents/cv`, { base64File: 'YWJj' });
  await api.post(`${path}/keywords`, { keyword: 'd' });
  const all = await historyOf(path);
  assert.equal(all.length, 6);
  const pages: Entry[][] = [];
  let next: string | null = '';
  while (next !== null && pages.length < 5) {
    const query: string = next === '' ? '?limit=2' : `?limit=2&cursor=${next}`;
    const { body } = await recruiter.get(`${path}/history${query}`);
    pages.push(body.entries);
    next = body.nextCursor;
    await api.post(`${path}/keywords`, { keyword: `later ${pages.length}` });
  }
  assert.deepEqual(pages, [all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
  assert.deepEqual(faultsOf(await recruiter.get(`${path}/history?cursor=abc`)), ['cursor format']);
});

test('entries from before have no actor, and users who are gone have no name', async () => {
  const [row] = await service.sql<{ id: number }>(
    "INSERT INTO candidate (tenant_id, first_name, last_name) VALUES ($1, 'Ada', 'Muster') RETURNING id",
    [tenant.id],
  );
  // As a process of the version before writes it.
  await service.sql(
    "SELECT record_change($1, 'candidate', $2, gen_random_uuid(), 'modified', NULL, NULL, NULL, NULL, NULL, NULL)",
    [tenant.id, row!.id],
  );
  const path = `/candidates/${row!.id}`;
  assert.deepEqual(await newest(path), {
    actor: null,
    entity: 'candidate',
    recordId: row!.id,
    change: 'modified',
    event: null,
    changedProperties: [],
  });
  await service.sql(
    `SELECT record_change($1, 'candidate', $2, gen_random_uuid(), 'modified', NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                          'user', 2000000000, ARRAY['remarks'])`,
    [tenant.id, row!.id],
  );
  const { actor, changedProperties } = await newest(path);
  assert.deepEqual(actor, { kind: 'user', userId: 2_000_000_000, clientId: null, name: null });
  assert.deepEqual(changedProperties, ['remarks']);
});

test('an erased candidate has no history, and the log has no values of it', async () => {
  const id = await createCandidate({ contact: { email: 'zzsecret@example.org' }, remarks: 'zzsecret' });
  await recruiter.put(`/candidates/${id}`, {
    firstName: 'zzsecret',
    contact: { email: 'zzsecret2@example.org' },
  });
  await recruiter.post(`/candidates/${id}/keywords`, { keyword: 'zzsecret' });
  assert.equal((await admin.delete(`/candidates/${id}`)).status, 204);
  await assertNotFound(service, () => recruiter.get(`/candidates/${id}/history`));
  const rows = await service.sql<{ row: string }>(
    "SELECT to_json(log)::text AS row FROM change_log AS log WHERE entity = 'candidate' AND record_id = $1",
    [id],
  );
  assert.equal(rows.length, 4);
  assert.ok(rows.every(({ row }) => !row.includes('zzsecret')));
});
