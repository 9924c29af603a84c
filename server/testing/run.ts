import { glob, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { dot, spec, tap } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../core/db/embedded/index.ts';
import { createTemplate } from './template.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

// npm test: one PostgreSQL for the whole run, one migrated template that every test file clones. Arguments select
// files, folders or patterns; without any, all test files run. The two options are those of node --test.

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['server', 'sdk', 'acceptance'];
const SLOWEST = 10;
const REPORTERS = { spec: () => new spec(), tap: () => tap, dot: () => dot };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'test-name-pattern': { type: 'string', multiple: true },
    'test-reporter': { type: 'string', default: 'spec' },
  },
});
const reporter = REPORTERS[values['test-reporter'] as keyof typeof REPORTERS];
if (reporter === undefined)
  throw new Error(`--test-reporter must be one of ${Object.keys(REPORTERS).join(', ')}.`);
const files = await findFiles(positionals.length > 0 ? positionals : FOLDERS);
const directory = await makeTemporaryDirectory('stellwerk-test-');
const postgres = await startEmbeddedPostgres({
  directory: join(directory, 'postgres'),
  // Durability is what the crash tests are for; they start servers of their own.
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
});
try {
  await createTemplate(postgres.url);
  process.exitCode = (await runFiles(files)) ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

/** The files that these paths name, below a folder its tests. A path that names none is a mistake of the caller. */
async function findFiles(paths: string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const path of paths) {
    const isFolder = (await stat(join(ROOT, path)).catch(() => undefined))?.isDirectory();
    const matches = await Array.fromAsync(glob(isFolder ? `${path}/**/*.test.ts` : path, { cwd: ROOT }));
    if (matches.length === 0) throw new Error(`No test file is at ${path}.`);
    for (const match of matches) if (!match.includes('node_modules')) found.add(join(ROOT, match));
  }
  return [...found].sort();
}

/** Runs the files two at a time, prints what they report, and says whether all passed. */
async function runFiles(files: string[]): Promise<boolean> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  process.env.STELLWERK_TEST_POSTGRES = postgres.url;
  // Most of a small file's time goes into loading the server: 1.4 seconds, and 0.9 with what other files have compiled.
  process.env.NODE_COMPILE_CACHE = join(directory, 'compiled');
  const events = run({
    files,
    cwd: ROOT,
    concurrency: 2,
    signal: stop.signal,
    testNamePatterns: values['test-name-pattern'],
  });
  const secondsOf = new Map<string, number>();
  let passed = false;
  events.on('test:summary', ({ file, duration_ms: durationMs, success }) => {
    if (file === undefined) passed = success;
    else secondsOf.set(relative(ROOT, file), durationMs / 1000);
  });
  for await (const text of events.compose(reporter())) process.stdout.write(text);
  const slowest = [...secondsOf].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
  const names = slowest.map(([file, seconds]) => `${file} ${seconds.toFixed(1)}`);
  console.log(`slowest files, in seconds: ${names.join(', ')}`);
  return passed;
}
