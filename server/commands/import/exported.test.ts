import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { recordedBy } from '../../testing/change-watch.ts';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { makeBranch } from '../../testing/makers/branches.ts';
import { openImporter } from '../../testing/makers/csv-import.ts';

// Files with candidates who exist, which somebody has corrected. The whole way, with the file of the console, is tested in
// console/test/candidate-export.test.ts.

const service = await startTestService();
const importer = await openImporter(service);

let tenant: TestTenant;
let recruiter: Awaited<ReturnType<typeof service.platform>>;
beforeEach(async () => {
  tenant = await service.createTenant();
  recruiter = await service.platform('recruiter', tenant);
  await importer.begin();
});

const update = (contents: string, options = {}) =>
  importer.run(contents, { tenant: tenant.key, recruiter: recruiter.user.email, update: '', ...options });

async function create(body: object): Promise<number> {
  const {
    status,
    body: created,
    text,
  } = await tenant.api.post('/candidates', {
    firstName: 'Ada',
    lastName: 'Muster',
    ...body,
  });
  assert.equal(status, 200, text);
  await tenant.api.post(`/candidates/${created.id}/apply`, { recruiterId: recruiter.user.id });
  return created.id;
}

const WIEN = 4009;

const get = async (id: number) => (await tenant.api.get(`/candidates/${id}`)).body;

test('a candidate without an id of the source system is found by the own one', async () => {
  const id = await create({});
  const { report, exitCode } = await update(`Stellwerk-ID;Vorname;Nachname;Ort\n${id};Ada;Richtig;Köln\n`);
  assert.deepEqual([report, exitCode], [[['2', 'updated', String(id), '', '']], 0]);
  const { lastName, location } = await get(id);
  assert.deepEqual([lastName, location.city], ['Richtig', 'Köln']);
  const without = await update(`Stellwerk-ID;Vorname;Nachname\n${id};Ada;Nein\n`, { update: undefined });
  assert.equal(without.report[0]![1], 'skipped');
});

test('a row without an own id is about a new candidate, and one id is enough', async () => {
  const id = await create({ importExternalId: 'A-1' });
  const { report } = await update(
    `Stellwerk-ID;ID;Vorname;Nachname\n${id};;Ada;Eins\n;B-1;Bea;Neu\n;;Cleo;Ohne\n${id};A-1;Ada;Nochmal\n`,
  );
  assert.deepEqual(
    report.map(([, outcome, , property]) => [outcome, property]),
    [
      ['updated', ''],
      ['created', ''],
      ['faulty', 'importExternalId'],
      ['faulty', 'stellwerkId'],
    ],
  );
  assert.match(report[3]![4]!, /Column "Stellwerk-ID" has the same id as line 2\./);
});

test('an id without its zeros, as spreadsheets leave it, changes nothing and creates nobody', async () => {
  const id = await create({ importExternalId: '0012' });
  const { report } = await update(`Stellwerk-ID;ID;Vorname;Nachname\n${id};12;Ada;Muster\n`);
  assert.deepEqual(report[0]!.slice(1, 4), ['faulty', '', 'importExternalId']);
  assert.match(report[0]![4]!, /Column "ID" must have the id that the candidate has\./);
  assert.equal((await get(id)).importExternalId, '0012');
});

test('an own id of nobody, or of another tenant, is faulty', async () => {
  const other = await service.createTenant();
  const elsewhere = await other.api.post('/candidates', { firstName: 'Ada', lastName: 'Fremd' });
  const { report } = await update(
    `Stellwerk-ID;Vorname;Nachname\n${elsewhere.body.id};Ada;A\n99999999999;Ada;B\n1,5;Ada;C\nx;Ada;D\n`,
  );
  assert.deepEqual(
    report.map(([, outcome, , property]) => [outcome, property]),
    Array.from({ length: 4 }, () => ['faulty', 'stellwerkId']),
  );
  assert.match(report[0]![4]!, /Column "Stellwerk-ID" must be the id of a candidate\. There is none with it/);
});

test('what the candidate has already is not judged again, and changes nothing', async () => {
  const branch = await makeBranch(service, 'Nord', tenant);
  const former = await service.platform('recruiter', tenant);
  const id = await create({
    officeId: branch,
    responsibility: former.user.id,
    createdAtUtc: '2026-03-01T09:15:27Z',
  });
  await service.sql('UPDATE branch SET is_active = false WHERE tenant_id = $1', [tenant.id], tenant.id);
  await service.sql(
    'UPDATE user_account SET is_active = false WHERE tenant_id = $1 AND id = $2',
    [tenant.id, former.user.id],
    tenant.id,
  );
  const file = (city: string) =>
    `Stellwerk-ID;Vorname;Nachname;Ort;Niederlassung;Betreuer;Erstellt am\n${id};Ada;Muster;${city};Nord;${former.user.email};01.03.2026 09:15\n`;
  const recorded = await recordedBy(service, () => update(file('')), tenant);
  assert.deepEqual(recorded.changes, []);
  const { report } = await update(file('Köln'));
  assert.deepEqual(report, [['2', 'updated', String(id), '', '']]);
  assert.equal((await get(id)).createdAtUtc, '2026-03-01T09:15:27.000Z');
  // For anybody else, the branch is closed.
  const other = await create({});
  const { report: rejected } = await update(`Stellwerk-ID;Niederlassung\n${other};Nord\n`);
  assert.deepEqual(rejected[0]!.slice(1, 4), ['faulty', '', 'officeId']);
});

test('the parts of an address that are stored already count for those that change', async () => {
  const id = await create({
    location: { street: 'Straße 52', streetNumber: '7', zipCode: '1010', city: 'Wien', federalStateId: WIEN },
  });
  const file = `Stellwerk-ID;Straße;Hausnummer;PLZ;Ort;Land;Bundesland\n${id};Straße 53;7;1010;Wien;Österreich;Wien\n`;
  assert.equal((await update(file)).report[0]![1], 'updated');
  const { street, streetNumber, countryId, federalStateId } = (await get(id)).location;
  assert.deepEqual([street, streetNumber, countryId, federalStateId], ['Straße 53', '7', 40, WIEN]);
  assert.equal((await update(file)).report[0]![1], 'unchanged');
  const { report } = await update(file.replace('Österreich', 'Deutschland'));
  assert.match(report[0]![4]!, /^Column "PLZ" must have 5 digits in Germany/);
});

test('the apostrophe before a number with a plus is no part of it', async () => {
  const id = await create({ contact: { phone: '+49 30 901820' } });
  const { report } = await update(`Stellwerk-ID;Telefon\n${id};"'+49 30 901820"\n`);
  assert.equal(report[0]![1], 'unchanged');
  await update(`Stellwerk-ID;Telefon;Bemerkung\n${id};'+49 30 901821;"'=1+1, 's Beste"\n`);
  const { contact, remarks } = await get(id);
  assert.deepEqual([contact.phone, remarks], ['+49 30 901821', "=1+1, 's Beste"]);
});

test('an entry in quotes can contain what separates entries', async () => {
  const id = await create({});
  const cell = '"Lager, Logistik" ; 24" Monitor, Rack 19", "sagt ""ja"" | nein", MAG (1, 2)';
  await update(`Stellwerk-ID;Schlagwörter\n${id};"${cell.replaceAll('"', '""')}"\n`);
  assert.deepEqual(
    (await get(id)).keywords.map(({ keyword }: { keyword: string }) => keyword),
    ['Lager, Logistik', '24" Monitor', 'Rack 19"', 'sagt "ja" | nein', 'MAG (1, 2)'],
  );
});
