import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { recordedBy } from '../../testing/change-watch.ts';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { makeBranch } from '../../testing/makers/branches.ts';
import { type GivenOptions, openImporter } from '../../testing/makers/csv-import.ts';

// Runs the command in this process, against the database of a service.

const service = await startTestService();
const importer = await openImporter(service);

let tenant: TestTenant;
let recruiter: string;
let directory: string;
beforeEach(async () => {
  tenant = await service.createTenant();
  recruiter = (await service.platform('recruiter', tenant)).user.email;
  directory = await importer.begin();
});

const importFile = (contents: string | Buffer, options: GivenOptions = {}) =>
  importer.run(contents, { tenant: tenant.key, recruiter, ...options });

/** Sorted by importExternalId: rows are written at the same time, so their ids have any order. */
// biome-ignore lint/suspicious/noExplicitAny: tests read candidates of every shape.
async function candidates(): Promise<any[]> {
  const { body } = await tenant.api.get('/candidates/export/candidates');
  return body.candidates.toSorted(
    (a: { importExternalId: string }, b: typeof a) => Number(a.importExternalId) - Number(b.importExternalId),
  );
}

const PERSON = 'ID;Vorname;Nachname;Ort\r\n1;Jörg;Größe;Köln\r\n';
const GERMAN = [
  'ID;Anrede;Vorname;Nachname;E-Mail;Handy;Straße;Hausnummer;PLZ;Ort;Geburtsdatum;Sprachen;Führerschein;Schlagwörter;Wunschgehalt;Eigener Pkw;Erstellt am;Status',
  '10;Frau;Jana;Müller;jana.mueller@example.org;0171 3920042;Hauptstraße;12a;10115;Berlin;17.05.1990;"Deutsch (Muttersprache), Englisch B2, Polnisch";B, Staplerschein;Lager, Schicht, lager;2.800,50 €;ja;03.02.2019;Qualifiziert',
  '',
].join('\r\n');

test('a file in German creates candidates with everything that it has', async () => {
  const { data, exitCode, report } = await importFile(GERMAN);
  assert.equal(exitCode, 0);
  assert.deepEqual([data.rows.created, data.rows.total], [1, 1]);
  const [candidate] = await candidates();
  assert.deepEqual(report, [['2', 'created', String(candidate!.id), '', '']]);
  const { languages, driversLicences, keywords, contact, location, birth, availability, applies } = candidate;
  const { firstName, salutationId, importExternalId, statusId, createdAtUtc, isVisible } = candidate;
  assert.deepEqual([firstName, salutationId, importExternalId, statusId], ['Jana', 2, '10', 2005]);
  assert.deepEqual([contact.email, contact.mobile], ['jana.mueller@example.org', '0171 3920042']);
  const { street, streetNumber, zipCode, city, countryId } = location;
  assert.deepEqual(
    [street, streetNumber, zipCode, city, countryId],
    ['Hauptstraße', '12a', '10115', 'Berlin', 276],
  );
  assert.equal(birth.date, '1990-05-17');
  assert.deepEqual([availability.salaryExpectation, availability.hasCar], [2800.5, true]);
  assert.deepEqual(
    languages.map((entry: { [name: string]: number | string }) => [entry.languageId, entry.languageLevelId]),
    [
      [1, 635],
      [25, 632],
      [86, null],
    ],
  );
  assert.deepEqual(
    driversLicences.map((entry: { [name: string]: number | string }) => entry.driversLicenseId).sort(),
    [326, 339],
  );
  assert.deepEqual(keywords.map((entry: { [name: string]: number | string }) => entry.keyword).sort(), [
    'Lager',
    'Schicht',
  ]);
  assert.equal(createdAtUtc, '2019-02-03T00:00:00.000Z');
  // An application through the channel Import makes the candidate visible.
  assert.equal(isVisible, true);
  assert.deepEqual(
    [applies.length, applies[0].channelId, applies[0].appliedAtUtc],
    [1, 51, '2019-02-03T00:00:00.000Z'],
  );
});

