import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { migrateQueue, startQueue } from '../../core/queue/index.ts';
import { eventually } from '../../testing/another-process.ts';
import { NOTHING, written } from '../../testing/change-watch.ts';
import { startTestService } from '../../testing/harness.ts';
import { companyMaker, partChanged } from '../../testing/makers/companies.ts';
import { Geocoder } from '../addresses/index.ts';
import { companyCoordinatesTask } from './index.ts';

const HOUSE = { geoLat: 52.529, geoLon: 13.4 };

let duringCall: () => Promise<unknown> = async () => {};
let calls = 0;
const server = createServer(async (_request, response) => {
  calls++;
  await duringCall();
  response.writeHead(200).end(JSON.stringify([{ lat: String(HOUSE.geoLat), lon: String(HOUSE.geoLon) }]));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const service = await startTestService({ GEOCODER_URL: url });
const { api } = service.tenant;
const make = companyMaker(api);
const { services, databaseUrl } = service;
await migrateQueue({ databaseUrl });
const geocoder = new Geocoder({ url, userAgent: 'StellwerkTests/1.0', delay: async () => {} });
const queue = await startQueue({
  databaseUrl,
  log: services.log,
  tasks: [companyCoordinatesTask(services, geocoder)],
});
service.beforeClose(() => queue.stop());
after(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  duringCall = async () => {};
});

/** Waits until every job has run once. */
async function settleJobs(): Promise<void> {
  const open = 'SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NULL OR locked_at IS NOT NULL';
  await eventually('every job has run', async () => (await service.sql(open)).length === 0);
}

let streets = 0;
/** An address that is not in the geocoder's cache. */
function newAddress() {
  return {
    street: `Allee ${String.fromCharCode(65 + streets++)}`,
    zipCode: '10115',
    city: 'Berlin',
    countryId: 276,
  };
}

async function coordinatesAt(path: string) {
  const { body } = await api.get(path);
  const { geoLat, geoLon } = body.address ?? body.location;
  return { geoLat, geoLon };
}

test('the coordinates of the house replace those of the postal code in a separate change', async () => {
  const id = await make.company({ location: newAddress() });
  await settleJobs();
  assert.deepEqual(await coordinatesAt(`/customers/${id}`), HOUSE);
  const recorded = await written(service, async () => {
    await api.put(`/customers/${id}`, { location: { zipCode: '80331', city: 'München' } });
    await settleJobs();
  });
  assert.deepEqual(await coordinatesAt(`/customers/${id}`), HOUSE);
  const once = { entity: 'company', kind: 'modified', id };
  assert.deepEqual(recorded.changes, [once, once]);
  assert.deepEqual(
    recorded.events.map(({ type }) => type),
    [1412, 1412],
  );
});

test('a site gets the coordinates of the house without an activity', async () => {
  const companyId = await make.company();
  const siteId = await make.site(companyId);
  const recorded = await written(service, async () => {
    await api.put(`/customers/${companyId}/offices/${siteId}`, { location: newAddress() });
    await settleJobs();
  });
  const once = partChanged('site', 'modified', siteId, 1422, { companyId });
  assert.deepEqual(recorded, {
    changes: [...once.changes, ...once.changes],
    events: [...once.events, ...once.events],
  });
  assert.deepEqual(await coordinatesAt(`/customers/offices/${siteId}`), HOUSE);
  const texts = (await make.activities(companyId)).map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(texts, ['changed', 'created']);
});

test('a work location gets the coordinates of the house', async () => {
  const { companyId, siteId } = await make.all();
  const id = await make.location(companyId, siteId, { location: newAddress() });
  await settleJobs();
  assert.deepEqual(await coordinatesAt(`/customers/locations/${id}`), HOUSE);
});

test('a work location deleted during the geocoder call keeps its coordinates', async () => {
  const { companyId, siteId } = await make.all();
  let id = 0;
  let resolveCreated: (id: number) => void = () => {};
  const created = new Promise<number>((resolve) => {
    resolveCreated = resolve;
  });
  duringCall = async () => api.delete(`/customers/${companyId}/offices/${siteId}/locations/${await created}`);
  id = await make.location(companyId, siteId, { location: newAddress() });
  resolveCreated(id);
  await settleJobs();
  const [row] = await service.sql('SELECT geo_lat = $2 AS moved FROM work_location WHERE id = $1', [
    id,
    HOUSE.geoLat,
  ]);
  assert.deepEqual(row, { moved: false });
});

test('changing a contact or a property other than the address does not call the geocoder', async () => {
  const { companyId, siteId, contactId, locationId } = await make.all();
  await settleJobs();
  const before = calls;
  const site = `/customers/${companyId}/offices/${siteId}`;
  await api.put(`/customers/${companyId}`, { employees: 3 });
  await api.put(site, { description: 'Werk 2' });
  await api.put(`${site}/contacts/${contactId}`, { title: 'Dr.' });
  await api.put(`${site}/locations/${locationId}`, { directions: 'Tor 1' });
  assert.deepEqual(await written(service, settleJobs), NOTHING);
  assert.equal(calls, before);
});
