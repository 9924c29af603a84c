import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { sampleCv, secondCv } from '../../checks/sample-cv.ts';
import { faultsOf } from '../../testing/change-watch.ts';
import { startTestService } from '../../testing/harness.ts';
import { candidateFaults } from '../candidates/index.ts';
import { toSafeHtml } from '../jobads/index.ts';
import { createDemoData } from './index.ts';
import { planCandidates } from './plan/candidates.ts';

const service = await startTestService();
const { api } = service.tenant;
const now = service.clock.now();
const demo = await createDemoData(service.services, service.tenant.id, now);

const exported = (await api.get('/candidates/export/candidates')).body.candidates;

// biome-ignore lint/suspicious/noExplicitAny: records of every shape are traversed.
type Json = any;

const companies: Json[] = [];
for (const { id } of await service.sql<{ id: number }>('SELECT id FROM company ORDER BY id'))
  companies.push((await api.get(`/customers/${id}`)).body);
const sites: Json[] = [];
for (const { offices } of companies)
  for (const { id } of offices) sites.push((await api.get(`/customers/offices/${id}`)).body);
const requests: Json[] = [];
for (const { id, kind } of await service.sql<Json>('SELECT id, kind FROM customer_request ORDER BY id'))
  requests.push((await api.get(`/customers/requests/${kind}/${id}`)).body);

