import assert from 'node:assert/strict';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { type GivenOptions, type ImportData, openImporter } from '../../testing/makers/csv-import.ts';
import { CANNOT_MOUNT, mountSmallDisk } from '../../testing/small-disk.ts';
import { CommandError, UsageError } from '../command.ts';
import { importCommands } from './candidates.ts';

// The report of an import, and what ends it before its first row. candidates.test.ts has the rows.

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

const importFile = (contents: string, options: GivenOptions = {}) =>
  importer.run(contents, { tenant: tenant.key, recruiter, ...options });

const PERSON = 'ID;Vorname;Nachname;Ort\r\n1;Jörg;Größe;Köln\r\n';

test('a report is never overwritten, and the same command can run again', async () => {
  const path = join(directory, 'first.look.csv');
  const dry = await importFile(PERSON, { report: path, 'dry-run': '' });
  assert.deepEqual([dry.data.report, dry.report[0]![1]], [path, 'created']);
  const second = await importFile(PERSON, { report: path });
  assert.equal(second.data.report, join(directory, 'first.look-2.csv'));
  assert.ok(second.text.endsWith(`Report: ${second.data.report} (${path} exists)`), second.text);
  assert.equal((await importFile(PERSON, { report: path })).data.report, join(directory, 'first.look-3.csv'));
  const [first, again] = [await importFile(PERSON), await importFile(PERSON)];
  assert.ok(first.data.report.endsWith('people.csv.report.csv'));
  assert.ok(again.data.report.endsWith('people.csv.report-2.csv'));
});

test('a directory is not imported, and no report is written into one', async () => {
  const [command] = importCommands;
  const options = { tenant: tenant.key, recruiter };
  const settings = () => assert.fail('the settings are not needed');
  await assert.rejects(
    command!.run({ arguments: [directory], options, settings }),
    new CommandError(`${directory} is a directory. Pass the path of a file.`),
  );
  await assert.rejects(importFile(PERSON, { report: directory }), /cannot be written \(EEXIST\).*--report/);
});

test('a report that cannot be written ends the import, which says how far it came', {
  skip: CANNOT_MOUNT,
}, async () => {
  const place = join(directory, 'small');
  await mountSmallDisk(place, 8192);
  const rows = Array.from({ length: 400 }, (_, index) => `${index + 1};Jörg;;Köln\r\n`).join('');
  const { exitCode, data, text } = await importFile(`ID;Vorname;Nachname;Ort\r\n${rows}`, {
    report: join(place, 'report.csv'),
  });
  assert.equal(exitCode, 1);
  assert.match(
    text,
    /^Ended after line \d+\. The report \S+ cannot be written \(ENOSPC\)\. .*--report\. .* run the command again\./m,
  );
  const lacking = Number(/The report lacks the last (\d+) rows\.$/.exec(data.problem!)?.[1]);
  // The heading is a line too, and after the last break there is nothing or a part of a row.
  const reported = (await readFile(data.report, 'utf8')).split('\r\n').length - 2;
  assert.ok(reported > 0 && reported < 400, text);
  assert.equal(data.rows.faulty, reported + lacking);
});

test('a full disk of the database ends the import, and does not make each row that follows faulty', async () => {
  const rows = Array.from({ length: 400 }, (_, index) => `${index + 1};Jörg;Muster;Köln\r\n`).join('');
  const contents = `ID;Vorname;Nachname;Ort\r\n${rows}`;
  await service.sql(`
    CREATE FUNCTION fail_as_full() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON candidate FOR EACH ROW
      WHEN (new.import_external_id = '50') EXECUTE FUNCTION fail_as_full()`);
  const full = await importFile(contents);
  await service.sql('DROP TRIGGER full_disk ON candidate; DROP FUNCTION fail_as_full()');
  assert.equal(full.exitCode, 1);
  assert.match(full.text, /^Ended after line \d+\. The disk of the database is full\. Make space\. .*again/m);
  assert.equal(full.data.rows.faulty, 0);
  assert.ok(full.data.rows.total! < 400, full.text);
  const { rows: counts } = (await importFile(contents)).data;
  assert.deepEqual([counts.created! + full.data.rows.created!, counts.faulty], [400, 0]);
});

