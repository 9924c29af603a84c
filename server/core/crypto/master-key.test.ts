import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadMasterKey, MasterKeyError, parseMasterKey } from './master-key.ts';

async function makeDirectory(context: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'master-key-'));
  context.after(() => rm(directory, { recursive: true }));
  return directory;
}

test('hexadecimal and both alphabets of Base64 give the same key', () => {
  const key = Buffer.from('fb'.repeat(32), 'hex');
  const writings = [
    key.toString('hex'),
    key.toString('hex').toUpperCase(),
    key.toString('base64'),
    key.toString('base64url'),
  ];
  for (const written of writings) assert.deepEqual(parseMasterKey(` ${written}\n`), key);
});

test('the error for a malformed key names its source but not the key', () => {
  const hex = randomBytes(32).toString('hex');
  for (const written of [
    '',
    'password',
    hex.slice(1),
    `${hex}0`,
    `g${hex.slice(1)}`,
    'A'.repeat(42),
    `${'A'.repeat(42)}B`,
  ]) {
    assert.throws(() => parseMasterKey(written), {
      name: 'MasterKeyError',
      message: 'MASTER_KEY must be 32 bytes, as 64 hexadecimal digits or as Base64.',
    });
  }
});

test('a missing file is created, readable by its owner only, and read the next time', async (context) => {
  const file = join(await makeDirectory(context), 'new', 'master.key');
  const first = await loadMasterKey(file);
  assert.deepEqual([first.generated, first.masterKey.length], [true, 32]);
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual(await loadMasterKey(file), { masterKey: first.masterKey, generated: false });
});

test('processes that start at once all get one key, and leave one file', async (context) => {
  const directory = await makeDirectory(context);
  const file = join(directory, 'master.key');
  const loaded = await Promise.all(Array.from({ length: 8 }, () => loadMasterKey(file)));
  const stored = parseMasterKey(await readFile(file, 'utf8'));
  for (const { masterKey } of loaded) assert.deepEqual(masterKey, stored);
  assert.equal(loaded.filter(({ generated }) => generated).length, 1);
  assert.deepEqual(await readdir(directory), ['master.key']);
});

test('a malformed file is rejected and left unchanged', async (context) => {
  const file = join(await makeDirectory(context), 'master.key');
  await writeFile(file, 'not a key');
  await assert.rejects(loadMasterKey(file), MasterKeyError);
  assert.equal(await readFile(file, 'utf8'), 'not a key');
});
