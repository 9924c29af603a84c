import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Mirror } from '../sdk/mirror/index.ts';
import { eraseCandidate } from '../server/areas/privacy/index.ts';
import { makeDirectory } from '../server/testing/command-line.ts';
import { startTestService } from '../server/testing/harness.ts';
import { connectionOf } from './copies.ts';

// An erased person must not stay readable in the bytes of the files of a copy.

const service = await startTestService();
const { api } = service.tenant;
const directory = await makeDirectory();

async function createCandidates(lastName: string): Promise<number> {
  const { body } = await api.post('/candidates', { firstName: 'Ada', lastName, remarks: 'r'.repeat(300) });
  for (let number = 0; number < 5; number++)
    await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster', remarks: 'r'.repeat(300) });
  return body.id;
}

/** The files of a copy that have this text. */
async function filesWith(target: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await readdir(directory))
    if (file.startsWith(target) && (await readFile(join(directory, file))).includes(text)) found.push(file);
  return found;
}

const open = (target: string) =>
  Mirror.open({ connection: connectionOf(service), target: join(directory, target), refreshMs: 3_600_000 });

test('the name of an erased candidate is in no file of the copy, also while the mirror runs', async () => {
  const id = await createCandidates('Rosenquist');
  const mirror = await open('erased.db');
  try {
    await mirror.catchUp();
    assert.deepEqual(await filesWith('erased.db', 'Rosenquist'), ['erased.db']);
    await eraseCandidate(service.services, service.tenant.id, id);
    await service.settle();
    await mirror.catchUp();
    assert.deepEqual(await filesWith('erased.db', 'Rosenquist'), []);
  } finally {
    await mirror.close();
  }
  assert.deepEqual(await filesWith('erased.db', 'Rosenquist'), []);
});

test('what an earlier version left of an erased candidate is removed', async () => {
  const id = await createCandidates('Lindqvist');
  const catchUp = async () => {
    const mirror = await open('earlier.db');
    try {
      await mirror.catchUp();
    } finally {
      await mirror.close();
    }
  };
  await catchUp();
  const database = new DatabaseSync(join(directory, 'earlier.db'));
  database.exec('PRAGMA secure_delete = OFF');
  database.prepare('DELETE FROM candidate WHERE id = ?').run(id);
  database.exec(`DELETE FROM mirror_state WHERE name IN ('rewriteAt', 'masterDataAt')`);
  database.close();
  assert.deepEqual(await filesWith('earlier.db', 'Lindqvist'), ['earlier.db']);
  await catchUp();
  assert.deepEqual(await filesWith('earlier.db', 'Lindqvist'), []);
});
