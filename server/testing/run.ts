import { glob, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { dot, spec, tap } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { checkPlans } from '../checks/plans/missed-indexes.ts';
import { checkRecorded, readRecorded } from '../checks/sql-rules/recorded.ts';
import { startEmbeddedPostgres } from '../core/db/embedded/index.ts';
import { createTemplate } from './create-template.ts';
import { withLongForm } from './long-forms.ts';
import { findMemoryDisk } from './memory-disk.ts';
import { databaseUrl, TEMPLATE } from './template.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

// npm test: starts one PostgreSQL server for the whole run and creates a migrated template database, which every test file
// clones. Arguments are files, directories or glob patterns. Without arguments, all test files run. With
// --long, only those of the files run that have a long form, in it: see long.ts. The two other options have the same meaning as for
// node --test. At the end, it checks the statements that the tests have executed: see "Rules for SQL" in
// docs/adding-an-endpoint.md.

const ROOT = join(import.meta.dirname, '../..');
const DIRECTORIES = ['server', 'sdk', 'console/test', 'acceptance'];
/**
 * Their files start services and take the longest. They run first, so that the end of the run is not one of them alone.
 */
const LONGEST = ['acceptance/', 'sdk/test/', 'server/commands/', 'server/checks/'];
// One more than the two cores that the tests are sized for: files that start services wait about a fifth of their time.
const CONCURRENCY = 3;
/**
 * Their files share processes, because loading the server and compiling it would take more than half of their CPU time. The other
 * files mostly start services, and their CPU time is spent there.
 */
const SHARING = [
  ...[
    'console/test/',
    'server/areas/',
    'server/core/',
    'server/checks/',
    'server/testing/',
    'server/commands/import/',
  ],
  ...['command-rules', 'command-words', 'errors', 'option-files'].map(
    (name) => `server/commands/${name}.test.ts`,
  ),
];
/** They start services, run long, or need an environment of their own. */
const ALONE =
  /^server\/checks\/(?:[\w-]+\/|(?:benchmarks|career-site|document-tools|first-load|kept-plans|tidy)\.)/;
/** Of a process: few enough to spread the files over the cores, and to keep what a group leaves in memory small. */
const FILES_OF_GROUP = 8;
const SLOWEST = 10;
const REPORTERS = { spec: () => new spec(), tap: () => tap, dot: () => dot };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'test-name-pattern': { type: 'string', multiple: true },
    'test-reporter': { type: 'string', default: 'spec' },
    long: { type: 'boolean', default: false },
  },
});
const reporter = REPORTERS[values['test-reporter'] as keyof typeof REPORTERS];
if (reporter === undefined)
  throw new Error(`--test-reporter must be one of ${Object.keys(REPORTERS).join(', ')}.`);
const found = await findFiles(positionals.length > 0 ? positionals : DIRECTORIES);
const files = values.long ? await withLongForm(found) : found;
if (values.long) process.env.STELLWERK_TEST_LONG = '1';
const memoryDisk = await findMemoryDisk();
if (memoryDisk !== undefined) process.env.TMPDIR = memoryDisk;
const directory = await makeTemporaryDirectory('stellwerk-test-');
// What an interrupted test leaves goes with it.
process.env.TMPDIR = directory;
const statements = join(directory, 'statements');
await mkdir(statements);
const postgres = await startEmbeddedPostgres({
  directory: join(directory, 'postgres'),
  // Faster without durability. The crash tests of PostgreSQL need it and start separate servers.
  settings: {
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
    // The log of a whole run would fill a disk in memory.
    max_wal_size: '256MB',
    // Of the password, for each of thousands of connections.
    scram_iterations: '1',
  },
});
try {
  await createTemplate(postgres.url);
  const passed = await runFiles(files);
  const isClean = await checkStatements(
    positionals.length === 0 && values['test-name-pattern'] === undefined && !values.long,
  );
  process.exitCode = passed && isClean ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

/** Returns the matching files, and for a directory all test files below it. Throws if a path matches no file. */
async function findFiles(paths: string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const path of paths) {
    const isDirectory = (await stat(join(ROOT, path)).catch(() => undefined))?.isDirectory();
    const matches = await Array.fromAsync(glob(isDirectory ? `${path}/**/*.test.ts` : path, { cwd: ROOT }));
    if (matches.length === 0) throw new Error(`No test file matches ${path}.`);
    for (const match of matches) if (!match.includes('node_modules')) found.add(join(ROOT, match));
  }
  const rank = (file: string) => {
    const index = LONGEST.findIndex((start) => relative(ROOT, file).startsWith(start));
    return index === -1 ? LONGEST.length : index;
  };
  return [...found].sort().sort((a, b) => rank(a) - rank(b));
}

