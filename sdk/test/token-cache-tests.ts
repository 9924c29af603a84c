import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fileTokenCache, type Warning } from '../index.ts';
import { connect, Ledger, tokenOf } from './access.ts';
import { access } from './service.ts';

const ONE_CALL = fileURLToPath(new URL(`./one-call${extname(import.meta.url)}`, import.meta.url));

const ledger = new Ledger(access);
const directories: string[] = [];
after(async () => {
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});
const makeDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'stellwerk-sdk-tokens-'));
  directories.push(directory);
  return directory;
};

test('processes that start at the same moment request one token', async () => {
  const directory = await makeDirectory();
  const issued = await ledger.during(async () => {
    assert.deepEqual(await runTogether(directory, 3), [0, 0, 0]);
  });
  assert.equal(issued, 1);
  assert.equal(await ledger.during(() => runTogether(directory, 1)), 0);
  const files = await readdir(directory);
  assert.equal(files.length, 1, String(files));
  if (process.platform !== 'win32')
    assert.equal((await stat(join(directory, files[0]!))).mode & 0o777, 0o600);
  assert.ok(!(await readFile(join(directory, files[0]!), 'utf8')).includes(access.clientSecret));
});

test('a process that waits for the lock uses the token of its holder', async () => {
  const cache = fileTokenCache(await makeDirectory());
  const token = await tokenOf(access);
  let key = '';
  let isWaiting = () => {};
  const waiting = new Promise<void>((resolve) => {
    isWaiting = resolve;
  });
  const tokenCache = {
    ...cache,
    async lock(name: string) {
      key = name;
      const release = await cache.lock!(name);
      const second = cache.lock!(name);
      isWaiting();
      await cache.set(name, {
        accessToken: token,
        obtainedAtMs: Date.now(),
        expiresAtMs: Date.now() + 3_600_000,
      });
      await release();
      return second;
    },
  };
  const issued = await ledger.during(() => connect(access, { tokenCache }).branches.list());
  await waiting;
  assert.equal(issued, 0);
  await (await cache.lock!(key))();
});

test('the lock of a dead process is taken over', async () => {
  const directory = await makeDirectory();
  const dead = spawn(process.execPath, ['-e', '']);
  await once(dead, 'exit');
  const cache = fileTokenCache(directory);
  const release = await cache.lock!('key');
  const [lock] = await readdir(directory);
  const mark = JSON.parse(await readFile(join(directory, lock!), 'utf8'));
  await writeFile(join(directory, lock!), JSON.stringify({ ...mark, pid: dead.pid }));
  const next = await Promise.race([
    Promise.all([cache.lock!('key').then((free) => free()), cache.lock!('key').then((free) => free())]),
    new Promise((_, reject) =>
      setTimeout(() => reject(new Error('The lock was not taken over.')), 60_000).unref(),
    ),
  ]);
  assert.ok(next);
  await release();
  assert.deepEqual(await readdir(directory), []);
});

test('a lock whose process was killed before it wrote its mark is taken over', {
  timeout: 30_000,
}, async () => {
  const directory = await makeDirectory();
  const cache = fileTokenCache(directory);
  const release = await cache.lock!('key');
  const [lock] = await readdir(directory);
  await release();
  for (const text of ['', '{"host":"']) {
    await writeFile(join(directory, lock!), text);
    const tenSecondsAgo = Date.now() / 1000 - 10;
    await utimes(join(directory, lock!), tenSecondsAgo, tenSecondsAgo);
    await (await cache.lock!('key'))();
    assert.deepEqual(await readdir(directory), []);
  }
});

// A limit of the size of files refuses a write as a full disk does.
test('a lock that cannot be written is removed', { skip: process.platform === 'win32' }, async () => {
  const directory = await makeDirectory();
  const program = `
    import { fileTokenCache } from ${JSON.stringify(new URL(`../index${extname(import.meta.url)}`, import.meta.url))};
    await fileTokenCache(process.argv[1]).lock('key').catch(({ code }) => process.stdout.write(code));`;
  const node = [process.execPath, '--input-type=module', '--eval', program, directory];
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -f 0 && exec "$@"', 'sh', ...node]);
  assert.equal(String(stdout), 'EFBIG');
  assert.deepEqual(await readdir(directory), []);
});

test('a file without a token is replaced', async () => {
  const directory = await makeDirectory();
  const cache = fileTokenCache(directory);
  await cache.set('key', { accessToken: 'a', obtainedAtMs: 1, expiresAtMs: 2 });
  const [file] = await readdir(directory);
  await writeFile(join(directory, file!), '{"accessToken":');
  assert.equal(await cache.get('key'), undefined);
  await cache.set('key', { accessToken: 'b', obtainedAtMs: 1, expiresAtMs: 2 });
  assert.equal((await cache.get('key'))?.accessToken, 'b');
});

test('a failing cache causes a warning, and the call succeeds', async () => {
  const warnings: Warning[] = [];
  const fail = async () => {
    throw new Error('Redis is away.');
  };
  const client = connect(access, {
    tokenCache: { get: fail, set: fail, lock: fail },
    onWarning: (warning) => warnings.push(warning),
  });
  await client.branches.list();
  await client.branches.list();
  assert.deepEqual([...new Set(warnings.map(({ kind }) => kind))], ['tokenCache']);
});

test('a directory that cannot be written to makes the lock fail, not wait forever', {
  timeout: 30_000,
}, async (context) => {
  const directory = await makeDirectory();
  // Linux then returns EPERM, as Windows does for a directory without permission. It takes root and a file system with attributes.
  const set = (flag: string) => spawnSync('chattr', [flag, directory]).status === 0;
  if (!set('+i')) return context.skip('chattr is not possible here');
  try {
    await assert.rejects(fileTokenCache(directory).lock!('key'), { code: 'EPERM' });
  } finally {
    set('-i');
  }
});

/** Starts programs that share tokens through the directory and call at the same moment. Returns their exit codes. */
async function runTogether(directory: string, count: number): Promise<(number | null)[]> {
  const { baseUrl, clientId, clientSecret } = access;
  const options = JSON.stringify({ baseUrl, clientId, clientSecret, customerName: 'SDK-Tests', directory });
  const programs = Array.from(
    { length: count },
    (): ChildProcess => spawn(process.execPath, [ONE_CALL, options], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const ends = programs.map((program) => once(program, 'exit'));
  await Promise.all(programs.map((program) => once(program.stdout!, 'data')));
  for (const program of programs) program.stdin!.write('go\n');
  return (await Promise.all(ends)).map(([code]) => code as number | null);
}