async function readFeed(entities: string): Promise<Json[]> {
  await service.settle();
  const changes: Json[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await api.get(`/changes?limit=1000&entities=${entities}${cursor}`);
    changes.push(...body.changes);
    if (!body.hasMore) return changes;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
}

test('every branch, candidate, and job ad has coordinates', async () => {
  const { branches } = (await api.get('/branches')).body;
  const jobAds = await service.sql('SELECT geo_lat AS "geoLat", geo_lon AS "geoLon" FROM job_ad');
  const located = [...branches, ...exported].map(({ location }) => location).concat(jobAds);
  for (const { geoLat, geoLon } of located) {
    assert.ok(geoLat > 47 && geoLat < 55.1, `latitude ${geoLat}`);
    assert.ok(geoLon > 5.8 && geoLon < 15.1, `longitude ${geoLon}`);
  }
});

test('there are branches with full addresses', async () => {
  const { branches } = (await api.get('/branches')).body;
  assert.equal(branches.length, 4);
  for (const { location, phone } of branches) {
    assert.match(location.zipCode, /^\d{5}$/);
    assert.ok(location.street && location.streetNumber && location.city && location.federalStateName);
    assert.equal(parsePhoneNumberFromString(phone, 'DE')?.isPossible(), true);
  }
});

test('there are nine users with branches, and one of them is an administrator', async () => {
  const { users } = (await api.get('/users/responsibilities')).body;
  assert.equal(users.length, 9);
  for (const user of users) assert.ok(user.assignedOffices.length > 0);
  const admins = await service.sql("SELECT id, email FROM user_account WHERE role = 'admin'");
  assert.deepEqual(admins, [{ id: demo.adminUserId, email: demo.consoleUser }]);
  const admin = (await api.get(`/users/${demo.adminUserId}`)).body;
  assert.equal(admin.assignedOffices.length, 4);
  assert.equal(admin.licences.length, 2);
});

test('there are twelve job ads, in all three states', async () => {
  const counts = await service.sql(
    'SELECT process_status, count(*)::int AS count FROM job_ad GROUP BY 1 ORDER BY 1',
  );
  assert.deepEqual(counts, [
    { process_status: 'Active', count: 7 },
    { process_status: 'Completed', count: 3 },
    { process_status: 'Editing', count: 2 },
  ]);
});

test('texts of job ads are sanitized like those of the platform', async () => {
  const [ad] = await service.sql<Json>('SELECT tasks, contact_text FROM job_ad ORDER BY id LIMIT 1');
  assert.match(ad.tasks, /^<ul><li>/);
  for (const text of Object.values<string>(ad)) assert.equal(toSafeHtml(text), text);
});

test('a job ad is published exactly while it is Active, and has traffic only then', async () => {
  const ads = await service.sql<Json>(`
    SELECT j.process_status AS status, count(p.*)::int AS stretches, (count(p.*) FILTER (WHERE p.ended_at IS NULL))::int AS open,
           max(p.published_at) IS NOT DISTINCT FROM j.published_at AS "isLast",
           (SELECT count(*)::int FROM job_ad_traffic AS t WHERE t.job_ad_id = j.id AND NOT EXISTS (
              SELECT FROM job_ad_publication AS s WHERE s.job_ad_id = j.id AND t.day >= s.published_at::date
                 AND t.day <= coalesce(s.ended_at::date, current_date))) AS strays
      FROM job_ad AS j LEFT JOIN job_ad_publication AS p ON p.job_ad_id = j.id GROUP BY j.tenant_id, j.id`);
  for (const { status, stretches, open, isLast, strays } of ads) {
    assert.equal(open, status === 'Active' ? 1 : 0);
    assert.ok(stretches > 0 || status === 'Editing');
    assert.deepEqual([isLast, strays], [true, 0]);
  }
  assert.ok(ads.some(({ stretches }) => stretches === 2));
});

test('active job ads were published within the last month and do not end', async () => {
  const [row] = await service.sql<Json>(
    `SELECT min(published_at) AS first, min(start_date)::text AS start, count(end_date)::int AS ends
       FROM job_ad WHERE process_status = 'Active'`,
  );
  assert.ok(now.getTime() - new Date(row.first).getTime() < 31 * 86_400_000, row.first);
  assert.deepEqual([row.start > now.toISOString().slice(0, 10), row.ends], [true, 0]);
});

test('the reports have numbers of every kind', async () => {
  const today = now.toISOString().slice(0, 10);
  const since = new Date(now.getTime() - 90 * 86_400_000).toISOString().slice(0, 10);
  const read = async (path: string) =>
    (await api.get(`/reports/performance/${path}?startDate=${since}&endDate=${today}`)).body;
  const jobs: Json[] = await read('jobs');
  const sum = (name: string) => jobs.reduce((total, job) => total + job[name], 0);
  for (const figure of ['views', 'applyClicks', 'applications', 'hires', 'rejections', 'publishedDays'])
    assert.ok(sum(figure) > 5, figure);
  const rate = sum('applications') / sum('views');
  assert.ok(rate > 0.005 && rate < 0.1, `conversion rate ${rate}`);
  assert.equal((await read('offices')).data.length, 4);
  assert.ok((await read('channels')).data.length >= 6);
  assert.ok((await read('recruiters')).data.length >= 3);
});

test('the export has 200 candidates with every kind of sub-record', () => {
  assert.equal(exported.length, 200);
  const share = (has: (candidate: Json) => boolean) => exported.filter(has).length;
  assert.ok(share((candidate) => !candidate.isVisible) >= 10);
  assert.ok(share((candidate) => candidate.applies.length > 1) >= 30);
  assert.ok(share((candidate) => candidate.documents.length > 0) >= 80);
  assert.ok(share((candidate) => candidate.professionObjects.length > 0) >= 100);
  assert.ok(share((candidate) => candidate.communications.length > 0) >= 100);
  assert.ok(share((candidate) => candidate.contactChannels.length > 0) >= 50);
  assert.ok(share((candidate) => candidate.resume.educations.length > 0) >= 50);
  assert.ok(share((candidate) => candidate.resume.professionEducations.length > 0) >= 50);
  assert.ok(share((candidate) => candidate.resume.jobs.length > 0) >= 180);
  for (const candidate of exported) {
    assert.ok(candidate.languages.length > 0 && candidate.qualifications.length > 0);
    assert.ok(candidate.resume.schoolEducations.length === 1);
    assert.equal(candidate.isVisible, candidate.applies.length > 0);
  }
  const statuses = new Set(exported.map((candidate: Json) => candidate.statusId));
  assert.deepEqual(statuses, new Set([null, 23, 2003, 2004, 2005]));
});

test('there are companies in several states, each with sites, work locations, and contacts', () => {
  assert.ok(companies.length >= 8);
  for (const company of companies) {
    assert.ok(company.offices.length > 0 && company.industry && company.officeId && company.responsibility);
    assert.ok(company.location.geoLat && company.location.federalStateName);
  }
  assert.ok(new Set(companies.map(({ statusId }) => statusId)).size >= 3);
  assert.ok(new Set(companies.map(({ contractStatusId }) => contractStatusId)).size >= 3);
  for (const { locations, contacts, location } of sites) {
    assert.ok(locations.length > 0 && contacts.length > 0 && location.geoLat);
    for (const { address, contactId } of locations) {
      assert.ok(address.geoLat);
      assert.ok(contactId === null || contacts.some(({ id }: Json) => id === contactId));
    }
  }
  const contacts = sites.flatMap((site) => site.contacts);
  assert.ok(contacts.some(({ isActive }) => !isActive));
});

test('every company has requests; together they have every kind and status', () => {
  for (const { id } of companies) assert.ok(requests.some(({ customerId }) => customerId === id));
  assert.equal(new Set(requests.map(({ kind }) => kind)).size, 3);
  assert.deepEqual(new Set(requests.map(({ statusId }) => statusId)), new Set([1, 2, 3, 4, 5]));
  for (const request of requests) {
    assert.ok(request.siteId && request.responsibility && request.officeId);
    assert.ok(request.createdAtUtc <= request.modifiedAtUtc);
    const company = companies.find(({ id }) => id === request.customerId);
    assert.ok(request.createdAtUtc > company.createdAtUtc);
  }
});

test('the API accepts every request', async () => {
  for (const { kind, id, customerId, ...request } of requests) {
    assert.equal((await api.put(`/customers/requests/${kind}/${id}`, request)).status, 204);
    const again = await api.post(`/customers/${customerId}/requests/${kind}`, { ...request, officeId: 'x' });
    assert.deepEqual(faultsOf(again), ['officeId type']);
  }
});

test('the report on requests has plausible days to fill', async () => {
  const { data } = (await api.get('/reports/customerrequests')).body;
  const filled = data.filter((row: Json) => row.filled > 0);
  assert.ok(filled.length >= 6);
  for (const { averageDaysToFill } of filled) assert.ok(averageDaysToFill > 5 && averageDaysToFill < 45);
});

test('the activities of every company are between its creation and now, newest first', async () => {
  const deletions: Json[] = [];
  for (const { id, createdAtUtc } of companies) {
    const { activities } = (await api.get(`/customers/${id}/activities`)).body;
    assert.ok(activities.some(({ kind }: Json) => kind === 'note'));
    deletions.push(...activities.filter(({ kind }: Json) => kind === 'deleted'));
    const times = activities.map(({ atUtc }: Json) => atUtc);
    assert.deepEqual(times, times.toSorted().reverse());
    assert.ok(times.at(-1) > createdAtUtc && times[0] <= now.toISOString());
    for (const { userName } of activities) assert.match(userName, /\p{L} \p{L}/u);
  }
  assert.ok(deletions.length > 0);
});

test('the API accepts every company, site, work location, and contact', async () => {
  for (const company of companies)
    assert.equal((await api.put(`/customers/${company.id}`, company)).status, 204);
  for (const { id, customerId, contacts, locations, ...site } of sites) {
    const path = `/customers/${customerId}/offices/${id}`;
    assert.equal((await api.put(path, site)).status, 204);
    for (const contact of contacts)
      assert.equal((await api.put(`${path}/contacts/${contact.id}`, contact)).status, 204);
    for (const { address, ...location } of locations)
      assert.equal(
        (await api.put(`${path}/locations/${location.id}`, { ...location, location: address })).status,
        204,
      );
  }
});

test('every candidate can be read', async () => {
  for (const { id, lastName } of exported) {
    const { status, body } = await api.get(`/candidates/${id}`);
    assert.equal(status, 200);
    assert.equal(body.lastName, lastName);
  }
});

test('the API accepts every candidate', () => {
  for (const { body } of planCandidates(now)) assert.deepEqual(candidateFaults(body, now), []);
});

test('every catalog value exists', () => {
  for (const candidate of exported) {
    assert.ok(candidate.location.federalStateName);
    for (const list of ['languages', 'professionObjects', 'qualifications', 'driversLicences'])
      for (const entry of candidate[list]) assert.ok(entry.name, `${list} of ${candidate.id}`);
    for (const apply of candidate.applies) assert.ok(apply.channel);
    for (const communication of candidate.communications) assert.ok(communication.communicationType);
  }
});

test('resumes run from school until today without overlap', () => {
  for (const { resume, birth } of exported) {
    const { jobs, professionEducations, schoolEducations } = resume;
    const spans = [...schoolEducations, ...professionEducations, ...jobs].sort((first, second) =>
      first.fromDate.localeCompare(second.fromDate),
    );
    assert.ok(birth.date < spans[0].fromDate);
    for (const [index, span] of spans.entries()) {
      const end = span.untilDate ?? now.toISOString().slice(0, 10);
      assert.ok(span.fromDate <= end, `${span.fromDate} to ${span.untilDate}`);
      assert.ok(end <= now.toISOString().slice(0, 10));
      if (index > 0) assert.ok(spans[index - 1].untilDate < span.fromDate);
      assert.ok(index === spans.length - 1 || span.untilDate !== null);
    }
  }
});

test('everything happened after the creation and before now', () => {
  for (const candidate of exported) {
    const times = [
      ...candidate.applies.map((apply: Json) => apply.appliedAtUtc),
      ...candidate.communications.map((communication: Json) => communication.occurredAtUtc),
      ...candidate.documents.map((document: Json) => document.createdAtUtc),
      ...(candidate.statusChangedAtUtc === null ? [] : [candidate.statusChangedAtUtc]),
    ];
    for (const time of times) {
      assert.ok(time >= candidate.createdAtUtc, `${time} is before ${candidate.createdAtUtc}`);
      assert.ok(time <= now.toISOString(), time);
    }
  }
});

test('all phone numbers are possible and unique', () => {
  const numbers = exported.flatMap(({ contact }: Json) =>
    [contact.phone, contact.mobile].filter((number) => number !== null),
  );
  for (const number of numbers)
    assert.equal(parsePhoneNumberFromString(number, 'DE')?.isPossible(), true, number);
  assert.equal(new Set(numbers).size, numbers.length);
});

test('email addresses are unique and use reserved domains', () => {
  const addresses = exported.map(({ contact }: Json) => contact.email);
  for (const address of addresses) assert.match(address, /^[a-z.0-9-]+@example\.(org|com|net)$/);
  assert.equal(new Set(addresses).size, 200);
});

test('the feed lists each candidate, document, company, site, contact, and request as new once', async () => {
  for (const [entity, count] of [
    ['candidate', exported.length],
    ['document', exported.flatMap((candidate: Json) => candidate.documents).length],
    ['company', companies.length],
    ['site', sites.length],
    ['contact', sites.flatMap((site: Json) => site.contacts).length],
    ['request', requests.length],
  ] as const) {
    const created = (await readFeed(entity)).filter(({ change }) => change === 'new');
    assert.equal(created.length, count);
    assert.equal(new Set(created.map(({ id }) => id)).size, count);
  }
});

test('each application, communication, status, and document has an event', async () => {
  const events = await service.sql<{ event_type_id: number; count: number }>(
    'SELECT event_type_id, count(*)::int AS count FROM change_log WHERE event_type_id IS NOT NULL GROUP BY 1',
  );
  const counts = new Map(events.map((row) => [row.event_type_id, row.count]));
  const sum = (list: string) =>
    exported.reduce((total: number, candidate: Json) => total + candidate[list].length, 0);
  assert.equal(counts.get(1401), 200);
  assert.equal(counts.get(1405), sum('applies'));
  assert.equal(counts.get(1406), sum('documents'));
  assert.equal(counts.get(1408), sum('communications'));
  assert.equal(counts.get(1451), requests.length);
  assert.equal(counts.get(1461), 12);
  assert.deepEqual([counts.get(1463), counts.get(1464)], [20, 3]);
  assert.equal(counts.get(1471), 9);
});

test('documents decrypt to PDFs', async () => {
  const rows = await service.sql<Json>('SELECT * FROM document');
  for (const row of rows) {
    const blob = {
      key: row.blob_key,
      wrappedKey: row.wrapped_key,
      masterKeyId: row.master_key_id,
      sizeBytes: Number(row.size_bytes),
      sha256: row.sha256,
    };
    const parts: Uint8Array[] = [];
    for await (const part of service.services.blobs.read(blob, { tenantId: service.tenant.id }))
      parts.push(part);
    const text = Buffer.concat(parts).toString('latin1');
    assert.ok(text.startsWith('%PDF-1.4\n') && text.endsWith('%%EOF\n'), text.slice(0, 40));
  }
  assert.deepEqual(await service.sql('SELECT * FROM pending_blob'), []);
});

test('the committed sample CVs are what the code generates', async () => {
  const examples = join(import.meta.dirname, '../../../examples');
  assert.deepEqual(await readFile(join(examples, 'sample-cv.pdf')), sampleCv());
  assert.deepEqual(await readFile(join(examples, 'second-cv.pdf')), secondCv());
});