test('every row goes through the operations, with their changes and events', async () => {
  await importFile(PERSON);
  const recorded = await recordedBy(
    service,
    () => importFile('ID,First name,Last name,Languages\n2,Ada,Muster,English\n'),
    tenant,
  );
  const { id } = (await candidates())[1];
  assert.deepEqual(
    recorded.changes.map(({ kind }) => kind),
    ['new', 'modified', 'modified'],
  );
  assert.deepEqual(recorded.events, [
    { type: 1401, entityId: id },
    { type: 1402, entityId: id },
    { type: 1405, entityId: id },
  ]);
});

test('a faulty row is reported with its line and column and does not stop the others', async () => {
  const { exitCode, data, report } = await importFile(
    [
      'ID;Vorname;Nachname;E-Mail;PLZ;Geburtsdatum;Sprachen;Eigener Pkw',
      '1;Ada;Muster;kein at;123;31.02.1990;Klingonisch;vielleicht',
      '2;;Muster;;;;;',
      '3;"Zwei',
      'Zeilen";Muster;;;;;',
      '3;Bea;Zweimal;;;;;',
      ';Cleo;Ohne;;;;;',
      '5;Dora;Zuviel;;;;;;;x',
      '6;Eva;Gut;;;;;',
    ].join('\n'),
  );
  assert.equal(exitCode, 1);
  assert.deepEqual([data.rows.created, data.rows.faulty, data.rows.total], [2, 5, 7]);
  const byLine = Map.groupBy(report, ([line]) => line);
  const first = byLine.get('2')!.map(([, outcome, , property, message]) => [outcome, property, message]);
  assert.deepEqual(first.map(([outcome, property]) => `${outcome} ${property}`).sort(), [
    'faulty availability.hasCar',
    'faulty birth.date',
    'faulty contact.email',
    'faulty languages',
    'faulty location.zipCode',
  ]);
  for (const [, , message] of first)
    assert.match(message!, /Column "(E-Mail|PLZ|Geburtsdatum|Sprachen|Eigener Pkw)"/);
  // A message never repeats the contents of a cell.
  for (const [, , message] of first) assert.doesNotMatch(message!, /kein at|Klingonisch|vielleicht/);
  assert.match(byLine.get('3')![0]![4]!, /Column "Vorname" is required|Column "Vorname" must not/);
  assert.equal(byLine.get('4')![0]![1], 'created');
  assert.match(byLine.get('6')![0]![4]!, /Column "ID".* line 4/);
  assert.match(byLine.get('7')![0]![4]!, /Column "ID".*empty/);
  assert.match(byLine.get('8')![0]![4]!, /10 cells.*8 columns/);
  assert.equal(byLine.get('9')![0]![1], 'created');
});

test('a second run creates nothing twice, and --update changes only what the file has', async () => {
  await importFile('ID;Vorname;Nachname;Ort;Sprachen\n1;Ada;Muster;Bonn;Englisch B1\n2;Bea;Beispiel;Ulm;\n');
  const again = await importFile('ID;Vorname;Nachname;Ort;Sprachen\n1;Ada;Anders;Bonn;\n');
  assert.deepEqual([again.exitCode, again.data.rows.skipped, again.data.rows.created], [0, 1, 0]);
  const recorded = await recordedBy(
    service,
    async () => {
      const { data, report } = await importFile(
        'ID;Vorname;Nachname;Ort;Sprachen;Status\n1;Ada;Anders;;Englisch C1, Polnisch;\n2;Bea;Beispiel;Ulm;;\n3;Cleo;Neu;;;\n',
        { update: '' },
      );
      assert.deepEqual(
        report.map(([, outcome]) => outcome),
        ['updated', 'unchanged', 'created'],
      );
      assert.equal(data.rows.unchanged, 1);
    },
    tenant,
  );
  const [ada] = await candidates();
  assert.deepEqual([ada!.lastName, ada!.location.city, ada!.applies.length], ['Anders', 'Bonn', 1]);
  assert.deepEqual(
    ada!.languages.map((entry: { [name: string]: number | string }) => [
      entry.languageId,
      entry.languageLevelId,
    ]),
    [
      [25, 633],
      [86, null],
    ],
  );
  assert.equal(recorded.changes.filter(({ kind }) => kind === 'new').length, 1);
});