for (const [exitCode, what, contents, options, message] of [
  [1, 'no column for the id', 'Vorname;Nachname\nA;B\n', {}, /importExternalId.*--id-column/],
  [1, 'an unknown id column', PERSON, { 'id-column': 'Nummer' }, /no column "Nummer"/],
  [1, 'an unknown column in --map', PERSON, { map: 'Stadt=location.city' }, /no column "Stadt"/],
  [1, 'an unknown column in --map, to ignore it', PERSON, { map: 'Stadt=' }, /no column "Stadt"/],
  [2, 'an unknown property', PERSON, { map: 'Ort=city' }, /no property "city".*location\.city/],
  [
    1,
    'neither recruiter nor --no-application',
    PERSON,
    { recruiter: undefined },
    /--recruiter.*--no-application/,
  ],
  [
    1,
    'an unknown recruiter',
    PERSON,
    { recruiter: 'x@example.org' },
    /^Error: --recruiter must be the id or the name of an existing user, or the email address\. See: npx stellwerk user list --tenant \S+$/,
  ],
  [
    1,
    'the id of no user',
    PERSON,
    { recruiter: '2000000000' },
    /^Error: --recruiter is not the id of an existing active or former user\. See: npx stellwerk user list --tenant \S+$/,
  ],
  [
    1,
    'an unknown job ad',
    PERSON,
    { jobad: '2000000000' },
    /^Error: --jobad is not the id of an existing job ad\. See: npx stellwerk jobad list --tenant \S+$/,
  ],
  [
    1,
    'an unknown name of a country',
    PERSON,
    { country: 'Ruritania' },
    /--country must be .* country\. Pass its name or its code/,
  ],
  [
    1,
    'an unknown country',
    PERSON,
    { country: '99999' },
    /^Error: --country is not the id of an unexpired country/,
  ],
  [2, 'a mapping that is no object', PERSON, { mapping: import.meta.filename }, /must be a JSON object/],
  [2, 'an unknown encoding', PERSON, { encoding: 'ebcdic' }, /--encoding must be one of utf-8/],
  [1, 'an unknown folder', PERSON, { documents: '/nowhere' }, /\/nowhere.*--documents/],
] as const) {
  test(`${what} is rejected with exit code ${exitCode} before anything is written`, async () => {
    const error = await importFile(contents, options as GivenOptions).catch((thrown) => thrown);
    assert.match(String(error), message);
    assert.equal(error instanceof UsageError ? 2 : 1, exitCode);
    assert.deepEqual((await tenant.api.get('/candidates/export/candidates')).body.candidates, []);
    await assert.rejects(access(join(directory, 'people.csv.report.csv')));
  });
}

test('the same options without a recruiter are right for a file with a column for it', async () => {
  const { exitCode, data } = await importFile(PERSON.replace('Ort', 'Recruiter').replace('Köln', recruiter), {
    recruiter: undefined,
  });
  assert.deepEqual([exitCode, data.rows.created], [0, 1]);
});

test('a fault of a reference names the column once, and the operation of the API as it is', async () => {
  const { report } = await importFile('ID;Vorname;Nachname;Stellen-ID\n1;Ada;Muster;2000000000\n');
  assert.deepEqual(report, [
    [
      '2',
      'faulty',
      '',
      'application.jobAdId',
      'Column "Stellen-ID" is not the id of an existing job ad. GET /jobads (property jobAdId) lists the valid ids.',
    ],
  ]);
});

test('a time that is also that of the application has one fault, which names its column', async () => {
  const { report } = await importFile('ID;Vorname;Nachname;Erstellt am\n1;Ada;Muster;01.02.2199\n');
  assert.deepEqual(
    report.map(([, outcome, , property, message]) => [outcome, property, message!.split('. ')[0]]),
    [['faulty', 'createdAtUtc', 'Column "Erstellt am" must not be in the future']],
  );
});

test('the last row of a file that was cut off is not imported, and the whole file imports it later', async () => {
  const whole = 'ID;Vorname;Nachname;Ort\r\n1;Ada;Muster;Köln\r\n2;Bea;Schmidt-Huber;Ulm\r\n';
  const { exitCode, report } = await importFile(whole.slice(0, whole.indexOf('er;Ulm')));
  assert.equal(exitCode, 1);
  assert.deepEqual(
    report.map(([line, outcome]) => [line, outcome]),
    [
      ['2', 'created'],
      ['3', 'faulty'],
    ],
  );
  assert.equal(
    report[1]![4],
    'The file ends in the middle of this row, after 3 of 4 cells. Export the file again. If the row is complete, add a line break after it.',
  );
  const again = await importFile(whole);
  assert.deepEqual([again.data.rows.skipped, again.data.rows.created], [1, 1]);
});

test('a row with fewer cells than columns is imported with a remark, unless only columns without a heading are missing', async () => {
  const { exitCode, report } = await importFile(
    'ID;Vorname;Nachname;Ort;E-Mail;;\n1;Ada;Muster\n2;Bea;Muster;Ulm;\n3;;Muster\n',
  );
  assert.equal(exitCode, 1);
  const remark =
    'The row has 3 of 5 cells. The missing ones are read as empty. If they are not empty, a line break in a cell may lack quotes.';
  const byLine = Map.groupBy(report, ([line]) => line);
  assert.deepEqual(
    byLine.get('2')!.map(([, outcome, , property, message]) => [outcome, property, message]),
    [['created', '', remark]],
  );
  assert.equal(byLine.get('3')![0]![4], '');
  // A line break in a cell without quotes makes short rows: the fault alone would not say so.
  assert.deepEqual(byLine.get('4')!.at(-1)!.slice(3), ['', remark]);
  const again = await importFile('ID;Vorname;Nachname;Ort\n1;Ada;Muster\n', { update: '' });
  assert.match(again.report[0]!.join(';'), /;unchanged;.*3 of 4 cells/);
});

