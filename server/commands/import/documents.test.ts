import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../testing/another-process.ts';
import { openDatabaseRelay } from '../../testing/database-relay.ts';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { untilWaiting } from '../../testing/held-transaction.ts';
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

test('files are found whatever the case of their name in a cell, and whatever their Unicode form', async () => {
  await mkdir(join(folder, 'Alt'));
  const names = [
    'Lebenslauf Jörg.pdf'.normalize('NFD'),
    'Élodie.pdf'.normalize('NFC'),
    'D3.Pdf',
    join('Alt', 'Übung.PDF'.normalize('NFD')),
    'Jörg-5.pDF'.normalize('NFD'),
    'twice.pdf',
    'Twice.pdf',
  ];
  for (const name of names) await writeFile(join(folder, name), `CV ${name}`);
  const { data, report } = await importFile(
    [
      'ID;Vorname;Nachname;Lebenslauf',
      `1;Ada;A;${'Lebenslauf Jörg.pdf'.normalize('NFC')}`,
      `2;Bea;B;${'élodie.pdf'.normalize('NFD')}`,
      '3;Cleo;C;d3.pdf',
      `4;Dora;D;alt\\${'übung.pdf'.normalize('NFC')}`,
      'Jörg-5;Eva;E;',
      '6;Fee;F;Twice.pdf',
      '',
    ].join('\n'),
    { documents: folder },
  );
  assert.equal(data.rows.created, 6, JSON.stringify(report));
  assert.deepEqual(Object.values(await numbersOfDocuments()), [1, 1, 1, 1, 1, 1]);
  const { body } = await tenant.api.get('/candidates/export/candidates');
  const [sixth] = body.candidates.filter(
    ({ importExternalId }: { importExternalId: string }) => importExternalId === '6',
  );
  assert.equal(sixth.documents[0].originalFileName, 'Twice.pdf');
});

test('a file that could be two, or that could be of another candidate, is not taken', async () => {
  for (const name of ['twice.pdf', 'Twice.pdf', 'a-7.pdf']) await writeFile(join(folder, name), `CV ${name}`);
  const { report } = await importFile('ID;Vorname;Nachname;Lebenslauf\n1;Ada;A;TWICE.pdf\nA-7;Bea;B;\n', {
    documents: folder,
  });
  assert.deepEqual(
    report.map(([line, outcome, , , message]) => [line, outcome, message]),
    [
      [
        '2',
        'faulty',
        'Column "Lebenslauf" names more than one file if upper and lower case are the same. Write the name as the folder has it.',
      ],
      ['3', 'created', 'The folder of --documents has no file for this row.'],
    ],
  );
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
    /Column "Lebenslauf" names files, which are not imported\. .*--documents/,
  );
});

test('a file beyond the quota of the tenant is named as such, and a later run stores it', async () => {
  await writeFile(join(folder, '1.txt'), 'Lebenslauf von Ada');
  const limit = (quota: string) =>
    service.sql(`SELECT set_document_quota($1, ${quota})`, [tenant.id], tenant.id);
  await limit('5');
  const file = 'ID;Vorname;Nachname\n1;Ada;Muster\n2;Bea;Muster\n';
  const { report } = await importFile(file, { documents: folder });
  assert.deepEqual(
    report.map(([, outcome]) => outcome),
    ['faulty', 'created'],
  );
  assert.match(
    report[0]![4]!,
    /^The file would exceed the quota of the tenant\. .*"npx stellwerk tenant quota"/,
  );
  await limit('NULL');
  await importFile(file, { documents: folder });
  assert.deepEqual(await numbersOfDocuments(), { 1: 1, 2: 0 });
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

test('a CV is kept if the connection breaks during the commit of its row, and the row is committed', async () => {
  await writeFile(join(folder, '1.pdf'), 'CV 1');
  await service.sql(
    `CREATE FUNCTION hold_commit() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$`,
  );
  await service.sql(
    `CREATE CONSTRAINT TRIGGER hold_commit AFTER INSERT ON document DEFERRABLE INITIALLY DEFERRED
     FOR EACH ROW EXECUTE FUNCTION hold_commit()`,
  );
  const relay = await openDatabaseRelay(service.databaseUrl);
  const broken = await openImporter({ ...service, databaseUrl: relay.url });
  await broken.begin();
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  try {
    await holder.query('SELECT pg_advisory_lock(1)');
    const running = broken.run('ID;Vorname;Nachname\n1;Ada;A\n', {
      tenant: tenant.key,
      'no-application': '',
      documents: folder,
    });
    await untilWaiting(holder, 1, running);
    relay.cut();
    relay.restore();
    // The commit goes on at the server. Whoever deletes the file now waits for it.
    await untilWaiting(holder, 2, running);
    await holder.query('SELECT pg_advisory_unlock(1)');
    assert.match((await running).data.problem ?? '', /is not available/);
  } finally {
    await holder.end();
    relay.close();
    await service.sql('DROP FUNCTION hold_commit CASCADE');
  }
  await eventually('the row is committed', async () => (await numbersOfDocuments())[1] === 1);
  const { body } = await tenant.api.get('/candidates/export/candidates');
  const [{ id }] = body.candidates[0].documents;
  const { body: document } = await tenant.api.get(`/candidates/export/documents/${id}`);
  assert.equal(Buffer.from(document.documentBlob ?? '', 'base64').toString(), 'CV 1');
});
