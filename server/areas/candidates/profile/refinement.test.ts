import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { migrateQueue, startQueue } from '../../../core/queue/index.ts';
import { NOTHING, recordedBy } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { Geocoder, sweepGeocoderAnswers } from '../../addresses/index.ts';
import { coordinatesTask } from './index.ts';

const HOUSE = { geoLat: 52.529, geoLon: 13.4 };
const POSTAL_CODE = { geoLat: 52.5337, geoLon: 13.3872 };

let hits: { lat: string; lon: string }[] = [];
let status = 200;
let whileAsked: () => Promise<unknown> = async () => {};
const asked: string[] = [];
const server = createServer(async (request, response) => {
  asked.push(new URL(request.url!, 'http://geocoder').searchParams.get('street')!);
  await whileAsked();
  response.writeHead(status).end(JSON.stringify(hits));
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
after(async () => {
  await queue.stop();
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  hits = [{ lat: String(HOUSE.geoLat), lon: String(HOUSE.geoLon) }];
  status = 200;
  whileAsked = async () => {};
});

/** Returns when every job has run once. */
async function settleJobs(): Promise<void> {
  const open = 'SELECT 1 FROM graphile_worker.jobs WHERE last_error IS NULL OR locked_at IS NOT NULL';
  while ((await service.sql(open)).length > 0);
}

let streets = 0;
/** An address that has not been asked for yet. */
function newAddress() {
  return {
    street: `Allee ${String.fromCharCode(65 + streets++)}`,
    zipCode: '10115',
    city: 'Berlin',
    countryId: 276,
  };
}

async function create(location: Record<string, unknown> = newAddress()): Promise<number> {
  const answer = await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', location });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.id;
}

async function coordinatesOf(id: number) {
  const { geoLat, geoLon } = (await api.get(`/candidates/${id}`)).body.location;
  return { geoLat, geoLon };
}

test('the coordinates of the house replace those of the postal code, as a change of their own', async () => {
  let id = 0;
  const recorded = await recordedBy(service, async () => {
    id = await create();
    await settleJobs();
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
  hits = [];
  const id = await create();
  await settleJobs();
  hits = [{ lat: '52.51', lon: '13.41' }];
  await api.put(`/candidates/${id}`, { location: { street: 'Unbekannter Weg' } });
  await settleJobs();
  assert.deepEqual(await coordinatesOf(id), { geoLat: 52.51, geoLon: 13.41 });
});

test('a change beside the address asks nobody', async () => {
  const id = await create();
  await settleJobs();
  const before = asked.length;
  await api.put(`/candidates/${id}`, { title: 'Dr.' });
  await settleJobs();
  assert.equal(asked.length, before);
});

test('less than 50 m are not worth a change', async () => {
  hits = [{ lat: '52.5340', lon: '13.3872' }];
  const id = await create();
  const recorded = await recordedBy(service, settleJobs);
  assert.deepEqual(recorded, NOTHING);
  assert.deepEqual(await coordinatesOf(id), POSTAL_CODE);
});

test('an answer for an address that has changed meanwhile is not used', async () => {
  let created: Promise<number> | undefined;
  whileAsked = async () => {
    whileAsked = async () => {
      // The job of the change: only the first answer is of interest.
      hits = [];
    };
    await api.put(`/candidates/${await created}`, { location: { zipCode: '20095', city: 'Hamburg' } });
  };
  created = create();
  const id = await created;
  await settleJobs();
  assert.deepEqual(await coordinatesOf(id), { geoLat: 53.5542, geoLon: 10.0011 });
});

async function ageAnswers(days: number): Promise<void> {
  await service.sql('UPDATE geocoder_answer SET answered_at = answered_at - make_interval(days => $1)', [
    days,
  ]);
}

/** How often the geocoder is asked for an address that another candidate has already, however it is spelled. */
async function questionsFor(location: ReturnType<typeof newAddress>): Promise<number> {
  const before = asked.length;
  await create({ ...location, street: ` ${location.street.toUpperCase()}` });
  await settleJobs();
  return asked.length - before;
}

test('an address is asked for once in 180 days', async () => {
  const location = newAddress();
  await create(location);
  await settleJobs();
  await ageAnswers(179);
  assert.equal(await questionsFor(location), 0);
  await ageAnswers(2);
  assert.equal(await questionsFor(location), 1);
});

test('an unknown address is asked for once in 7 days', async () => {
  hits = [];
  const location = newAddress();
  const id = await create(location);
  await settleJobs();
  assert.deepEqual(await coordinatesOf(id), POSTAL_CODE);
  await ageAnswers(6);
  assert.equal(await questionsFor(location), 0);
  await ageAnswers(2);
  assert.equal(await questionsFor(location), 1);
});

test('answers that are too old are removed', async () => {
  await create();
  await settleJobs();
  await ageAnswers(200);
  await sweepGeocoderAnswers(services.database.system);
  assert.deepEqual(await service.sql('SELECT 1 FROM geocoder_answer'), []);
});

test('a geocoder that fails disturbs no request, and is asked again later', async () => {
  status = 500;
  const id = await create();
  await settleJobs();
  assert.deepEqual(await coordinatesOf(id), POSTAL_CODE);
  status = 200;
  const waiting = 'SELECT id FROM graphile_worker.jobs WHERE last_error IS NOT NULL';
  await service.sql(`SELECT graphile_worker.reschedule_jobs(ARRAY(${waiting}), now())`);
  while ((await service.sql(waiting)).length > 0);
  assert.deepEqual(await coordinatesOf(id), HOUSE);
});

test('an address without a country that code and town tell is not asked for', async () => {
  const before = asked.length;
  await create({ ...newAddress(), city: 'München', countryId: null });
  await settleJobs();
  assert.equal(asked.length, before);
});

test('an address abroad is asked for, although its postal code is in no table', async () => {
  const id = await create({ ...newAddress(), zipCode: '75001', city: 'Paris', countryId: 250 });
  await settleJobs();
  assert.deepEqual(await coordinatesOf(id), HOUSE);
});
