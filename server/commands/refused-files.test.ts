import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeDirectory } from '../testing/command-line.ts';
import { CANNOT_MOUNT, mountSmallDisk } from '../testing/small-disk.ts';

// What an operator reads when the system refuses a file. As root, the commands run as "nobody", because root may do everything.

const ENTRY = join(import.meta.dirname, 'stellwerk.ts');
const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };
const skip = process.platform === 'win32' && 'Windows has no modes';
const onlyRoot = !isRoot && 'only root can change owners';
const DEADLINE_MS = 60_000;
// "nobody" cannot write the cache of the run. Without one, each command compiles all sources again, which takes most of its time.
const COMPILE_CACHE = isRoot ? await copyCompileCache() : process.env.NODE_COMPILE_CACHE;

interface Options {
  environment: Record<string, string>;
  account?: { uid: number; gid: number } | undefined;
}

async function run(words: string[], { environment, account = isRoot ? NOBODY : undefined }: Options) {
  const child = spawn(process.execPath, [ENTRY, ...words], {
    cwd: '/',
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      HOME: '/',
      PORT: '0',
      WORKERS: '1',
      DISK_FLOOR_MB: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: DEADLINE_MS,
    ...account,
  });
  let stdout = '';
  let stderr = '';
  let isStopped = false;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
    // The tests are about what comes before. A second signal would end the command at once.
    if (isStopped || !stdout.includes('Ctrl-C stops it')) return;
    isStopped = true;
    child.kill('SIGTERM');
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const [code, signal] = await once(child, 'close');
  assert.equal(signal, null, `It did not end: ${stdout}${stderr}`);
  return { code, stdout, stderr };
}

async function assertRefused(words: string[], environment: Record<string, string>, message: RegExp) {
  const { code, stderr } = await run(words, { environment });
  assert.equal(code, 1, stderr);
  assert.match(stderr, message);
  assert.doesNotMatch(stderr, /operation not permitted, |permission denied, |no such file or directory, /);
}

/** The cache of the run for "nobody". Node names the directory of a user after its id. */
async function copyCompileCache(): Promise<string> {
  const directory = await makeOwn();
  const from = process.env.NODE_COMPILE_CACHE!;
  for (const name of await readdir(from).catch(() => [])) {
    const copy = join(directory, name.replace(/-0$/, `-${NOBODY.uid}`));
    await cp(join(from, name), copy, { recursive: true, filter: (path) => !path.endsWith('.tmp') });
    for (const entry of [copy, ...(await readdir(copy)).map((file) => join(copy, file))])
      await chown(entry, NOBODY.uid, NOBODY.gid);
  }
  return directory;
}

/** A directory that belongs to the account of the commands. */
async function makeOwn(): Promise<string> {
  const directory = await makeDirectory();
  await chmod(directory, 0o755);
  if (isRoot) await chown(directory, NOBODY.uid, NOBODY.gid);
  return directory;
}

/** A directory that the account cannot write to. */
async function makeClosed(): Promise<string> {
  const directory = await makeDirectory();
  await chmod(directory, 0o555);
  return directory;
}

test('a DATA_DIR that exists and cannot be written is refused with the setting and the way out', {
  skip,
}, async () => {
  const directory = await makeClosed();
  await assertRefused(
    ['start'],
    { DATA_DIR: directory },
    /DATA_DIR: the directory \/.* cannot be used \(EACCES\)\. This user \(uid \d+\) has no permission for .*Change its owner or mode, or set DATA_DIR to another place\./,
  );
});

test('a command under an account that may not read DATA_DIR, or what leads to the database, says so', {
  skip: skip || onlyRoot,
}, async () => {
  const directory = await makeDirectory();
  await chmod(directory, 0o711);
  await assertRefused(
    ['status'],
    { DATA_DIR: directory },
    /^stellwerk: DATA_DIR: the directory \/.* cannot be used \(EACCES\)\. This user \(uid \d+\) has no permission for .*Change its owner or mode, or set DATA_DIR to another place\.$/m,
  );
  await chmod(directory, 0o777);
  await mkdir(join(directory, 'postgres'), { mode: 0o711 });
  await writeFile(join(directory, 'postgres', 'location.json'), '{}', { mode: 0o600 });
  for (const words of [['status'], ['tenant', 'list']])
    await assertRefused(
      words,
      { DATA_DIR: directory },
      /^stellwerk: DATA_DIR: the database \/.* cannot be used \(EACCES\)\. This user \(uid \d+\) has no permission for .*location\.json\. /m,
    );
});

test('a directory in which the system creates nothing ends the start', {
  skip: process.platform !== 'linux' && 'only Linux has /proc',
}, async () => {
  await assertRefused(
    ['start'],
    { DATA_DIR: '/proc/x' },
    /DATA_DIR: the directory \/proc\/x cannot be used \(ENOENT\)/,
  );
});

test('a disk that is full before or after the first start is named, without what initdb did before', {
  skip: CANNOT_MOUNT,
}, async () => {
  const directory = join(await makeOwn(), 'disk');
  await mountSmallDisk(directory, 20 * 1024 ** 2);
  await chown(directory, NOBODY.uid, NOBODY.gid);
  const environment = { DATA_DIR: directory };
  const { code, stderr } = await run(['start'], { environment });
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^stellwerk: initdb failed to create the database in \/.*(?:No space left on device|Check free disk space)/,
  );
  assert.match(stderr, / If the disk is full, make space, or set DATA_DIR to another place\.$/m);
  assert.doesNotMatch(stderr, /creating directory/);
  await writeFile(join(directory, 'fill'), Buffer.alloc(20 * 1024 ** 2)).catch(() => {});
  await assertRefused(['start'], environment, /Cannot lock .*full\. Make space, or set DATA_DIR/);
});

