import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { openImporter } from '../../testing/makers/csv-import.ts';

// Records that cells name.

const service = await startTestService();
const importer = await openImporter(service);

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await service.createTenant();
  await importer.begin();
});

async function importCells(heading: string, cells: readonly string[], options = {}) {
  const rows = cells.map((cell, index) => `${index + 1};Ada;Muster;${cell}`);
  const { report } = await importer.run(`ID;Vorname;Nachname;${heading}\n${rows.join('\n')}\n`, {
    tenant: tenant.key,
    'no-application': '',
    ...options,
  });
  return report;
}

const get = async (candidateId: string) => (await tenant.api.get(`/candidates/${candidateId}`)).body;

test('an entry that is no licence is faulty, and the message has the licences in words', async () => {
  const cells = ['3', 'Klasse 3', 'B, 3'];
  const report = await importCells('Führerschein', cells);
  for (const [index, cell] of cells.entries()) {
    const [, outcome, , property, message] = report[index]!;
    assert.deepEqual([outcome, property], ['faulty', 'driversLicences'], cell);
    assert.match(
      message!,
      /^Column "Führerschein" must be a list, and each entry a driver's license\. Entry \d of \d is not\. There are: A, A1, B, .*\bCE, .*Gabelstaplerschein, .*Klasse L.*\. An old German class, such as 3, stands for several of them: name those\.$/,
    );
    assert.doesNotMatch(message!, /GET|masterdata/);
  }
});

test('a licence can be named by its class and by its id', async () => {
  const [row] = await importCells('Führerschein', ['"Klasse B, 322"']);
  const { driversLicences } = await get(row![2]!);
  assert.deepEqual(
    driversLicences.map((licence: { driversLicenseId: number }) => licence.driversLicenseId).toSorted(),
    [322, 339],
  );
});

test('a country can be named by the code on number plates, unless it is another one by ISO 3166', async () => {
  const expected = [
    ['D', 276],
    ['a', 40],
    ['CH', 756],
    ['SLO', 705],
    ['PL', 616],
    // Egypt on number plates.
    ['ET', 231],
  ] as const;
  const cells = expected.map(([code]) => `${code};${code};${code}`);
  const report = await importCells('Land;Geburtsland;Staatsangehörigkeit', cells);
  for (const [index, [code, id]] of expected.entries()) {
    assert.equal(report[index]![1], 'created', report[index]!.join());
    const { location, birth, nationalityId } = await get(report[index]![2]!);
    assert.deepEqual([location.countryId, birth.countryId, nationalityId], [id, id, id], code);
  }
  const [row] = await importCells('Ort', ['Wien'], {
    country: 'A',
    map: 'Vorname=importExternalId\nID=firstName',
  });
  assert.equal((await get(row![2]!)).location.countryId, 40);
});

test('the status of a row decides the stage of its application', async () => {
  const { email } = (await service.platform('recruiter', tenant)).user;
  const stages = [
    ['', 'new'],
    ['Qualifiziert', 'inReview'],
    ['Abgelehnt', 'rejected'],
    ['Absage', 'rejected'],
    ['Eingestellt', 'hired'],
    ['Archiviert', 'withdrawn'],
  ] as const;
  const report = await importCells(
    'Status',
    stages.map(([status]) => status),
    { 'no-application': undefined, recruiter: email },
  );
  for (const [index, [status, stage]] of stages.entries()) {
    const { applies } = await get(report[index]![2]!);
    assert.deepEqual([applies.length, applies[0].stage], [1, stage], status);
  }
});
