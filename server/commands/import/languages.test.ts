import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startTestService, type TestTenant } from '../../testing/harness.ts';
import { openImporter } from '../../testing/makers/csv-import.ts';

// What cells with languages store.

const service = await startTestService();
const importer = await openImporter(service);

let tenant: TestTenant;
beforeEach(async () => {
  tenant = await service.createTenant();
  await importer.begin();
});

const LANGUAGES: Readonly<Record<number, string>> = {
  1: 'German',
  25: 'English',
  54: 'Dutch',
  86: 'Polish',
  90: 'Persian',
};
const LEVELS = new Map(
  [629, 630, 631, 632, 633, 634, 635].map((id, index) => [id, 'A1 A2 B1 B2 C1 C2 native'.split(' ')[index]]),
);

async function importCells(cells: readonly string[]) {
  const rows = cells.map((cell, index) => `${index + 1};Ada;Muster;"${cell}"`);
  const { report } = await importer.run(`ID;Vorname;Nachname;Sprachen\n${rows.join('\n')}\n`, {
    tenant: tenant.key,
    'no-application': '',
  });
  return report;
}

async function languagesOf(candidateId: string): Promise<string[]> {
  const { body } = await tenant.api.get(`/candidates/${candidateId}`);
  return body.languages.map((entry: { languageId: number; languageLevelId: number | null }) =>
    [LANGUAGES[entry.languageId], LEVELS.get(entry.languageLevelId ?? 0) ?? []].flat().join(' '),
  );
}

test('a cell stores each of its languages with its own level', async () => {
  const expected = [
    ['Deutsch (Muttersprache), Englisch B2', ['German native', 'English B2']],
    ['Deutsch fließend / Englisch Grundkenntnisse', ['German C1', 'English A2']],
    ['Deutsch/Englisch/Polnisch A1', ['German', 'English', 'Polish A1']],
    ['Niederländisch/Flämisch B2', ['Dutch B2']],
    ['Persisch/Dari/Farsi', ['Persian']],
    ['Englisch (B1/B2)', ['English B1']],
    ['Deutsch (sehr gutes Deutsch)', ['German C1']],
    ['Englisch, Deutsch C1, Englisch B2, Deutsch', ['English B2', 'German C1']],
    ['Polnisch: fließend; Deutsch - C1', ['Polish C1', 'German C1']],
  ] as const;
  const report = await importCells(expected.map(([cell]) => cell));
  for (const [index, [cell, languages]] of expected.entries()) {
    assert.equal(report[index]![1], 'created', `${cell}: ${report[index]}`);
    assert.deepEqual((await languagesOf(report[index]![2]!)).toSorted(), languages.toSorted(), cell);
  }
});

test('an entry with several languages, or that says what the candidate cannot, is faulty', async () => {
  const cells = [
    'Deutsch (Muttersprache) Englisch (B2)',
    'Deutsch - Englisch B1',
    'Deutsch C1 Englisch B2 Polnisch A1',
    'Deutsch Muttersprache und Englisch gut',
    'Deutsch (Muttersprache), Polnisch gut und gute Englischkenntnisse',
    'Deutsch nicht gut',
    'Englisch (keine Kenntnisse, Wunsch: B1)',
    'Englisch: no B2',
    'German (non-native)',
    'Deutsch B2 / kein Englisch',
    'Englisch B2, Englisch C1',
  ];
  const report = await importCells(cells);
  for (const [index, cell] of cells.entries()) {
    const [, outcome, , property, message] = report[index]!;
    assert.deepEqual([outcome, property], ['faulty', 'languages'], cell);
    assert.match(
      message!,
      /^Column "Sprachen" must be a list, and each entry one language, with or without its level, such as Englisch B2\. Entry \d of \d is not\. Separate languages by commas, give each one level, and leave out those that the candidate does not speak\.$/,
    );
  }
});