test('a BLOB_URL that cannot be used is refused, and doctor says the same', { skip }, async () => {
  const directory = await makeOwn();
  const environment = { DATA_DIR: join(directory, 'data') };
  await symlink('/does/not/exist', join(directory, 'link'));
  const closed = await makeClosed();
  await writeFile(join(directory, 'file'), '');
  const urls: [string, RegExp][] = [
    [
      `file://${closed}/blobs`,
      /BLOB_URL: the document store .* cannot be used \(EACCES\)\..*Change its owner or mode/,
    ],
    [
      `file://${directory}/link/blobs`,
      /BLOB_URL: the document store .* \(E(?:EXIST|NOENT)\)\. Part of the path .*leads nowhere/,
    ],
    [
      `file://${directory}/file/blobs`,
      /BLOB_URL: the document store .* \(ENOTDIR\)\. Part of the path .*is a file/,
    ],
    ...(process.platform === 'linux'
      ? ([['file:///proc/blobs', /BLOB_URL: the document store \/proc\/blobs cannot be used/]] as const)
      : []),
  ] as [string, RegExp][];
  for (const [url, message] of urls) {
    // First, because a start creates DATA_DIR.
    const { code, stdout } = await run(['doctor'], { environment: { ...environment, BLOB_URL: url } });
    assert.equal(code, 1, stdout);
    assert.match(stdout, new RegExp(`^fail +documents +${message.source}`, 'm'));
    await assertRefused(['start', '--empty'], { ...environment, BLOB_URL: url }, message);
  }

  assert.equal((await run(['start', '--empty'], { environment })).code, 0);
  const store = join(directory, 'data/blobs');
  await chmod(join(store, 'unfinished'), 0o500).catch(() =>
    mkdir(join(store, 'unfinished'), { mode: 0o500 }),
  );
  const { stdout } = await run(['doctor'], { environment });
  assert.match(
    stdout,
    /^fail +documents +DATA_DIR: the document store .* cannot be used \(EACCES\)\..*has no permission for/m,
  );

  // The key, and the database of the same installation.
  const key = join(directory, 'data/master.key');
  await chmod(key, 0o644);
  assert.match(
    (await run(['doctor'], { environment })).stdout,
    /^warn +mode of the master key +Other users have access to the master key \/.*\/master\.key \(mode 0644\)\. Run: chmod 600 /m,
  );
  assert.match(
    (await run(['start', '--empty'], { environment })).stdout,
    /"level":40,.*Other users have access to the master key .*chmod 600/,
  );
  await chmod(key, 0);
  await assertRefused(
    ['tenant', 'list'],
    environment,
    /DATA_DIR: the master key .*master\.key cannot be used \(EACCES\)\..*or set MASTER_KEY\./,
  );
  await chmod(key, 0o600);
  await chmod(join(directory, 'data/postgres/cluster'), 0o755);
  await assertRefused(
    ['tenant', 'list'],
    environment,
    /the database .*cluster \(mode 0755\)\. PostgreSQL starts only with mode 0700 or 0750\. Run: chmod 700 /,
  );
});

test('commands that root runs leave files that the account of the service can use', {
  skip: skip || onlyRoot,
}, async () => {
  const directory = await makeOwn();
  const environment = { DATA_DIR: join(directory, 'data') };
  const root = { uid: 0, gid: 0 };
  assert.equal((await run(['migrate'], { environment })).code, 0);
  for (const words of [['keys', 'rotate-master'], ['migrate']]) {
    const { code, stderr } = await run(words, { environment, account: root });
    assert.equal(code, 0, stderr);
  }
  for (const folder of [environment.DATA_DIR, join(environment.DATA_DIR, 'postgres')])
    for (const entry of await readdir(folder, { withFileTypes: true }))
      if (entry.isFile()) assert.equal((await stat(join(folder, entry.name))).uid, NOBODY.uid, entry.name);
  const { code, stdout, stderr } = await run(['start', '--empty'], { environment });
  assert.equal(code, 0, stdout + stderr);
});

test('a backup to a full disk names the file, and leaves nothing', { skip: CANNOT_MOUNT }, async () => {
  const directory = await makeOwn();
  const environment = { DATA_DIR: join(directory, 'data') };
  const target = join(directory, 'small');
  const disk = await mountSmallDisk(target, 64 * 1024);
  try {
    await chmod(target, 0o777);
    await writeFile(join(target, 'filler'), Buffer.alloc(56 * 1024));
    assert.equal((await run(['migrate'], { environment })).code, 0);
    await assertRefused(
      ['backup', join(target, 'x.stellwerk')],
      environment,
      /small\/x\.stellwerk cannot be written \(ENOSPC\): its disk is full.*Make space, or choose a file on another disk/,
    );
    assert.deepEqual(await readdir(target), ['filler']);
  } finally {
    await disk.unmount();
  }
  // Beside it neither.
  assert.deepEqual((await readdir(directory)).toSorted(), ['data', 'small']);
});
