import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../core/db/embedded/index.ts';
import { createTemplate } from './template.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

// npm test: one PostgreSQL for the whole run, one migrated template that every test file clones. Arguments select
// test files; without any all of them run.

const ROOT = join(import.meta.dirname, '../..');
const DEFAULT_FILES = [
  'server/**/*.test.ts',
  'sdk/**/*.test.ts',
  'acceptance/**/*.test.ts',
  'bench/**/*.test.ts',
];

const directory = await makeTemporaryDirectory('stellwerk-test-');
const postgres = await startEmbeddedPostgres({
  directory: join(directory, 'postgres'),
  // Durability is what the crash tests are for; they start servers of their own.
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
});
let status = 1;
try {
  await createTemplate(postgres.url);
  const files = process.argv.slice(2);
  const child = spawn(
    process.execPath,
    ['--test', '--test-concurrency=2', ...(files.length > 0 ? files : DEFAULT_FILES)],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, STELLWERK_TEST_POSTGRES: postgres.url } },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  status = await new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
process.exit(status);
