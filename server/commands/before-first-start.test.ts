import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readSettings } from '../config.ts';
import { callCommand } from '../testing/command-call.ts';
import { makeDirectory } from '../testing/command-line.ts';
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
