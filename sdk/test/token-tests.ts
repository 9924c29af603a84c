import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AuthenticationError, fileTokenCache, TokenError, type Warning } from '../index.ts';
import { type Access, cacheHolding, connect, Ledger, tokenOf, witness } from './access.ts';

const ONE_CALL = fileURLToPath(new URL(`./one-call${extname(import.meta.url)}`, import.meta.url));

/** Tests of the rules for tokens on a started service, whose ledger counts what the bill would. */
export function testTokens(access: Access): void {
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

  test('many calls at once use one token', async () => {
    const client = connect(access);
    const issued = await ledger.during(() =>
      Promise.all(Array.from({ length: 20 }, () => client.branches.list())),
    );
    assert.equal(issued, 1);
  });

  test('clients of one process share their token unless told otherwise', async () => {
    const share = { tokenCache: undefined };
    const issued = await ledger.during(() =>
      Promise.all([connect(access, share).branches.list(), connect(access, share).branches.list()]),
    );
    assert.equal(issued, 1);
  });

  test('a token with more than five minutes left is used, one with less is renewed', async () => {
    const token = await tokenOf(access);
    const use = (secondsLeft: number) =>
      ledger.during(() => connect(access, { tokenCache: cacheHolding(token, secondsLeft) }).branches.list());
    assert.equal(await use(310), 0);
    assert.equal(await use(290), 1);
  });

  test('after a 401 one token is requested and the call repeated once, unnoticed by the caller', async () => {
    const seen = witness();
    const client = connect(access, { tokenCache: cacheHolding('no-token-of-ours', 7200), fetch: seen.fetch });
    const issued = await ledger.during(async () =>
      assert.ok((await client.branches.list()).branches.length > 0),
    );
    assert.equal(issued, 1);
    assert.deepEqual(
      seen.requests.map(({ path, status }) => `${path} ${status}`),
      ['/v3/branches 401', '/oauth/token 200', '/v3/branches 200'],
    );
  });

  test('many calls refused at once request one token together', async () => {
    const client = connect(access, { tokenCache: cacheHolding('no-token-of-ours', 7200) });
    const issued = await ledger.during(() =>
      Promise.all(Array.from({ length: 20 }, () => client.branches.list())),
    );
    assert.equal(issued, 1);
  });

  test('tokens the API does not take cost two at most, however often is called', async () => {
    // Without an audience the service issues tokens that its API refuses.
    const seen = witness((url, init) => {
      if (!url.endsWith('/oauth/token')) return init;
      const form = new URLSearchParams(String(init.body));
      form.delete('audience');
      return { ...init, body: form.toString() };
    });
    const client = connect(access, { fetch: seen.fetch });
    const issued = await ledger.during(async () => {
      await assert.rejects(client.branches.list(), AuthenticationError);
      assert.equal(seen.requests.filter(({ path }) => path === '/v3/branches').length, 2);
      for (let call = 0; call < 5; call++) await assert.rejects(client.branches.list(), AuthenticationError);
    });
    assert.equal(issued, 2);
  });

  test('a wrong secret is told in the words of the service, after one try and without the secret', async () => {
    const seen = witness();
    const client = connect(access, { clientSecret: 'wrong-secret', fetch: seen.fetch });
    await assert.rejects(client.branches.list(), (error) => {
      assert.ok(error instanceof TokenError);
      assert.deepEqual([error.status, error.error], [401, 'invalid_client']);
      assert.doesNotMatch(error.message, /wrong-secret/);
      return true;
    });
    assert.equal(seen.requests.length, 1);
  });

  test('a wrong audience is told with the right one', async () => {
    const client = connect(access, { audience: access.baseUrl });
    await assert.rejects(client.branches.list(), {
      name: 'TokenError',
      error: 'invalid_target',
      message: /\/api\/v3/,
    });
  });

  test('processes that start at the same moment request one token together', async () => {
    const directory = await makeDirectory();
    const issued = await ledger.during(async () => {
      assert.deepEqual(await runTogether(access, directory, 3), [0, 0, 0]);
    });
    assert.equal(issued, 1);
    assert.equal(await ledger.during(() => runTogether(access, directory, 1)), 0);
    const files = await readdir(directory);
    assert.equal(files.length, 1, String(files));
    if (process.platform !== 'win32')
      assert.equal((await stat(join(directory, files[0]!))).mode & 0o777, 0o600);
    assert.ok(!(await readFile(join(directory, files[0]!), 'utf8')).includes(access.clientSecret));
  });

  test('who waits for the lock uses the token of the one who held it', async () => {
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

  test('a lock that a dead process left behind is taken over', async () => {
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
        setTimeout(() => reject(new Error('The lock was not taken over.')), 10_000).unref(),
      ),
    ]);
    assert.ok(next);
    await release();
    assert.deepEqual(await readdir(directory), []);
  });

  test('a file that holds no token is replaced', async () => {
    const directory = await makeDirectory();
    const cache = fileTokenCache(directory);
    await cache.set('key', { accessToken: 'a', obtainedAtMs: 1, expiresAtMs: 2 });
    const [file] = await readdir(directory);
    await writeFile(join(directory, file!), '{"accessToken":');
    assert.equal(await cache.get('key'), undefined);
    await cache.set('key', { accessToken: 'b', obtainedAtMs: 1, expiresAtMs: 2 });
    assert.equal((await cache.get('key'))?.accessToken, 'b');
  });

  test('a cache that fails costs a token and a warning, not the call', async () => {
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
}

/** Exit codes of so many programs that call at the same moment and share tokens through the directory. */
async function runTogether(access: Access, directory: string, count: number): Promise<(number | null)[]> {
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
