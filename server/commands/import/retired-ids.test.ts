import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { eraseCandidate } from '../../areas/privacy/index.ts';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { type GivenOptions, openImporter } from '../../testing/makers/csv-import.ts';
import { mergedMaker } from '../../testing/merged-candidates.ts';

const service = await startTestService();
const importer = await openImporter(service);

let tenant: TestTenant;
let merging: ReturnType<typeof mergedMaker>;
let recruiter: string;
beforeEach(async () => {
  tenant = await service.createTenant();
  const user = await service.platform('recruiter', tenant);
  recruiter = user.user.email;
  merging = mergedMaker(service, tenant.api, user);
  await importer.begin();
});

const FILE = 'ID;Vorname;Nachname\nA-1;Ada;Eins\nA-2;Bea;Zwei\n';

const importFile = (contents = FILE, options: GivenOptions = {}) =>
  importer.run(contents, { tenant: tenant.key, recruiter, ...options });

/** The ids of the candidates of the file, by the ids of the source system. */
async function importedIds(): Promise<Record<string, number>> {
  const { body } = await tenant.api.get('/candidates/export/candidates');
  return Object.fromEntries(
    body.candidates.map((candidate: { id: number; importExternalId: string }) => [
      candidate.importExternalId,
      candidate.id,
    ]),
  );
}

async function merge(keptId: number, mergedCandidateId: number, more = {}): Promise<number> {
  const response = await merging.merge(keptId, { mergedCandidateId, ...more });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}

test('a candidate who was erased does not come back with the file', async () => {
  await importFile();
  const { 'A-1': erased } = await importedIds();
  await eraseCandidate(service.services, tenant.id, erased!);
  for (const options of [{}, { update: '' }, { 'dry-run': '' }]) {
    const { report, exitCode } = await importFile(FILE, options);
    assert.equal(exitCode, 0);
    assert.deepEqual(report[0]!.slice(0, 4), ['2', 'skipped', '', 'importExternalId']);
    assert.match(report[0]![4]!, /^Column "ID" is the id of a candidate who was erased\. Delete the row\./);
  }
  assert.deepEqual(Object.keys(await importedIds()), ['A-2']);
  assert.equal((await importFile('ID;Vorname;Nachname\na-1;Ada;Neu\n')).data.rows.created, 1);
});

test('what is left of an erased candidate does not have the id', async () => {
  await importFile('ID;Vorname;Nachname\nsource-4711;Ada;Eins\n');
  const { 'source-4711': erased } = await importedIds();
  await eraseCandidate(service.services, tenant.id, erased!);
  const [row] = await service.sql(
    'SELECT t::text AS text FROM retired_import_id AS t WHERE tenant_id = $1',
    [tenant.id],
    tenant.id,
  );
  assert.match(String(row!.text), /\\\\x[0-9a-f]{64}/);
  assert.doesNotMatch(String(row!.text), /source/);
});

test('a merged candidate is not created again, and its row changes nothing in the other one', async () => {
  await importFile();
  const { 'A-1': kept, 'A-2': merged } = await importedIds();
  const mergeId = await merge(kept!, merged!);
  for (const options of [{}, { update: '' }]) {
    const { report } = await importFile(FILE, options);
    assert.deepEqual(report[1]!.slice(0, 4), ['3', 'skipped', String(kept), 'importExternalId']);
    assert.match(
      report[1]![4]!,
      new RegExp(`was merged into candidate ${kept}\\. The row changes nothing there`),
    );
  }
  assert.equal((await tenant.api.get(`/candidates/${kept}`)).body.firstName, 'Ada');
  assert.deepEqual(await importedIds(), { 'A-1': kept });

  // Taken apart, it is known again.
  assert.equal((await merging.undo(kept!, mergeId)).status, 200);
  const { report } = await importFile(FILE, { update: '' });
  assert.deepEqual(
    report.map(([, outcome]) => outcome),
    ['unchanged', 'unchanged'],
  );
});

test('the id that the remaining candidate lost to that of the other one is not created again', async () => {
  await importFile();
  const { 'A-1': kept, 'A-2': merged } = await importedIds();
  const mergeId = await merge(kept!, merged!, { take: ['importExternalId'] });
  for (const options of [{}, { update: '' }]) {
    const { report } = await importFile(FILE, options);
    assert.deepEqual(report[0]!.slice(0, 4), ['2', 'skipped', String(kept), 'importExternalId']);
  }
  assert.deepEqual(await importedIds(), { 'A-2': kept });

  const { candidateId } = (await merging.undo(kept!, mergeId)).body;
  const { data } = await importFile(FILE, { update: '' });
  assert.equal(data.rows.created, 0);
  assert.deepEqual(await importedIds(), { 'A-1': kept, 'A-2': candidateId });
});

test('a merged candidate does not come back either when the other one is erased', async () => {
  await importFile();
  const { 'A-1': kept, 'A-2': merged } = await importedIds();
  await merge(kept!, merged!);
  await eraseCandidate(service.services, tenant.id, kept!);
  const { report, data } = await importFile();
  assert.equal(data.rows.skipped, 2);
  for (const [, , , , message] of report) assert.match(message!, /was erased/);
});

test('an id that the remaining candidate took over, or that another candidate has by now, is simply known', async () => {
  const { body } = await tenant.api.post('/candidates', { firstName: 'Ohne', lastName: 'Id' });
  await importFile();
  const { 'A-1': taken, 'A-2': erased } = await importedIds();
  await merge(body.id, taken!);
  await eraseCandidate(service.services, tenant.id, erased!);
  const again = { firstName: 'Bea', lastName: 'Neu', importExternalId: 'A-2' };
  const { id } = (await tenant.api.post('/candidates', again)).body;
  const { report } = await importFile();
  assert.deepEqual(report, [
    ['2', 'skipped', String(body.id), '', ''],
    ['3', 'skipped', String(id), '', ''],
  ]);
});

test('merges of before the upgrade are known as long as they can be undone', async () => {
  await importFile();
  const { 'A-1': kept, 'A-2': merged } = await importedIds();
  await merge(kept!, merged!);
  await service.sql('DELETE FROM retired_import_id WHERE tenant_id = $1', [tenant.id], tenant.id);
  const migration = join(import.meta.dirname, '../../../migrations/0086_retired_import_ids.sql');
  await service.sql(/DO \$\$[\s\S]*?\n\$\$;/.exec(await readFile(migration, 'utf8'))![0]);
  const { report } = await importFile();
  assert.match(report[1]![4]!, new RegExp(`was merged into candidate ${kept}\\.`));
});