test('a row is written as a whole or not at all', async () => {
  await importFile('ID;Vorname;Nachname;Status\n1;Ada;Muster;Archiviert\n');
  const { report } = await importFile('ID;Vorname;Nachname;Status\n1;Ada;Anders;Qualifiziert\n', {
    update: '',
  });
  assert.equal(report[0]![1], 'faulty');
  assert.match(report[0]![4]!, /Column "Status" cannot be changed because the candidate is archived/);
  assert.equal((await candidates())[0]!.lastName, 'Muster');
});

test('a dry run judges every row as the import does and writes nothing', async () => {
  await importFile('ID;Vorname;Nachname;E-Mail\n1;Ada;Muster;ada@example.org\n');
  const file = [
    'ID;Vorname;Nachname;E-Mail;Qualifikationen',
    '1;Ada;Anders;;',
    '2;Bea;Neu;bea@example.org;Neue Fähigkeit',
    '3;Bea;Neu;Bea+x@example.org;',
    '4;;Falsch;;',
    '5;Ada;Doppelt;ADA@example.org;',
  ].join('\n');
  const options = { update: '', 'skip-duplicates': '' };
  const before = [await candidates(), (await tenant.api.get('/masterdata/qualifications')).body];
  const dry = await importFile(file, { ...options, 'dry-run': '' });
  assert.deepEqual([await candidates(), (await tenant.api.get('/masterdata/qualifications')).body], before);
  const { report, data } = await importFile(file, options);
  assert.deepEqual(dry.data.rows, data.rows);
  assert.deepEqual(
    dry.report.map(([line, outcome, , property]) => [line, outcome, property]),
    report.map(([line, outcome, , property]) => [line, outcome, property]),
  );
  assert.deepEqual(
    report.map(([, outcome]) => outcome),
    ['updated', 'created', 'duplicate', 'faulty', 'duplicate'],
  );
});

test('without --skip-duplicates, a candidate with a known mailbox is created and named', async () => {
  await importFile(
    'ID;Vorname;Nachname;E-Mail\n1;Ada;Muster;ada@example.org\n2;Ada;Muster;ada@example.org\n',
  );
  const [first] = await candidates();
  const { report } = await importFile('ID;Vorname;Nachname;E-Mail\n3;Ada;Muster;Ada@example.org\n');
  assert.equal(report[0]![1], 'created');
  assert.match(report[0]![4]!, new RegExp(`Column "E-Mail".*\\b${first!.id}\\b`));
});

test('CVs are uploaded from a folder, by a column or by the id, and parsed if asked', async () => {
  const folder = join(directory, 'cvs');
  await mkdir(folder);
  const big = Buffer.alloc(3_000_001, 'Lebenslauf ');
  await writeFile(join(folder, 'ada.txt'), big);
  await writeFile(join(folder, '2.txt'), 'Lebenslauf von Bea');
  const contents = [
    'ID;Vorname;Nachname;Lebenslauf',
    '1;Ada;Muster;ada.txt',
    '2;Bea;Muster;',
    '3;Cleo;Muster;fehlt.pdf',
    '4;Dora;Muster;../people.csv',
    '5;Eva;Ohne;',
  ].join('\n');
  const { report } = await importFile(contents, { documents: folder, 'parse-cv': '' });
  assert.deepEqual(
    report.map(([, outcome]) => outcome),
    ['created', 'created', 'faulty', 'faulty', 'created'],
  );
  assert.match(report[2]![4]!, /Column "Lebenslauf" names a file that is not in the folder/);
  assert.match(report[3]![4]!, /Column "Lebenslauf" must be the name of a file inside the folder/);
  const stored = await candidates();
  assert.deepEqual(
    stored.map(({ documents }) => documents.length),
    [1, 1, 0],
  );
  const [document] = stored[0]!.documents;
  assert.deepEqual(
    [document.originalFileName, document.documentCategory.key, document.sha256],
    ['ada.txt', 'cv', createHash('sha256').update(big).digest('hex')],
  );
  const { body } = await tenant.api.get(`/candidates/export/candidates/${stored[0]!.id}/documents`);
  assert.equal(body.candidateDocuments[0].cvParsingState, 'requested');

  // The same file is not stored twice.
  const again = await importFile(contents, { documents: folder, update: '' });
  assert.equal(again.report[0]![1], 'unchanged');
});

