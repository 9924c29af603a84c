import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { eraseCandidate } from '../../areas/privacy/index.ts';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { callDuring } from '../../testing/held-transaction.ts';
import { type GivenOptions, openImporter } from '../../testing/makers/csv-import.ts';

// Rows of one file that meet in the database or in a cell, and ids that look the same.

const service = await startTestService();
const importer = await openImporter(service);

let tenant: TestTenant;
let recruiter: string;
beforeEach(async () => {
  tenant = await service.createTenant();
  recruiter = (await service.platform('recruiter', tenant)).user.email;
  await importer.begin();
});

const importFile = (contents: string, options: GivenOptions = {}) =>
  importer.run(contents, { tenant: tenant.key, recruiter, ...options });

const outcomesOf = (report: string[][]) => report.map(([line, outcome]) => `${line} ${outcome}`);

async function candidates() {
  const { body } = await tenant.api.get('/candidates/export/candidates');
  return body.candidates as { id: number; firstName: string; qualifications: { name: string }[] }[];
}

// The harness fails if there was a deadlock, which takes a second and loses the row in the end.
test('rows with the same new qualifications in other orders do not wait for each other', async () => {
  const names = ['Löten', 'Fräsen', 'Drehen', 'Bohren', 'Schweißen', 'Stapeln'];
  const orders = [names, names.toReversed(), [...names.slice(3), ...names.slice(0, 3)]];
  const rows = Array.from(
    { length: 24 },
    (_, index) => `${index};Ada;Muster;"${orders[index % 3]!.join(', ')}"`,
  );
  const file = `ID;Vorname;Nachname;Kenntnisse\n${rows.join('\n')}\n`;
  // A dry run adds the names in each row.
  for (const options of [{ 'dry-run': '' }, {}]) {
    const { data } = await importFile(file, options);
    assert.deepEqual([data.rows.created, data.rows.faulty], [24, 0]);
  }
  const [first] = await candidates();
  const shown = first!.qualifications.map(({ name }) => name);
  assert.ok(
    orders.some((order) => order.join() === shown.join()),
    'they have the order of the cell',
  );
});

test('two rows about one candidate are not both imported, because the last one would win by chance', async () => {
  await importFile('ID;Vorname;Nachname\n1;Ada;Muster\n2;Bea;Muster\n');
  const ada = (await candidates()).find(({ firstName }) => firstName === 'Ada')!;
  const file = `ID;Stellwerk-ID;Vorname;Nachname\n1;;Eins;M\n;${ada.id};Zwei;M\n2;;Drei;M\n`;
  const { report, exitCode } = await importFile(file, { update: '' });
  assert.equal(exitCode, 1);
  const faulty = report.filter(([, outcome]) => outcome === 'faulty');
  assert.deepEqual([report.length, faulty.length], [3, 1]);
  // The rows are written at the same time, so either can be the first.
  const [line, , , property, message] = faulty[0]!;
  const expected =
    line === '2'
      ? ['importExternalId', 'Column "ID" is the id of the same candidate as in line 3.']
      : ['stellwerkId', 'Column "Stellwerk-ID" is the id of the same candidate as in line 2.'];
  assert.deepEqual(
    [property, message],
    [expected[0], `${expected[1]} Put the values of both rows into one.`],
  );
  const names = (await candidates()).map(({ firstName }) => firstName).sort();
  assert.deepEqual(names, ['Drei', line === '2' ? 'Zwei' : 'Eins']);
  const skipped = await importFile(file);
  assert.deepEqual(outcomesOf(skipped.report), ['2 skipped', '3 skipped', '4 skipped']);
});

test('a row finds what somebody else gives its candidate meanwhile', async () => {
  await importFile('ID;Vorname;Nachname\n1;Ada;Muster\n');
  const [ada] = await candidates();
  const { report } = await callDuring(
    { ...service, tenant },
    `INSERT INTO candidate_keyword (tenant_id, candidate_id, keyword, keyword_match) VALUES ($1, $2, 'Lager', 'lager')`,
    [tenant.id, ada!.id],
    () => importFile('ID;Vorname;Schlagwörter\n1;Bea;"Lager, Versand"\n', { update: '' }),
  );
  assert.deepEqual(report, [['2', 'updated', String(ada!.id), '', '']]);
  const { keywords, firstName } = (await tenant.api.get(`/candidates/${ada!.id}`)).body;
  assert.deepEqual(
    [firstName, ...keywords.map(({ keyword }: { keyword: string }) => keyword)],
    ['Bea', 'Lager', 'Versand'],
  );
});

