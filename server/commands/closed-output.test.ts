import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeDirectory } from '../testing/command-line.ts';
import { copyDemoInstallation } from '../testing/demo-installation.ts';

const COMMAND = join(import.meta.dirname, 'stellwerk.ts');

test('a command whose output nobody reads any more ends its work, and its database', async () => {
  const directory = await makeDirectory();
  const data = join(directory, 'data');
  await copyDemoInstallation(data);
  const file = join(directory, 'stellwerk.backup');
  const child = spawn(process.execPath, [COMMAND, 'backup', file], {
    env: { ...process.env, DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // As in a pipe to "head".
  child.stdout.destroy();
  child.stderr.destroy();
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  // It has its name when it is complete.
  await stat(file);
  await assert.rejects(stat(join(data, 'postgres/cluster/postmaster.pid')), { code: 'ENOENT' });
});
