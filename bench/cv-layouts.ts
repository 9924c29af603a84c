import { type Counts, f1 } from '../server/checks/cv-layouts/judge.ts';
import type { LayoutCv } from '../server/checks/cv-layouts/make.ts';
import { measureLayouts } from '../server/checks/cv-layouts/measure.ts';
import { writeSection } from './results.ts';

// npm run bench:cv-layouts [-- --count 1500] [-- --seed 1] [-- --mistakes PART]: how well the entries of CVs are read in layouts that are
// drawn out of the order of title, employer and dates, signs between them, forms of dates, columns, bullets and headings. --mistakes
// prints those of the layouts whose description has the part, and writes no results.

const DEFAULT_COUNT = 1500;

const option = (name: string) => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};
const count = Number(option('--count') ?? DEFAULT_COUNT);
const seed = Number(option('--seed') ?? 1);
const part = option('--mistakes');

const FACTORS: readonly [name: string, valueIn: (cv: LayoutCv) => string][] = [
  ['all', () => ''],
  ['format', ({ format }) => format],
  ['language', ({ person }) => person.language],
  ['order', ({ head }) => head.replaceAll(' | ', ' ¦ ')],
  ['sign', ({ head, choice }) => (head.includes('+') ? choice.separator.replace('|', '¦') : 'none')],
  ['dates', ({ choice }) => choice.dates.key],
  [
    'city',
    ({ choice: { city, citySeparator } }) =>
      `${city}${city === 'after' ? citySeparator : ''}`.replace('|', '¦'),
  ],
  ['duties', ({ choice }) => choice.duties],
  ['space between entries', ({ choice }) => (choice.hasGaps ? 'yes' : 'no')],
  ['bold', ({ choice }) => (choice.isBold ? 'yes' : 'no')],
  ['one job', ({ special }) => special],
  ['columns', ({ columns }) => columns],
  ['headings', ({ headings }) => headings],
];

interface Sums {
  jobs: Counts;
  educations: Counts;
}

function describe(cv: LayoutCv): string {
  return [...FACTORS.map(([name, valueIn]) => `${name} ${valueIn(cv)}`), cv.person.name].join('; ');
}

const none = (): Counts => ({ right: 0, found: 0, expected: 0 });
const sums = new Map<string, Sums>();
const sure = { jobs: [] as boolean[], educations: [] as boolean[] };
for await (const { cv, judged, sure: own } of measureLayouts(count, seed)) {
  for (const [order, [name, valueIn]] of FACTORS.entries()) {
    const key = `${String(order).padStart(2, '0')} ${name} | ${valueIn(cv)}`;
    const sum = sums.get(key) ?? { jobs: none(), educations: none() };
    sums.set(key, sum);
    for (const kind of ['jobs', 'educations'] as const)
      for (const field of ['right', 'found', 'expected'] as const) sum[kind][field] += judged[kind][field];
  }
  for (const kind of ['jobs', 'educations'] as const) sure[kind].push(...own[kind]);
  if (part !== undefined && judged.mistakes.length > 0 && describe(cv).includes(part))
    console.log(`${describe(cv)}\n   ${judged.mistakes.join('\n   ')}`);
}

const table = [
  '| part | value | jobs, F1 | jobs | educations, F1 | educations |',
  '|---|---|---:|---:|---:|---:|',
  ...[...sums]
    .sort(([left], [right]) => left.localeCompare(right))
    .map(
      ([key, { jobs, educations }]) =>
        `| ${key.slice('00 '.length)} | ${f1(jobs)} | ${jobs.expected} | ${f1(educations)} | ${educations.expected} |`,
    ),
];
const rightOf = (list: readonly boolean[]) => `${list.filter((isRight) => isRight).length} of ${list.length}`;
const written = `Of the entries that are written without a person, ${rightOf(sure.jobs)} jobs and ${rightOf(sure.educations)} educations were right.`;
console.log([...table, '', written].join('\n'));
if (part === undefined)
  await writeSection(
    'cv-layouts',
    'Reading CVs in layouts drawn at random',
    `Measured by \`npm run bench:cv-layouts\` on ${count} CVs of ten persons (\`server/checks/cv-layouts\`), half of them PDF, a quarter text and a quarter DOCX: a layout is drawn out of the orders of title, employer and dates, the signs between them, the forms of dates, labels, the place of the city, bullets, columns, tables and headings. In some, one job has a single date, or the employer of the one above. An entry is correct if its title, place and both dates are. The rules were developed with these layouts. They do not show letters of several sizes or fonts in one line, other formats of word processors, columns that are drawn in other ways, or words that the ten persons do not have. ${written}`,
    table,
  );
