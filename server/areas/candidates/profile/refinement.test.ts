import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { migrateQueue, startQueue } from '../../../core/queue/index.ts';
import { eventually } from '../../../testing/another-process.ts';
import { NOTHING, recordedBy } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { Geocoder, sweepGeocoderAnswers } from '../../addresses/index.ts';
import { coordinatesTask } from './index.ts';

const HOUSE = { geoLat: 52.529, geoLon: 13.4 };
const POSTAL_CODE = { geoLat: 52.5337, geoLon: 13.3872 };

let results: { lat: string; lon: string }[] = [];
let status = 200;
let duringLookup: () => Promise<unknown> = async () => {};
const requestedStreets: string[] = [];
const server = createServer(async (request, response) => {
  requestedStreets.push(new URL(request.url!, 'http://geocoder').searchParams.get('street')!);
  await duringLookup();
  response.writeHead(status).end(JSON.stringify(results));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const service = await startTestService({ GEOCODER_URL: url });
const { api } = service.tenant;
const { services, databaseUrl } = service;
await migrateQueue({ databaseUrl });
const geocoder = new Geocoder({ url, userAgent: 'StellwerkTests/1.0', delay: async () => {} });
const queue = await startQueue({
  databaseUrl,
  log: services.log,
  tasks: [coordinatesTask(services, geocoder)],
});
service.beforeClose(() => queue.stop());
after(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  results = [{ lat: String(HOUSE.geoLat), lon: String(HOUSE.geoLon) }];
  status = 200;
  duringLookup = async () => {};
});

/** Waits until every job has run once. */
async function waitForJobs(): Promise<void> {
  const unfinished = 'SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NULL OR locked_at IS NOT NULL';
  await eventually('every job has run', async () => (await service.sql(unfinished)).length === 0);
}

let streets = 0;
/** An address that has not been looked up yet. */
function newAddress() {
  return {
    street: `Allee ${String.fromCharCode(65 + streets++)}`,
    zipCode: '10115',
    city: 'Berlin',
    countryId: 276,
  };
}

async function create(location: Record<string, unknown> = newAddress()): Promise<number> {
  const response = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', location });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

async function coordinatesOf(id: number) {
  const { geoLat, geoLon } = (await api.get(`/candidates/${id}`)).body.location;
  return { geoLat, geoLon };
}

test('the coordinates of the house replace those of the postal code in a separate change', async () => {
  let id = 0;
  const recorded = await recordedBy(service, async () => {
    id = await create();
    await waitForJobs();
  });
  assert.deepEqual(await coordinatesOf(id), HOUSE);
  assert.deepEqual(recorded, {
    changes: [
      { entity: 'candidate', kind: 'new', id },
      { entity: 'candidate', kind: 'modified', id },
    ],
    events: [
      { type: 1401, entityId: id },
      { type: 1402, entityId: id },
    ],
  });
});

test('a changed address is looked up again', async () => {
  results = [];
  const id = await create();
  await waitForJobs();
  results = [{ lat: '52.51', lon: '13.41' }];
  await api.put(`/candidates/${id}`, { location: { street: 'Unbekannter Weg' } });
  await waitForJobs();
  assert.deepEqual(await coordinatesOf(id), { geoLat: 52.51, geoLon: 13.41 });
});

test('a change to another property triggers no lookup', async () => {
  const id = await create();
  await waitForJobs();
  const before = requestedStreets.length;
  await api.put(`/candidates/${id}`, { title: 'Dr.' });
  await waitForJobs();
  assert.equal(requestedStreets.length, before);
});

test('a difference of less than 50 m changes nothing', async () => {
  results = [{ lat: '52.5340', lon: '13.3872' }];
  const id = await create();
  const recorded = await recordedBy(service, waitForJobs);
  assert.deepEqual(recorded, NOTHING);
  assert.deepEqual(await coordinatesOf(id), POSTAL_CODE);
});

test('a lookup result is discarded if the address changed during the lookup', async () => {
  let created: Promise<number> | undefined;
  duringLookup = async () => {
    duringLookup = async () => {
      // The lookup for the changed address finds nothing. Only the first result matters here.
      results = [];
    };
    await api.put(`/candidates/${await created}`, { location: { zipCode: '20095', city: 'Hamburg' } });
  };
  created = create();
  const id = await created;
  await waitForJobs();
  assert.deepEqual(await coordinatesOf(id), { geoLat: 53.5542, geoLon: 10.0011 });
});

async function ageCachedResults(days: number): Promise<void> {
  await service.sql('UPDATE geocoder_answer SET answered_at = answered_at - make_interval(days => $1)', [
    days,
  ]);
}

/** How many lookups a second candidate with the same address, spelled differently, triggers. */
async function countLookups(location: ReturnType<typeof newAddress>): Promise<number> {
  const before = requestedStreets.length;
  await create({ ...location, street: ` ${location.street.toUpperCase()}` });
  await waitForJobs();
  return requestedStreets.length - before;
}

test('an address is looked up once in 180 days', async () => {
  const location = newAddress();
  await create(location);
  await waitForJobs();
  await ageCachedResults(179);
  assert.equal(await countLookups(location), 0);
  await ageCachedResults(2);
  assert.equal(await countLookups(location), 1);
});

test('an address that was not found is looked up once in 7 days', async () => {
  results = [];
  const location = newAddress();
  const id = await create(location);
  await waitForJobs();
  assert.deepEqual(await coordinatesOf(id), POSTAL_CODE);
  await ageCachedResults(6);
  assert.equal(await countLookups(location), 0);
  await ageCachedResults(2);
  assert.equal(await countLookups(location), 1);
});

test('expired lookup results are deleted', async () => {
  await create();
  await waitForJobs();
  await ageCachedResults(200);
  await sweepGeocoderAnswers(services.database.system);
  assert.deepEqual(await service.sql('SELECT 1 FROM geocoder_answer'), []);
});

test('a failing geocoder does not affect requests, and the lookup is retried later', async () => {
  status = 500;
  const id = await create();
  await waitForJobs();
  assert.deepEqual(await coordinatesOf(id), POSTAL_CODE);
  status = 200;
  const waiting = 'SELECT id FROM graphile_worker.jobs WHERE last_error IS NOT NULL';
  await service.sql(`SELECT graphile_worker.reschedule_jobs(ARRAY(${waiting}), now())`);
  await eventually('the lookup is retried', async () => (await service.sql(waiting)).length === 0);
  assert.deepEqual(await coordinatesOf(id), HOUSE);
});

test('an address is not looked up if its country is missing and cannot be derived', async () => {
  const before = requestedStreets.length;
  await create({ ...newAddress(), city: 'München', countryId: null });
  await waitForJobs();
  assert.equal(requestedStreets.length, before);
});

test('an address abroad is looked up although its postal code is in no table', async () => {
  const id = await create({ ...newAddress(), zipCode: '75001', city: 'Paris', countryId: 250 });
  await waitForJobs();
  assert.deepEqual(await coordinatesOf(id), HOUSE);
});