/** Runs the files, three at a time. Prints the report and returns whether all tests passed. */
async function runFiles(files: string[]): Promise<boolean> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  process.env.STELLWERK_TEST_POSTGRES = postgres.url;
  // A small test file mostly loads the server, which takes a second, or less with this cache of compiled code.
  process.env.NODE_COMPILE_CACHE = join(directory, 'compiled');
  process.env.STELLWERK_TEST_STATEMENTS = statements;
  process.env.STELLWERK_TEST_DEMO = join(directory, 'demo');
  const recorder = pathToFileURL(join(import.meta.dirname, 'statement-recorder.js')).href;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${recorder}`.trim();
  const events = run({
    files: await formGroups(files),
    cwd: ROOT,
    concurrency: CONCURRENCY,
    signal: stop.signal,
    testNamePatterns: values['test-name-pattern'],
  });
  const secondsOf = new Map<string, number>();
  let passed = false;
  events.on('test:summary', ({ file, duration_ms: durationMs, success }) => {
    if (file === undefined) passed = success;
    else if (files.includes(file)) secondsOf.set(relative(ROOT, file), durationMs / 1000);
  });
  for (const event of ['test:pass', 'test:fail'] as const) {
    events.on(event, ({ name, nesting, details }) => {
      // In a group, the name of the outer test is that of the file.
      if (nesting === 0 && files.includes(join(ROOT, name))) secondsOf.set(name, details.duration_ms / 1000);
    });
  }
  for await (const text of events.compose(reporter())) process.stdout.write(text);
  const slowest = [...secondsOf].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
  const names = slowest.map(([file, seconds]) => `${file} ${seconds.toFixed(1)}`);
  console.log(`slowest files, in seconds: ${names.join(', ')}`);
  return passed;
}

/**
 * Returns what to run: files, and programs that run a group of files each. With a pattern for names, all files run alone, because
 * the test that runs a file of a group does not match it. So do a few files, whose report is then shorter.
 */
async function formGroups(files: readonly string[]): Promise<string[]> {
  const isSharing = (file: string) => {
    const path = relative(ROOT, file);
    return SHARING.some((start) => path.startsWith(start)) && !ALONE.test(path);
  };
  const sharing = files.filter(isSharing);
  if (values['test-name-pattern'] !== undefined || sharing.length <= FILES_OF_GROUP) return [...files];
  const groups: string[] = [];
  const group = pathToFileURL(join(import.meta.dirname, 'group.ts')).href;
  for (let first = 0; first < sharing.length; first += FILES_OF_GROUP) {
    const program = join(directory, `group-${groups.length + 1}.mjs`);
    const members = JSON.stringify(sharing.slice(first, first + FILES_OF_GROUP));
    await writeFile(program, `import { runGroup } from '${group}';\nawait runGroup(${members});\n`);
    groups.push(program);
  }
  return [...files.filter((file) => !isSharing(file)), ...groups];
}

/** Prints the faults of the recorded statements. Returns whether there are none. */
async function checkStatements(isWholeRun: boolean): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl(postgres.url, TEMPLATE) });
  await client.connect();
  const { statements: count, faults } = await checkRecorded(client, statements, isWholeRun);
  await client.end();
  console.log(`statements of the tests: ${count}, faults: ${faults.length}`);
  if (faults.length > 0)
    console.log(`${faults.join('\n')}\nSee "Rules for SQL" in docs/adding-an-endpoint.md.`);
  if (!isWholeRun) return faults.length === 0;
  const missed = await checkPlans(postgres.url, await readRecorded(statements));
  console.log(`statements that miss an index: ${missed.length}`);
  if (missed.length > 0)
    console.log(`${missed.join('\n')}\nSee "Plans of statements" in docs/adding-an-endpoint.md.`);
  return faults.length === 0 && missed.length === 0;
}
