import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fetchToken, makeDirectory, readStatus } from '../../server/testing/command-line.ts';
import { findFreePort } from '../../server/testing/free-port.ts';
import { directorySize } from '../production/sizes.js';
import { makeExternalDatabase } from './database.ts';
import { run, start, untilReady } from './programs.ts';

const MAXIMUM_BYTES = 350_000_000;
const directory = await makeDirectory();
const complete = join(directory, 'complete');
const withoutPostgres = join(directory, 'external');
const external = await makeExternalDatabase();
after(() => external.close());

/** Starts the installation with its own Node, calls one operation, and stops it. */
async function useInstallation(root: string, environment: Record<string, string>): Promise<void> {
  const port = await findFreePort();
  const data = join(directory, `data-${port}`);
  const service = start('node_modules/.bin/node', ['server/commands/stellwerk.ts', 'start'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: data, WORKERS: '1', ...environment },
  });
  await untilReady(`http://localhost:${port}/health/ready`, service);
  const demo = JSON.parse(await readFile(join(data, 'demo.json'), 'utf8'));
  assert.equal(await readStatus(demo, '/users', await fetchToken(demo)), 200);
  const page = await fetch(`http://localhost:${port}/docs`, { headers: { connection: 'close' } });
  assert.equal(page.status, 200);
  await page.arrayBuffer();
  assert.equal(await service.stop(), 0, service.output());
}

test('a production installation has at most 350 MB and no development packages', async (context) => {
  // The umask of root can be strict. The account of the service reads the files nevertheless.
  context.diagnostic(
    run('sh', [
      '-c',
      'umask 077 && exec "$@"',
      'sh',
      process.execPath,
      'packaging/production/pack.js',
      complete,
    ]),
  );
  const size = directorySize(complete);
  assert.ok(size <= MAXIMUM_BYTES, `${size} bytes`);
  const packages = await readdir(join(complete, 'node_modules'));
  const { devDependencies } = JSON.parse(await readFile(join(complete, 'package.json'), 'utf8'));
  // A package of both kinds is there because the service needs it.
  const { dependencies } = JSON.parse(await readFile(join(complete, 'server/package.json'), 'utf8'));
  for (const name of Object.keys(devDependencies).filter((each) => dependencies[each] === undefined)) {
    assert.ok(!packages.includes(name) && !packages.includes(name.split('/')[0]!), name);
  }
  const nodes = packages.filter((name) => /^node-/.test(name));
  assert.equal(nodes.length, 1);
  assert.deepEqual((await readdir(join(complete, 'node_modules', nodes[0]!))).toSorted(), [
    'LICENSE',
    'README.md',
    'bin',
    'package.json',
  ]);
  assert.deepEqual(await readdir(join(complete, 'acceptance')), ['package.json']);
});

test('every account can read it, and no other than the owner can write to it', async () => {
  const entries = await readdir(complete, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isSymbolicLink())
    .map(({ parentPath, name }) => join(parentPath, name));
  assert.ok(paths.length > 1000);
  const wrong = [complete, ...paths].filter((path) => {
    const { mode } = statSync(path);
    const needed = (mode & 0o100) === 0 ? 0o444 : 0o555;
    return (mode & needed) !== needed || (mode & 0o022) !== 0;
  });
  assert.deepEqual(wrong, []);
});

test('it runs with the embedded PostgreSQL', () => useInstallation(complete, {}));

test('without the embedded PostgreSQL it is smaller and runs with DATABASE_URL', async (context) => {
  context.diagnostic(
    run(process.execPath, ['packaging/production/pack.js', withoutPostgres, '--without-postgres']),
  );
  assert.ok(directorySize(withoutPostgres) < directorySize(complete) - 50_000_000);
  await useInstallation(withoutPostgres, { DATABASE_URL: external.url });
});

test('a directory with files is rejected', () => {
  assert.throws(
    () => run(process.execPath, ['packaging/production/pack.js', complete]),
    /is not empty\. Name a directory that does not exist or is empty\./,
  );
});

after(() => rm(directory, { recursive: true, force: true }));
