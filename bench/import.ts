import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeSection } from './results.ts';

// npm run bench:import [-- ROWS] [-- --short]: imports a file of candidates into an empty installation and measures time and memory.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false } },
});
const ROWS = Number(positionals[0] ?? (values.short ? 500 : 100_000));
if (!Number.isInteger(ROWS) || ROWS < 1) throw new Error('ROWS must be a positive integer, such as 10000.');
const STEPS = 10;
const ENTRY = join(import.meta.dirname, '../server/commands/stellwerk.ts');
const HEADING =
  'ID;Anrede;Vorname;Nachname;E-Mail;Handy;Straße;PLZ;Ort;Geburtsdatum;Sprachen;Führerschein;Schlagwörter';

const directory = await mkdtemp(join(tmpdir(), 'stellwerk-import-'));
const file = join(directory, 'people.csv');

function start(words: string[]): ChildProcess {
  return spawn(process.execPath, [ENTRY, ...words], {
    env: { ...process.env, DATA_DIR: join(directory, 'data') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function run(...words: string[]): Promise<void> {
  const child = start(words);
  child.stderr!.pipe(process.stderr);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with code ${code}.`);
}

function* rows(): Generator<string> {
  yield `${HEADING}\n`;
  for (let id = 1; id <= ROWS; id++) {
    yield `${id};Frau;Jana;Muster${id};jana${id}@example.org;0171 39${String(id).padStart(5, '0')};Hauptstraße ${id % 200};10115;Berlin;17.05.1990;"Deutsch (Muttersprache), Englisch B2";B;"Lager, Schicht"\n`;
  }
}

/** Resident memory of a process in MiB. */
async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}

try {
  await pipeline(Readable.from(rows()), createWriteStream(file));
  await run('migrate');
  await run('tenant', 'create', 'bench', '--name', 'Bench');
  await run(
    ...['user', 'create', '--tenant', 'bench', '--email', 'eva@example.com'],
    ...['--first-name', 'Eva', '--last-name', 'Kern', '--role', 'recruiter'],
  );
  const startedAtMs = Date.now();
  const child = start(['import', 'candidates', file, '--tenant', 'bench', '--recruiter', 'eva@example.com']);
  const samples: { rows: number; mb: number; seconds: number }[] = [];
  child.stderr!.setEncoding('utf8').on('data', async (text: string) => {
    const done = Number(/(\d+) rows:(?!.*\d+ rows:)/s.exec(text)?.[1] ?? 0);
    if (done < ((samples.length + 1) * ROWS) / STEPS) return;
    const seconds = (Date.now() - startedAtMs) / 1000;
    samples.push({ rows: done, mb: 0, seconds });
    samples.at(-1)!.mb = await memoryMb(child.pid!);
  });
  const [code] = await once(child, 'close');
  const seconds = (Date.now() - startedAtMs) / 1000;
  await delay(0);
  const table = [
    '| rows | seconds | memory of the command, MiB |',
    '|---:|---:|---:|',
    ...samples.map((sample) => `| ${sample.rows} | ${sample.seconds.toFixed(0)} | ${sample.mb.toFixed(0)} |`),
  ];
  console.log(table.join('\n'));
  console.log(`exit code ${code}, ${seconds.toFixed(0)} s, ${(ROWS / seconds).toFixed(0)} rows per second`);
  if (!values.short)
    await writeSection(
      'import',
      'Importing candidates',
      `Measured by \`npm run bench:import\`: ${ROWS} rows with two languages, a licence, two keywords and an application each, into an empty installation, ${(ROWS / seconds).toFixed(0)} rows per second.`,
      table,
    );
} finally {
  await rm(directory, { recursive: true, force: true });
}
