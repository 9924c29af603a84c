import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractFacts } from '../server/areas/documents/cv/extract/extract.ts';
import type { CvFacts } from '../server/areas/documents/cv/extract/facts.ts';
import { Recognizer } from '../server/areas/documents/cv/recognize/recognizer.ts';
import { readText } from '../server/areas/documents/cv/text/read-text.ts';
import { CONFIDENCES } from '../server/areas/documents/cv/weigh/confidences.ts';
import { gatherEvidence } from '../server/areas/documents/cv/weigh/evidence.ts';
import { KINDS, levelOf } from '../server/areas/documents/cv/weigh/levels.ts';
import { isSure } from '../server/areas/documents/proposals/rules.ts';
import type { Label } from '../server/checks/cv-samples/generate.ts';
import {
  builtInCatalogs,
  FIELD_NAMES,
  f1,
  measure,
  readLabels,
  SAMPLES_DIRECTORY,
} from '../server/checks/cv-samples/measure.ts';
import { readOwn } from './cv-confidence/own.ts';
import { writeSection } from './results.ts';
import { openScanner } from './scans.ts';

// npm run bench:cv-recognition [-- --samples 8]: how well generated CVs are read after they were scanned, and how often values are
// right that would be sure if they were text. Needs the packages that CV_OCR=on needs.

const at = process.argv.indexOf('--samples');
const SAMPLES = at === -1 ? 8 : Number(process.argv[at + 1]);
const SCANS = [
  { resolution: 200, degrees: 0.6, noise: 24, quality: 0.8 },
  { resolution: 150, degrees: -1.2, noise: 40, quality: 0.6 },
];
const DEFAULTS = { proposesEverything: false, minimumConfidence: null };

const catalogs = builtInCatalogs();
const pdfs = [...(await readLabels('open')), ...(await readLabels('held-out'))].filter(
  ({ format }) => format === 'pdf',
);
const labels = Array.from(
  { length: SAMPLES },
  (_, index) => pdfs[Math.floor((index * pdfs.length) / SAMPLES)]!,
);
const judges = new Map((await readOwn()).map(({ id, isRight }) => [id, isRight]));
const scanner = await openScanner();
const columns: Awaited<ReturnType<typeof measure>>[] = [await measure(labels)];
const sure = { right: 0, all: 0 };
const unsure = { right: 0, all: 0 };
let pages = 0;
let cpuMs = 0;
for (const settings of SCANS)
  columns.push(await measure(labels, undefined, (label) => readScan(label, settings)));
await scanner.close();

async function readScan(label: Label, settings: (typeof SCANS)[number]): Promise<CvFacts> {
  const pdf = await readFile(join(SAMPLES_DIRECTORY, label.file));
  const bytes = new Uint8Array(await scanner.scan(pdf, settings));
  const notes = { pagesWithoutText: [], recognizedPages: [], unreadPages: [] };
  const before = process.threadCpuUsage();
  const lines = await readText(bytes, { notes, recognizer: new Recognizer() });
  const used = process.threadCpuUsage(before);
  pages += notes.recognizedPages.length;
  cpuMs += (used.user + used.system) / 1000;
  const facts = extractFacts(lines, catalogs);
  judge(label, facts, lines);
  return facts;
}

/** Counts right values, apart for those that would be written without a person if nothing was known of the picture. */
function judge({ id }: Label, facts: CvFacts, lines: Awaited<ReturnType<typeof readText>>): void {
  const isRight = judges.get(`own ${id}`)!;
  for (const { property, index, signals } of gatherEvidence(facts, lines, catalogs).evidence) {
    const right = isRight(facts, property, index);
    if (right === undefined || signals.isFirstOfKind === false) continue;
    const confidence = CONFIDENCES[KINDS[property]][levelOf(property, signals)]!;
    const count = isSure(DEFAULTS, { property, confidence }) ? sure : unsure;
    count.all += 1;
    if (right) count.right += 1;
  }
}

const share = ({ right, all }: typeof sure) =>
  `${right} of ${all} (${(right / Math.max(1, all)).toFixed(3)})`;
const rows = FIELD_NAMES.map((name) => {
  const scores = columns.map((column) => column.get(name)!);
  return `| ${name} | ${scores.map((score) => f1(score).toFixed(3)).join(' | ')} | ${scores[0]!.expected} |`;
});
const table = [
  `| field | F1, as PDF | ${SCANS.map(({ resolution }) => `F1, scanned at ${resolution} dpi`).join(' | ')} | items |`,
  `|---|---:|${SCANS.map(() => '---:|').join('')}---:|`,
  ...rows,
  '',
  `Values that would be sure if they were text: right ${share(sure)}. Others: right ${share(unsure)}.`,
  `CPU time of a page: ${(cpuMs / pages / 1000).toFixed(1)} s, with loading the engine for each document.`,
];
console.log(table.join('\n'));
await writeSection(
  'cv-recognition',
  'Reading scans',
  `Measured by \`npm run bench:cv-recognition\` on ${labels.length} of the generated CVs, ${pages / SCANS.length} pages, which a browser draws in ${SCANS.map(({ resolution }) => resolution).join(' and ')} dpi, lays askew by ${SCANS.map(({ degrees }) => Math.abs(degrees)).join(' and ')} degrees on grey paper, adds noise to, and compresses as JPEG. They are printed in standard fonts, so real scans are read less well.`,
  table,
);
