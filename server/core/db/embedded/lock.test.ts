import assert from 'node:assert/strict';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeTemporaryDirectory } from '../../../testing/temporary-directory.ts';
import { acquireOwnerLock } from './lock.ts';

const home = await makeTemporaryDirectory('stellwerk-lock-');
after(() => rm(home, { recursive: true }));

test('a process whose attempt to take the lock failed is not in its own way', async () => {
  const file = join(home, 'owner.json');
  // What cannot be written, as on a full disk.
  await mkdir(file);
  await assert.rejects(acquireOwnerLock(home), { code: /^(EISDIR|EPERM|ENOTEMPTY)$/ });
  await rmdir(file);
  const lock = await acquireOwnerLock(home);
  await assert.rejects(acquireOwnerLock(home), /already in use by process/);
  lock.release();
});
