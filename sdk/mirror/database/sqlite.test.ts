import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openSqlite } from './sqlite.ts';

// The modes of files mean nothing on Windows, and Node has SQLite since 22.13.
const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];
const skip = process.platform === 'win32' || major < 22 || (major === 22 && minor < 13);

const directory = await mkdtemp(join(tmpdir(), 'stellwerk-mirror-modes-'));
after(() => rm(directory, { recursive: true, force: true }));

async function modes(prefix: string): Promise<Record<string, string>> {
  const files = (await readdir(directory)).filter((file) => file.startsWith(prefix)).sort();
  const entries = files.map(async (file) => {
    const { mode } = await stat(join(directory, file));
    return [file, (mode & 0o777).toString(8)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Opens the file, writes to it, and returns the modes while it is open, when SQLite keeps further files beside it. */
async function modesWhileOpen(name: string): Promise<Record<string, string>> {
  const database = await openSqlite(join(directory, name), {});
  try {
    await database.run('CREATE TABLE IF NOT EXISTS t (a TEXT)');
    return await modes(name);
  } finally {
    await database.close();
  }
}

function assertModes(found: Record<string, string>, name: string, expected: string): void {
  for (const file of [name, `${name}-wal`, `${name}-shm`, `${name}.lock`]) assert.ok(file in found, file);
  assert.deepEqual([...new Set(Object.values(found))], [expected]);
}

test('only the owner can read a new file and those beside it', { skip }, async () => {
  const before = process.umask(0o022);
  try {
    assertModes(await modesWhileOpen('new.db'), 'new.db', '600');
  } finally {
    process.umask(before);
  }
});

test('a file that everyone can read becomes private, one that is shared with a group stays so', {
  skip,
}, async () => {
  for (const [mode, expected] of [
    [0o644, '600'],
    [0o664, '600'],
    [0o640, '640'],
    [0o660, '660'],
  ] as const) {
    const name = `old-${mode.toString(8)}.db`;
    await modesWhileOpen(name);
    await chmod(join(directory, name), mode);
    await chmod(join(directory, `${name}.lock`), mode);
    assertModes(await modesWhileOpen(name), name, expected);
  }
});

test('a deleted value is neither in the file nor in the log beside it', { skip }, async () => {
  const path = join(directory, 'deleted.db');
  const database = await openSqlite(path, {});
  const reader = await openSqlite(path, { readOnly: true });
  await database.run('CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)');
  for (let id = 1; id <= 50; id++) await database.run('INSERT INTO t VALUES (?, ?)', [id, `Person${id}.`]);
  assert.equal(await database.truncateLog(), true);
  assert.ok((await readFile(path)).includes('Person25.'));
  await database.run('DELETE FROM t WHERE id = 25');
  assert.equal(await database.truncateLog(), true);
  for (const file of [path, `${path}-wal`]) assert.ok(!(await readFile(file)).includes('Person25.'), file);
  assert.equal((await reader.all('SELECT 1 FROM t')).length, 49);
  await reader.close();
  await database.close();
});

test('a reader that takes long does not stop a mirror that removes deleted values from the log', {
  skip,
}, async () => {
  const path = join(directory, 'read.db');
  const database = await openSqlite(path, {});
  await database.run('CREATE TABLE t (a TEXT)');
  const reader = await openSqlite(path, { readOnly: true });
  await reader.run('BEGIN');
  await reader.all('SELECT 1 FROM t');
  await database.run(`INSERT INTO t VALUES ('a')`);
  assert.equal(await database.truncateLog(), false);
  await reader.run('COMMIT');
  assert.equal(await database.truncateLog(), true);
  await reader.close();
  await database.close();
});

// Node 22.13 to 22.15 cannot say whether there is a transaction. There, only a test on that version shows a fault.
test('a transaction that fails is rolled back', { skip }, async () => {
  const database = await openSqlite(join(directory, 'failed.db'), {});
  await database.run('CREATE TABLE t (id INTEGER PRIMARY KEY)');
  const insert = () => database.run('INSERT INTO t VALUES (1)');
  const insertTwice = async () => {
    await insert();
    await insert();
  };
  await assert.rejects(database.transaction(insertTwice), /UNIQUE/);
  assert.deepEqual(await database.all('SELECT * FROM t'), []);
  await database.transaction(insert);
  await database.close();
});
