import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readSettings } from '../config.ts';
import { callCommand } from '../testing/command-call.ts';
import { makeDirectory, runCommand } from '../testing/command-line.ts';
import { openDatabaseServer } from './installation.ts';

// What an operator can do after "migrate", before the service has ever started.

const directory = await makeDirectory();
const server = await openDatabaseServer(readSettings({ DATA_DIR: directory }), { allowCreate: true });
after(() => server.close());

async function run(words: string[]): Promise<string> {
  const { code, stdout, stderr } = await callCommand(words, { DATA_DIR: directory });
  assert.equal(code, 0, stderr + stdout);
  return stdout;
}

test('backup and the rotation of the master key work right after migrate', async () => {
  await run(['migrate']);
  const backup = join(directory, 'first.stellwerk');
  assert.match(await run(['backup', backup]), /0 tenants, 0 document files/);
  assert.ok((await readdir(directory)).includes('first.stellwerk'));
  const key = await readFile(join(directory, 'master.key'), 'utf8');
  assert.match(await run(['keys', 'rotate-master']), /^The master key is now [0-9a-f]{16}\./);
  assert.notEqual(await readFile(join(directory, 'master.key'), 'utf8'), key);
  assert.match(await run(['doctor']), /^ok +master key +It opens the signing key/m);
});

const MISSING = /The database is missing in \S+\. Bring it back, mount its volume, or set DATABASE_URL/;

test('a lost database is not replaced with an empty one, also if its volume is not mounted', async () => {
  const DATA_DIR = await makeDirectory();
  const migrate = () => runCommand(['migrate'], { environment: { DATA_DIR } });
  assert.equal((await migrate()).code, 0);
  const cluster = join(DATA_DIR, 'postgres/cluster');
  await rename(cluster, `${cluster}-kept`);
  for (const prepare of [async () => {}, () => mkdir(cluster)]) {
    await prepare();
    const { code, stderr } = await migrate();
    assert.equal(code, 1);
    assert.match(stderr, MISSING);
  }
  await rmdir(cluster);
  await rename(`${cluster}-kept`, cluster);
  assert.equal((await migrate()).code, 0);
});

test('without its database and its password file, an installation is known by the id of its document store', async () => {
  const DATA_DIR = await makeDirectory();
  await mkdir(join(DATA_DIR, 'blobs'));
  await writeFile(join(DATA_DIR, 'blobs/installation-id'), `${randomUUID()}\n`);
  for (const words of [['tenant', 'list'], ['migrate']]) {
    const { code, stderr } = await runCommand(words, { environment: { DATA_DIR } });
    assert.equal(code, 1);
    assert.match(stderr, MISSING);
    assert.deepEqual((await readdir(DATA_DIR)).sort(), ['blobs', 'postgres']);
  }
});