test('a value behind the last heading makes its row faulty, because a separator in a cell may have moved the others', async () => {
  const { report } = await importFile(
    'ID;Vorname;Nachname;Ort;\n1;Ada;Muster; Dr.;Ulm;\n2;Bea;Muster;Ulm;\n3;Cleo;Muster;Ulm; ;\n',
  );
  assert.deepEqual(
    report.map(([line, outcome]) => `${line} ${outcome}`),
    ['2 faulty', '3 created', '4 created'],
  );
  assert.match(
    report[0]![4]!,
    /^The row has 6 cells, but the file has 4 columns with a heading\. Put a cell /,
  );
});

test('--update says which values of an application are not taken over', async () => {
  const heading = 'ID;Vorname;Nachname;Beworben am;Anschreiben\n';
  const before = `${heading}1;Ada;Muster;03.02.2019;"Guten Tag,\r\nich bewerbe mich."\n2;Bea;Muster;04.02.2019 14:30;\n`;
  await importFile(before);
  const { exitCode, report } = await importFile(
    `${heading}1;Ada;Muster;05.02.2019;"Guten Tag,\r\nich bewerbe mich."\n2;Bea;Neu;04.02.2019 14:30;Hallo\n`,
    { update: '' },
  );
  assert.equal(exitCode, 0);
  const rule = 'An import does not change applications that exist.';
  assert.deepEqual(
    report.map(([line, outcome, , property, message]) => [line, outcome, property, message]),
    [
      [
        '2',
        'unchanged',
        'application.appliedAtUtc',
        `Column "Beworben am" has a value that no application of the candidate has. ${rule}`,
      ],
      [
        '4',
        'updated',
        'application.message',
        `Column "Anschreiben" has a value that no application of the candidate has. ${rule}`,
      ],
    ],
  );
  const again = await importFile(before, { update: '' });
  assert.deepEqual(
    again.report.map(([, outcome, , , message]) => [outcome, message]),
    [
      ['unchanged', ''],
      ['updated', ''],
    ],
  );
});

test('columns without a heading are named by their numbers, except those behind the last heading', async () => {
  await importFile('ID;Vorname;;Nachname;;\n1;Ada;lost;Muster;;\n');
  assert.match(importer.state.notes, /^Ignored columns, because they have no heading: 3\. /m);
  importer.state.notes = '';
  await importFile('ID;Vorname;Nachname;;\n2;Ada;Muster;;\n');
  assert.doesNotMatch(importer.state.notes, /heading/);
});

test('columns of applications are named if none is recorded', async () => {
  await importFile('ID;Vorname;Nachname;Beworben am;Anschreiben\n1;Ada;Muster;03.02.2019;Hallo\n', {
    recruiter: undefined,
    'no-application': '',
  });
  assert.match(
    importer.state.notes,
    /^Columns that are not imported, because --no-application records no applications: "Beworben am", "Anschreiben"\.$/m,
  );
});

test('imports of a file at the same time create each row once, and the others skip it', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => `${index};Ada;Muster`);
  await writeFile(join(directory, 'people.csv'), `ID;Vorname;Nachname\n${rows.join('\n')}\n`);
  const options = { tenant: tenant.key, recruiter };
  const results = await Promise.all([options, options, options].map(importer.execute));
  const sum = (outcome: string) =>
    results.reduce((total, { data }) => total + (data as ImportData).rows[outcome]!, 0);
  assert.deepEqual([sum('created'), sum('skipped'), sum('faulty')], [60, 120, 0]);
});

test('times without a zone are those of --time-zone, and without it, a line says that they are UTC', async () => {
  const row = 'ID;Vorname;Nachname;Erstellt am\nzone-1;Ada;Zeit;30.06.2025 23:30\n';
  await importFile(row, { 'dry-run': '' });
  assert.match(importer.state.notes, /^Times without a time zone in "Erstellt am" are read as UTC\./m);
  await assert.rejects(
    importFile(row, { 'time-zone': 'Berlin' }),
    /--time-zone must be the name of a time zone/,
  );
  const before = importer.state.notes.length;
  await importFile(row, { 'time-zone': 'Europe/Berlin' });
  assert.doesNotMatch(importer.state.notes.slice(before), /read as UTC/);
  const rows = await service.sql<{ at: Date }>(
    "SELECT created_at AS at FROM candidate WHERE import_external_id = 'zone-1'",
    [],
    tenant.id,
  );
  assert.deepEqual(rows, [{ at: new Date('2025-06-30T21:30:00Z') }]);
});
