import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { type GivenOptions, openImporter } from '../../testing/makers/csv-import.ts';

const service = await startTestService();
const importer = await openImporter(service);

let tenant: TestTenant;
let folder: string;
beforeEach(async () => {
  tenant = await service.createTenant();
  folder = join(await importer.begin(), 'cvs');
  await mkdir(folder);
});

const importFile = (contents: string, options: GivenOptions = {}) =>
  importer.run(contents, { tenant: tenant.key, 'no-application': '', ...options });

async function numbersOfDocuments(): Promise<Record<string, number>> {
  const { body } = await tenant.api.get('/candidates/export/candidates');
  return Object.fromEntries(
    body.candidates.map((candidate: { importExternalId: string; documents: unknown[] }) => [
      candidate.importExternalId,
      candidate.documents.length,
    ]),
  );
}

test('files that are named by the id are found whatever the case of their ending', async () => {
  for (const name of ['1.pdf', '2.PDF', '3.Docx']) await writeFile(join(folder, name), `CV ${name}`);
  const { data, text } = await importFile('ID;Vorname;Nachname\n1;Ada;A\n2;Bea;B\n3;Cleo;C\n', {
    documents: folder,
  });
  assert.deepEqual(await numbersOfDocuments(), { 1: 1, 2: 1, 3: 1 });
  assert.equal(data.rowsWithoutDocument, 0);
  assert.doesNotMatch(text, /without a file/);
});

test('rows without a file are counted, and the report names them', async () => {
  await writeFile(join(folder, '1.pdf'), 'CV');
  const { data, text, report, exitCode } = await importFile(
    'ID;Vorname;Nachname\n1;Ada;A\n2;Bea;B\n3;Cleo;C\n',
    { documents: folder, 'dry-run': '' },
  );
  assert.equal(exitCode, 0);
  assert.equal(data.rowsWithoutDocument, 2);
  assert.match(text, /^Rows without a file in the folder of --documents: 2\. The report names them\.$/m);
  const remarked = report.filter(([, , , property]) => property === 'document').map(([line]) => line);
  assert.deepEqual(remarked, ['3', '4']);
});

test('a column of files without their folder is named', async () => {
  await importFile('ID;Vorname;Nachname;Lebenslauf\n1;Ada;A;ada.pdf\n');
  assert.match(
    importer.state.notes,
    /Column "Lebenslauf" names files, and none of them is stored\. .*--documents/,
  );
});

test('rows that are skipped say how their files are stored, and then store them', async () => {
  const contents = 'ID;Vorname;Nachname\n1;Ada;A\n';
  await importFile(contents);
  await writeFile(join(folder, '1.pdf'), 'CV');
  const { text } = await importFile(contents, { documents: folder });
  assert.match(text, /^Skipped rows got no file\. .*--update\.$/m);
  assert.deepEqual(await numbersOfDocuments(), { 1: 0 });
  await importFile(contents, { documents: folder, update: '' });
  assert.deepEqual(await numbersOfDocuments(), { 1: 1 });
});

test('the encoding and the separator that were recognized are said before the first row', async () => {
  await importFile('ID;Vorname;Nachname\n1;Ada;A\n');
  assert.match(importer.state.notes, /^\S+people\.csv is read as utf-8, with ";" between the columns\.$/m);
});
