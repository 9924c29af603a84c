import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OccupationIndex } from '../server/areas/documents/cv/catalog/occupations.ts';
import { readCatalog } from '../server/areas/masterdata/index.ts';

// npm run bench:cv-catalog [-- --mistakes]: how often job titles and vocational trainings find the right entry of the list of
// professions. The titles are those of the CVs that `npm run bench:cv` reads, labelled by hand before the rules were run. The full
// occupation catalog may not be distributed, so the list is the built-in one, and further entries with names as that catalog has them.

interface Labels {
  catalog: readonly string[];
  /** By title, the entry that means it, or null if none does. */
  others: Readonly<Record<string, string | null>>;
  generated: Readonly<Record<string, string | null>>;
}

/** Ids of the entries that the built-in list does not have. */
const FIRST_ID = 900_001;

const labels = JSON.parse(
  await readFile(join(import.meta.dirname, 'cv-catalog/occupations.json'), 'utf8'),
) as Labels;
const index = new OccupationIndex();
const names = new Map<number, string>();
for (const { id, nameDe, nameEn } of readCatalog('professions').entries) {
  index.add({ id, names: [nameDe, nameEn] });
  names.set(id, nameDe);
}
for (const [at, name] of labels.catalog.entries()) {
  index.add({ id: FIRST_ID + at, names: [name] });
  names.set(FIRST_ID + at, name);
}

console.log(
  '| titles | labelled | with an entry | found as a whole | of these right | found by a part | of these right | precision | recall |',
);
console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|');
for (const part of ['others', 'generated'] as const) {
  const found = Object.entries(labels[part]).map(([title, expected]) => {
    const match = index.find(title);
    const name = match && names.get(match.id)!;
    return { title, expected, by: match?.by, name, isRight: name === expected };
  });
  const wanted = found.filter(({ expected }) => expected !== null);
  const count = (by: string) => found.filter((one) => one.by === by);
  const right = (of: typeof found) => of.filter(({ isRight }) => isRight).length;
  const all = found.filter(({ by }) => by !== undefined);
  console.log(
    `| ${part} | ${found.length} | ${wanted.length} | ${count('whole').length} | ${right(count('whole'))} | ${count('part').length} | ${right(count('part'))} | ${(right(all) / all.length).toFixed(3)} | ${(right(all) / wanted.length).toFixed(3)} |`,
  );
  if (process.argv.includes('--mistakes'))
    for (const { title, expected, by, name } of found.filter(
      ({ by, expected, isRight }) => !isRight && (by !== undefined || expected !== null),
    ))
      console.log(`   ${title}: ${name ?? 'none'} (${by ?? 'not found'}), should be ${expected ?? 'none'}`);
}

// As large as an imported list. The service adds entries in slices, between which it does other work.
const LARGE = 30_000;
const SLICE = 500;
const large = new OccupationIndex();
const entries = readCatalog('professions').entries;
let longestMs = 0;
const startMs = performance.now();
for (let from = 0; from < LARGE; from += SLICE) {
  const sliceMs = performance.now();
  for (let id = from; id < from + SLICE; id++) {
    const { nameDe, nameEn } = entries[id % entries.length]!;
    large.add({ id, names: [`${nameDe} ${id}`, `${nameEn} ${id}`] });
  }
  longestMs = Math.max(longestMs, performance.now() - sliceMs);
}
console.log(
  `\nAn index of ${LARGE} entries: ${Math.round(performance.now() - startMs)} ms, longest slice ${Math.round(longestMs)} ms.`,
);