test('an id with an invisible character at its end is the one without it, as in the API', async () => {
  await importFile('ID;Vorname;Nachname\n\u200b1;Ada;Muster\n');
  for (const id of ['\u200b1', '1', '1\u2060']) {
    const { report } = await importFile(`ID;Vorname;Nachname\n${id};Ada;Muster\n`);
    assert.deepEqual(outcomesOf(report), ['2 skipped']);
  }
  const [ada] = await candidates();
  const { data } = await importFile('ID;Vorname;Schlagwörter\n\u200b1;Bea;"Lager, \u200bLager"\n', {
    update: '',
  });
  assert.equal(data.rows.updated, 1);
  await eraseCandidate(service.services, tenant.id, ada!.id);
  const { report } = await importFile('ID;Vorname;Nachname\n\u200b1;Ada;Muster\n');
  assert.deepEqual(outcomesOf(report), ['2 skipped'], 'it does not bring back who was erased');
});

test('an id that cannot be stored, or that a spreadsheet has shortened, is faulty, and the message names its column', async () => {
  const { report } = await importFile(
    'ID;Vorname;Nachname\n1\u00002;Ada;Muster\n4,91235E+11;Bea;Muster\n1E+15;Cleo;Muster\n12E5;Dora;Muster\n',
  );
  assert.deepEqual(outcomesOf(report), ['2 faulty', '3 faulty', '4 faulty', '5 created']);
  assert.deepEqual(report[0]!.slice(3), ['importExternalId', 'Column "ID" must not contain U+0000.']);
  for (const [, , , property, message] of report.slice(1, 3)) {
    assert.equal(property, 'importExternalId');
    assert.match(
      message!,
      /^Column "ID" has a number that a spreadsheet has shortened, .* save the file again\.$/,
    );
  }
});

test('an id that a spreadsheet wrote with other zeros creates nobody again', async () => {
  await importFile('ID;Vorname;Nachname\n0012;Ada;Muster\n13;Bea;Muster\n0014;Cleo;Muster\n');
  const stored = await candidates();
  const idOf = (name: string) => stored.find(({ firstName }) => firstName === name)!.id;
  await eraseCandidate(service.services, tenant.id, idOf('Cleo'));
  const { report } = await importFile(
    'ID;Vorname;Nachname\n12;Ada;Muster\n0013;Bea;Muster\n14;Cleo;Muster\n15;Dora;Muster\n',
  );
  assert.deepEqual(outcomesOf(report), ['2 faulty', '3 faulty', '4 faulty', '5 created']);
  const message = (whose: string) =>
    `Column "ID" differs from the id of ${whose} only in zeros at its beginning, which spreadsheets leave out. Correct it. If the row is about somebody else, give it another id.`;
  assert.deepEqual(
    report.slice(0, 3).map((cells) => cells[4]),
    [
      message(`candidate ${idOf('Ada')}`),
      message(`candidate ${idOf('Bea')}`),
      message('a candidate who was erased'),
    ],
  );
  const both = await importFile('ID;Vorname;Nachname\n0012;Ada;Muster\n12;Eva;Muster\n');
  assert.deepEqual(outcomesOf(both.report), ['2 skipped', '3 created'], 'a file that has both');
});

test('the rows after a quote that is not closed do not become the remarks of a candidate', async () => {
  const { report } = await importFile(
    'ID;Vorname;Nachname;Bemerkungen\n1;Ada;Muster;"Offen\n2;Bea;Muster;\n3;Cleo;Muster;"Gut"\n4;Dora;Muster;"Gut"\n',
  );
  assert.deepEqual(outcomesOf(report), ['2 faulty', '5 created']);
  assert.match(report[0]![4]!, /^A quote in this row may not be closed: .* up to line 4\. Close it, /);
});
