import assert from 'node:assert/strict';
import { test } from 'node:test';
import { written } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { companyMaker } from '../../../testing/makers/companies.ts';
import { eventEndpoint } from '../../changes/index.ts';

const service = await startTestService();
const STREAM = '/customers/changes';

interface Entry {
  id: number;
}
const ids = (entries: Entry[]) => entries.map(({ id }) => id).sort((a, b) => a - b);
const lists = (body: Record<string, Entry[]>) => ({
  new: ids(body.new!),
  modified: ids(body.modified!),
  deleted: ids(body.deleted!),
});

test('a window lists each company once, and a company with a changed part as modified', async () => {
  await service.clock.set('2026-06-01T09:30:00Z');
  const { api } = await service.createTenant();
  const make = companyMaker(api);
  const untouched = await make.company();
  const old = [await make.all(), await make.all(), await make.all(), await make.all()] as const;
  const [bySite, byContact, byLocation, byNote] = old;
  await service.clock.set('2026-06-01T10:10:00Z');
  const created = (await make.all()).companyId;
  const office = ({ companyId, siteId }: { companyId: number; siteId: number }) =>
    `/customers/${companyId}/offices/${siteId}`;
  await api.put(`${office(bySite)}/status`, { isActive: false });
  await api.put(`${office(byContact)}/contacts/${byContact.contactId}`, { title: 'Dr.' });
  await api.delete(`${office(byLocation)}/locations/${byLocation.locationId}`);
  await api.post(`/customers/${byNote.companyId}/activities`, { text: 'x' });
  await service.clock.set('2026-06-02T00:00:01Z');

  const modified = ids(old.map(({ companyId }) => ({ id: companyId })));
  const hour = await api.get(`${STREAM}/2026-06-01/10`);
  assert.deepEqual(lists(hour.body), { new: [created], modified, deleted: [] });
  const day = await api.get(`${STREAM}/2026-06-01`);
  assert.deepEqual(lists(day.body), { new: [untouched, ...modified, created], modified: [], deleted: [] });
  const period = await api.get(`${STREAM}?startDate=2026-06-01&endDate=2026-06-01`);
  assert.deepEqual(period.body, day.body);
  const [entry] = hour.body.new;
  const { rowGuid, officeId } = (await api.get(`/customers/${created}`)).body;
  assert.deepEqual([entry.rowGuid, entry.officeId], [rowGuid, officeId]);
  assert.match(entry.changedAtUtc, /^2026-06-01T10:10:/);
});

test('the feed returns every changed record with its endpoint, and null for a deleted one', async () => {
  const { api } = await service.createTenant();
  const make = companyMaker(api);
  const { companyId, siteId, contactId, locationId } = await make.all();
  await api.delete(`/customers/${companyId}/offices/${siteId}/locations/${locationId}`);
  await service.settle();
  const { changes } = (await api.get('/changes')).body;
  assert.deepEqual(
    changes.map((change: Record<string, unknown>) => [
      change.entity,
      change.change,
      change.id,
      change.endpoint,
    ]),
    [
      ['company', 'new', companyId, `/customers/${companyId}`],
      ['site', 'new', siteId, `/customers/offices/${siteId}`],
      ['company', 'modified', companyId, `/customers/${companyId}`],
      ['contact', 'new', contactId, `/customers/contacts/${contactId}`],
      ['company', 'modified', companyId, `/customers/${companyId}`],
      ['site', 'modified', siteId, `/customers/offices/${siteId}`],
      ['location', 'new', locationId, `/customers/locations/${locationId}`],
      ['company', 'modified', companyId, `/customers/${companyId}`],
      ['site', 'modified', siteId, `/customers/offices/${siteId}`],
      ['location', 'deleted', locationId, null],
      ['company', 'modified', companyId, `/customers/${companyId}`],
      ['site', 'modified', siteId, `/customers/offices/${siteId}`],
    ],
  );
});

test('the event of a deleted work location links to the window that lists its company', async () => {
  await service.clock.set('2026-07-01T10:10:00Z');
  const tenant = await service.createTenant();
  const { api } = tenant;
  const { companyId, siteId, locationId } = await companyMaker(api).all();
  await service.clock.set('2026-07-01T11:59:59Z');
  const { events } = await written(
    service,
    () => api.delete(`/customers/${companyId}/offices/${siteId}/locations/${locationId}`),
    tenant,
  );
  const { entityId, additionalData } = events.find(({ type }) => type === 1433)!;
  await service.clock.set('2026-07-01T12:00:00Z');
  const { endpoint } = eventEndpoint({
    eventTypeId: 1433,
    entityId,
    occurredAt: '2026-07-01T11:59:59.000Z',
    additionalData,
  });
  assert.equal(endpoint, '/customers/changes/2026-07-01/11');
  assert.deepEqual(ids((await api.get(endpoint)).body.modified), [companyId]);
  assert.deepEqual(additionalData, { customerId: companyId, siteId });
});

test('an ended window can be cached forever, and an invalid or future one is not found', async () => {
  await service.clock.set('2026-08-10T10:30:00Z');
  const { api } = await service.createTenant();
  const ended = await api.get(`${STREAM}/2026-08-10/9`);
  assert.equal(ended.headers.get('cache-control'), 'private, max-age=31536000, immutable');
  assert.deepEqual(ended.body, { new: [], modified: [], deleted: [] });
  for (const path of ['2026-02-30', 'today', '2026-08-11', '2026-08-10/11', '2026-08-10/24'])
    assert.equal((await api.get(`${STREAM}/${path}`)).status, 404, path);
  assert.equal((await api.get(`${STREAM}?officeId=999999`)).status, 400);
});
