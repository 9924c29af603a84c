import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { tenant } = service;
const { api } = tenant;
const { publicUrl } = service.services.settings;

const [branch] = await service.sql<{ id: number }>(
  "INSERT INTO branch (tenant_id, name) VALUES ($1, 'Berlin') RETURNING id",
  [tenant.id],
);
const [user] = await service.sql<{ id: number }>(
  "INSERT INTO user_account (tenant_id, email, email_match) VALUES ($1, 'r@example.org', 'r@example.org') RETURNING id",
  [tenant.id],
);

interface Stored {
  id: number;
  row_guid: string;
}

async function insert(columns: Record<string, unknown> = {}): Promise<Stored> {
  const values = { tenant_id: tenant.id, title: 'Lagerhelfer', office_id: branch!.id, ...columns };
  const [row] = await service.sql<Stored>(
    `INSERT INTO job_ad (${Object.keys(values).join(', ')})
     VALUES (${Object.keys(values).map((_, index) => `$${index + 1}`)}) RETURNING id, row_guid`,
    Object.values(values),
  );
  return row!;
}

test('a job ad is returned with all its properties under either id', async () => {
  const ad = await insert({
    process_status: 'Completed',
    responsibility: user!.id,
    profession_id: 50939,
    employment_type: 'Vollzeit',
    weekly_hours: 37.5,
    salary_from: 14.96,
    salary_to: 15.6,
    salary_currency: 'EUR',
    salary_period: 'hour',
    start_date: '2026-07-01',
    end_date: '2026-02-28',
    zip_code: '10115',
    city: 'Berlin',
    country_id: 276,
    introduction: '<p>Komm zu uns</p>',
    tasks: '<ul><li>Packen</li></ul>',
    profile: '<p>Zuverlässig</p>',
    benefits: '<p>Tarif</p>',
    contact_text: '<p>Ada</p>',
    published_at: '2026-02-01T08:00:00Z',
    completed_at: '2026-03-01T08:00:00Z',
    created_at: '2026-01-01T08:00:00Z',
    modified_at: '2026-03-01T08:00:00Z',
  });
  const { body } = await api.get(`/jobads/${ad.id}`);
  const { location, ...rest } = body;
  assert.deepEqual(rest, {
    id: ad.row_guid,
    jobAdId: ad.id,
    title: 'Lagerhelfer',
    status: 'Completed',
    officeId: branch!.id,
    office: 'Berlin',
    responsibility: user!.id,
    customerRequestId: null,
    professionId: 50939,
    employmentType: 'Vollzeit',
    weeklyHours: 37.5,
    salary: { from: 14.96, to: 15.6, currency: 'EUR', period: 'hour' },
    startDate: '2026-07-01',
    endDate: '2026-02-28',
    introduction: '<p>Komm zu uns</p>',
    tasks: '<ul><li>Packen</li></ul>',
    profile: '<p>Zuverlässig</p>',
    benefits: '<p>Tarif</p>',
    contactText: '<p>Ada</p>',
    portalUrl: null,
    applyUrl: null,
    publishedAtUtc: '2026-02-01T08:00:00.000Z',
    completedAtUtc: '2026-03-01T08:00:00.000Z',
    createdAtUtc: '2026-01-01T08:00:00.000Z',
    modifiedAtUtc: '2026-03-01T08:00:00.000Z',
  });
  assert.deepEqual([location.zipCode, location.city, location.countryName], ['10115', 'Berlin', 'Germany']);
  assert.deepEqual((await api.get(`/jobads/${ad.row_guid}`)).body, body);
  const german = await api.get(`/jobads/${ad.id}`, { headers: { 'accept-language': 'de' } });
  assert.equal(german.body.location.countryName, 'Deutschland');
});

for (const status of ['Editing', 'Active', 'Completed']) {
  test(`a job ad with status ${status} has ${status === 'Active' ? 'its' : 'no'} job portal URLs`, async () => {
    const { id } = await insert({ process_status: status });
    const { body } = await api.get(`/jobads/${id}`);
    const portalUrl = `${publicUrl}/jobs/${tenant.key}/${id}`;
    assert.deepEqual(
      [body.portalUrl, body.applyUrl],
      status === 'Active' ? [portalUrl, `${portalUrl}/apply`] : [null, null],
    );
  });
}

test('an unchanged job ad returns 304', async () => {
  const { id } = await insert();
  const headers = { 'if-none-match': (await api.get(`/jobads/${id}`)).headers.get('etag')! };
  assert.equal((await api.get(`/jobads/${id}`, { headers })).status, 304);
  await service.sql("UPDATE job_ad SET title = 'Anders' WHERE tenant_id = $1 AND id = $2", [tenant.id, id]);
  assert.equal((await api.get(`/jobads/${id}`, { headers })).status, 200);
});

test('an unknown or malformed id is not found', async () => {
  for (const key of ['0', '2147483647', '99999999999', 'x', '1.5', '6f1c2a34-5b7d-4e8f-9a01-23456789abcd'])
    assert.equal((await api.get(`/jobads/${key}`)).status, 404, key);
});

test('a deleted job ad is not found by either id', async () => {
  const ad = await insert({ deleted_at: '2026-03-01T08:00:00Z' });
  for (const key of [ad.id, ad.row_guid]) assert.equal((await api.get(`/jobads/${key}`)).status, 404);
});

test('another tenant’s job ad is not found by either id', async () => {
  const ad = await insert();
  const other = await service.createTenant();
  for (const key of [ad.id, ad.row_guid]) assert.equal((await other.api.get(`/jobads/${key}`)).status, 404);
});