test('an import whose document store is away ends and says so, because no other document could be stored', async () => {
  const folder = join(directory, 'cvs');
  await mkdir(folder);
  await writeFile(join(folder, 'ada.txt'), 'Lebenslauf von Ada');
  const contents = 'ID;Vorname;Nachname;Lebenslauf;Egal\n1;Ada;Muster;ada.txt;\n';
  const store = join(service.services.settings.dataDirectory, 'blobs');
  // The note about the column that is ignored comes before the first row.
  importer.state.onNote = () => existsSync(store) && renameSync(store, `${store}-away`);
  try {
    const { data, exitCode } = await importFile(contents, { documents: folder });
    assert.equal(exitCode, 1);
    assert.equal(data.rows.faulty, 0);
    assert.match(data.problem ?? '', /document store .* has no /);
  } finally {
    importer.state.onNote = () => {};
    renameSync(`${store}-away`, store);
  }
  const { report } = await importFile(contents, { documents: folder, update: '' });
  assert.match(report[0]![1]!, /created|updated/);
});

test('the mapping can be printed, changed, and used', async () => {
  const contents = 'Nr;Vorname;Familie;Notiz intern;E-Mail\n1;Ada;Muster;geheim;ada@example.org\n';
  const mapping = join(directory, 'mapping.json');
  const file = join(directory, 'people.csv');
  await writeFile(file, contents);
  const printed = await importer.execute({ tenant: tenant.key, 'print-mapping': '' });
  assert.deepEqual(JSON.parse(printed.text), {
    Nr: 'importExternalId',
    Vorname: 'firstName',
    Familie: null,
    'Notiz intern': null,
    'E-Mail': 'contact.email',
  });
  const changed = JSON.stringify({ ...JSON.parse(printed.text), Familie: 'lastName', 'E-Mail': null });
  // As PowerShell writes it.
  await writeFile(mapping, Buffer.from(`\uFEFF${changed}`, 'utf16le'));
  const { data } = await importFile(contents, { mapping });
  assert.deepEqual(data.rows.created, 1);
  const [candidate] = await candidates();
  assert.deepEqual([candidate!.lastName, candidate!.contact.email], ['Muster', null]);
  const unmapped = await importFile('Nr;Vorname;Nachname;Xyz\n2;Ada;Muster;1\n');
  assert.deepEqual(unmapped.data.ignoredColumns, ['Xyz']);
  assert.match(importer.state.notes, /"Xyz"/);
});

test('branches, users, job ads, and other records can be named', async () => {
  const branch = await makeBranch(service, 'Nord', tenant);
  for (const name of ['West', 'West']) await makeBranch(service, name, tenant);
  const { report } = await importFile(
    `ID;Vorname;Nachname;Niederlassung;Betreuer;Land;Nationalität;PLZ\n1;Ada;Muster;Nord;${recruiter};Österreich;Polnisch;1010\n2;Bea;Muster;Süd;;;;\n3;Cleo;Muster;West;;;;\n`,
  );
  const [candidate] = await candidates();
  assert.deepEqual(
    [candidate!.officeId, candidate!.location.countryId, candidate!.nationalityId],
    [branch, 40, 616],
  );
  assert.notEqual(candidate!.responsibility, null);
  assert.match(report[1]![4]!, /Column "Niederlassung" must be the id or the name of an existing branch\./);
  assert.match(report[2]![4]!, /Column "Niederlassung" is the name of more than one branch\. Use the id\./);
});

test('an interrupted import ends after the rows in flight and says how to go on', async () => {
  const lines = Array.from({ length: 400 }, (_, index) => `${index};Ada;Muster`);
  const file = `ID;Vorname;Nachname\n${lines.join('\n')}\n`;
  let interrupted = false;
  importer.state.onNote = (note) => {
    if (!interrupted && note.includes('rows')) {
      interrupted = true;
      process.emit('SIGINT');
    }
  };
  const first = await importFile(file);
  assert.equal(first.exitCode, 1);
  assert.match(first.text, /Interrupted after line \d+\. .*run the command again/s);
  const { created } = first.data.rows;
  assert.ok(created! > 0 && created! < 400, String(created));
  assert.equal((await candidates()).length, created);
  const second = await importFile(file);
  assert.deepEqual([second.data.rows.skipped, second.data.rows.created], [created, 400 - created!]);
});
