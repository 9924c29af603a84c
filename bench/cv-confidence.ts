import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIDENCES } from '../server/areas/documents/cv/weigh/confidences.ts';
import { KINDS, LEVELS, levelOf, type ValueKind } from '../server/areas/documents/cv/weigh/levels.ts';
import { isSure } from '../server/areas/documents/proposals/rules.ts';
import { readBefore, writeCounts } from './cv-confidence/before-rules.ts';
import { type Confidences, countLevels, fit, type LevelledValue, toLevelled } from './cv-confidence/fit.ts';
import { findForeign, readForeign } from './cv-confidence/foreign.ts';
import { readOwn } from './cv-confidence/own.ts';
import { type JudgedValue, readValues } from './cv-confidence/read.ts';

// npm run bench:cv-confidence [-- --write] [-- --mistakes] [-- --foreign DIR]: how often values are right, by what speaks for
// them, and whether the confidence that the service states is that share. --write sets the confidences. --mistakes prints wrong
// values that would be written. --foreign reads other CVs than those beside the checkout.

const FILE = join(import.meta.dirname, '../server/areas/documents/cv/weigh/confidences.ts');
const DEFAULTS = { proposesEverything: false, minimumConfidence: null };
const BANDS = [0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01];
const CONTACT = new Set<ValueKind>(['email', 'phone', 'address']);

const directory = findForeign();
const own = await readValues(await readOwn());
const foreign = directory === undefined ? own : await readValues(await readForeign(directory));
const helpers = directory === undefined ? [] : own;
console.log(
  directory === undefined
    ? 'No CVs of others beside the checkout: only the generated ones.'
    : `${new Set(foreign.map(({ cv }) => cv)).size} CVs of others, ${new Set(own.map(({ cv }) => cv)).size} generated.`,
);

const before = directory === undefined ? [] : await readBefore();
const fitted = fitOn(foreign, before);
printLevels();
// Every CV is judged with confidences that its own values did not set.
const halves = [0, 1].map((half) => foreign.filter(({ cv }) => halfOf(cv) === half)) as [
  JudgedValue[],
  JudgedValue[],
];
const ofHalf = (half: number) => before.filter(({ cv }) => halfOf(cv) === half);
const unseen = [
  ...weigh(halves[0], fitOn(halves[1], ofHalf(1))),
  ...weigh(halves[1], fitOn(halves[0], ofHalf(0))),
];
printBands('Confidence of values that did not set it', unseen);
printWritten('Written without a person, with confidences of the other half', unseen);
printWritten('Written without a person, as it is set', weigh(foreign, CONFIDENCES));
if (process.argv.includes('--write')) await write(fitted);
const counts = process.argv.indexOf('--counts');
if (counts !== -1) await writeCounts(process.argv[counts + 1]!, foreign.map(toLevelled));

function fitOn(values: readonly JudgedValue[], earlier: readonly LevelledValue[]): Confidences {
  return fit([...values.map(toLevelled), ...earlier], helpers.map(toLevelled));
}

type Weighed = JudgedValue & { confidence: number };

function weigh(
  values: readonly JudgedValue[],
  confidences: Readonly<Record<ValueKind, readonly number[]>>,
): Weighed[] {
  return values.map((value) => ({
    ...value,
    confidence: confidences[KINDS[value.property]]?.[levelOf(value.property, value.signals)] ?? 0,
  }));
}

/** Persons have several CVs, so the person decides. */
function halfOf(cv: string): number {
  const person = cv.split('--').at(-1)!;
  return [...person].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2;
}

function printLevels(): void {
  const now = countLevels(foreign.map(toLevelled), own.map(toLevelled));
  const earlier = countLevels(before, []);
  console.log(
    '\n| kind | level | signals | right | before the rules | generated | fitted | set |\n|---|---:|---|---:|---:|---:|---:|---:|',
  );
  const shareText = ({ right, count }: { right: number; count: number }) => `${right} of ${count}`;
  for (const [kind, levels] of Object.entries(LEVELS) as [ValueKind, readonly (readonly string[])[]][])
    for (const [level, signals] of levels.entries()) {
      const { foreign: ofOthers, own: generated } = now[kind][level]!;
      const cells = [shareText(ofOthers), shareText(earlier[kind][level]!.foreign), shareText(generated)];
      console.log(
        `| ${kind} | ${level + 1} | ${signals.join(', ')} | ${cells.join(' | ')} | ${fitted[kind][level]} | ${CONFIDENCES[kind][level] ?? ''} |`,
      );
    }
}

function printBands(title: string, values: readonly Weighed[]): void {
  console.log(`\n${title}\n\n| confidence | values | mean confidence | right |\n|---|---:|---:|---:|`);
  for (const [index, from] of BANDS.slice(0, -1).entries()) {
    const band = values.filter(({ confidence }) => confidence >= from && confidence < BANDS[index + 1]!);
    if (band.length === 0) continue;
    const mean = band.reduce((sum, { confidence }) => sum + confidence, 0) / band.length;
    console.log(`| from ${from} | ${band.length} | ${mean.toFixed(3)} | ${share(band)} |`);
  }
}

function printWritten(title: string, values: readonly Weighed[]): void {
  console.log(
    `\n${title}\n\n| kind | read | right | written | precision of what is written | right ones that wait |\n|---|---:|---:|---:|---:|---:|`,
  );
  const groups = new Map<string, Weighed[]>();
  for (const value of values) {
    const kind = KINDS[value.property];
    for (const name of CONTACT.has(kind) ? [kind, 'contact data'] : [kind])
      groups.set(name, [...(groups.get(name) ?? []), value]);
  }
  for (const [name, group] of groups) {
    const written = group.filter((value) => isSure(DEFAULTS, value));
    const waiting = group.filter((value) => value.isRight && !isSure(DEFAULTS, value)).length;
    console.log(
      `| ${name} | ${group.length} | ${group.filter(({ isRight }) => isRight).length} | ${written.length} | ${written.length === 0 ? '' : share(written)} | ${waiting} |`,
    );
    if (process.argv.includes('--mistakes'))
      for (const { cv, text, isRight, confidence } of written)
        if (!isRight && name !== 'contact data') console.log(`   ${cv} ${confidence} ${text}`);
  }
}

function share(values: readonly { isRight: boolean }[]): string {
  return (values.filter(({ isRight }) => isRight).length / values.length).toFixed(3);
}

async function write(confidences: Confidences): Promise<void> {
  const rows = Object.entries(confidences).map(([kind, levels]) => `  ${kind}: [${levels.join(', ')}],`);
  await writeFile(
    FILE,
    `import type { ValueKind } from './levels.ts';

// Written by npm run bench:cv-confidence -- --write. docs/adr/0024-sure-or-proposed.md has the measurements.

/** For each kind of value, the share of right ones by level (levels.ts). */
const CONFIDENCES: Readonly<Record<ValueKind, readonly number[]>> = {
${rows.join('\n')}
};
`,
  );
  console.log(`\nWrote ${FILE}.`);
}
