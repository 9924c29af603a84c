import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
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
