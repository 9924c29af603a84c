import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { callCommand } from '../testing/command-call.ts';
import {
  fetchToken,
  makeDirectory,
  type RunningService,
  runCommand,
  startDemoService,
  startService,
  waitFor,
} from '../testing/command-line.ts';
import { createApi } from '../testing/harness.ts';

const INSTALLATION_ID = '/installation-id';
const EXPORT = '/candidates/export/candidates';

interface State {
  export: string;
  feed: unknown[];
  cursor: string;
}

let directory: string;
let file: string;
let original: RunningService;
let expected: State;

before(async () => {
  directory = await makeDirectory();
  file = join(directory, 'stellwerk.backup');
  original = await startDemoService(join(directory, 'original'), { WORKERS: '1' });
  const api = await connect(original);
  expected = { export: (await api.get(EXPORT)).text, ...(await readFeed(api)) };
  const { code, stdout, stderr } = await run(['backup', file], 'original');
  assert.equal(code, 0, stderr + stdout);
});

const run = (words: string[], dataDirectory: string, environment: Record<string, string> = {}) =>
  runCommand(words, { environment: { DATA_DIR: join(directory, dataDirectory), ...environment } });

/** For commands that are refused, or only read. */
const call = (words: string[], dataDirectory: string, environment: Record<string, string> = {}) =>
  callCommand(words, { DATA_DIR: join(directory, dataDirectory), ...environment });

async function connect({ demo }: RunningService) {
  return createApi(demo.baseUrl.replace(/\/v3$/, ''), await fetchToken(demo));
}

async function readFeed(api: ReturnType<typeof createApi>, from = '') {
  const feed: { entity: string; change: string; id: number }[] = [];
  let cursor = from;
  for (let hasMore = true; hasMore; ) {
    const { status, body } = await api.get(`/changes?limit=1000${cursor && `&cursor=${cursor}`}`);
    assert.equal(status, 200, JSON.stringify(body));
    for (const { cursor: _, ...change } of body.changes) feed.push(change);
    cursor = body.nextCursor;
    hasMore = body.hasMore;
  }
  return { feed, cursor };
}

/** A directory that contains only the master key of the original. */
async function makeTarget(name: string): Promise<void> {
  await mkdir(join(directory, name));
  await copyFile(join(directory, 'original/master.key'), join(directory, name, 'master.key'));
}

/** The names and contents of all stored documents. */
async function readStore(name: string): Promise<Map<string, string>> {
  const root = join(directory, name, 'blobs');
  const store = new Map<string, string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    store.set(path.slice(root.length), await readFile(path, 'base64'));
  }
  return store;
}

/** Asserts that the directory has no database and no documents, at most the master key. */
async function assertUntouched(name: string): Promise<void> {
  assert.deepEqual(
    (await readdir(join(directory, name)).catch(() => [])).filter((entry) => entry !== 'master.key'),
    [],
  );
}

test('a restored installation returns the same data as the original and continues from there', async () => {
  await makeTarget('copy');
  const restored = await run(['restore', file], 'copy');
  assert.equal(restored.code, 0, restored.stderr);
  const [copied, kept] = [await readStore('copy'), await readStore('original')];
  assert.notEqual(copied.get(INSTALLATION_ID), kept.get(INSTALLATION_ID));
  copied.set(INSTALLATION_ID, kept.get(INSTALLATION_ID)!);
  assert.deepEqual(copied, kept);

  // The start updates the addresses in the file, but keeps the credentials of the original.
  await copyFile(join(directory, 'original/demo.json'), join(directory, 'copy/demo.json'));
  const copy = await startService(join(directory, 'copy'), { WORKERS: '1' });
  assert.notEqual(copy.demo.baseUrl, original.demo.baseUrl);
  const api = await connect(copy);
  assert.equal((await api.get(EXPORT)).text, expected.export);
  assert.deepEqual((await readFeed(api)).feed, expected.feed);

  const created = await api.post('/candidates', { firstName: 'After', lastName: 'Restore' });
  assert.equal(created.status, 200);
  const ids = JSON.parse(expected.export).candidates.map(({ id }: { id: number }) => id);
  assert.ok(created.body.id > Math.max(...ids));
  let seen: { entity: string; change: string; id: number }[] = [];
  await waitFor('the new candidate in the feed', async () => {
    seen = (await readFeed(api, expected.cursor)).feed;
    return seen.length > 0;
  });
  assert.deepEqual(
    seen.map(({ entity, change, id }) => [entity, change, id]),
    [['candidate', 'new', created.body.id]],
  );

  copy.process.kill('SIGTERM');
  await copy.finished;
  const again = await run(['restore', file], 'copy');
  assert.equal(again.code, 1);
  assert.match(again.stderr, /The database has 1 tenant: a restore needs one without any/);
});

test('only the owner can read a backup, and it does not contain the master key', async () => {
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const header = JSON.parse((await readFile(file)).subarray(0, 20_000).toString('latin1').split('\n')[0]!);
  assert.match(header.masterKeyId, /^[0-9a-f]{16}$/);
  const key = (await readFile(join(directory, 'original/master.key'), 'utf8')).trim();
  assert.ok(!(await readFile(file, 'latin1')).includes(key));
});

test('a backup does not overwrite a file', async () => {
  const { code, stderr } = await call(['backup', file], 'original');
  assert.deepEqual([code, stderr], [1, `stellwerk: ${file} already exists. Choose another name.\n`]);
});

test('a restore fails while the service is running', async () => {
  const { code, stderr } = await call(['restore', file], 'original');
  assert.equal(code, 1);
  assert.match(stderr, /is already in use by process \d+\. Stop that process first/);
});

const DAMAGES: [string, (bytes: Buffer) => Buffer, RegExp][] = [
  ['truncated', (bytes) => bytes.subarray(0, bytes.length - 1000), /is not whole/],
  ['truncated by one byte', (bytes) => bytes.subarray(0, bytes.length - 1), /is not whole/],
  ['one byte too long', (bytes) => Buffer.concat([bytes, Buffer.from('x')]), /is not whole/],
  ['changed in the middle', (bytes) => flip(bytes, bytes.length >> 1), /is not whole/],
  ['changed in its header', (bytes) => flip(bytes, bytes.indexOf('"createdAt":"2') + 17), /is not whole/],
  ['empty', () => Buffer.alloc(0), /is not a Stellwerk backup/],
];

function flip(bytes: Buffer, index: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[index]! ^= 1;
  return copy;
}

for (const [index, [what, damage, message]] of DAMAGES.entries()) {
  test(`a backup that is ${what} is rejected before anything is written`, async () => {
    const damaged = join(directory, `damaged-${index}`);
    await writeFile(damaged, damage(await readFile(file)));
    await makeTarget(`target-${index}`);
    const { code, stderr } = await call(['restore', damaged], `target-${index}`);
    assert.equal(code, 1);
    assert.match(stderr, message);
    await assertUntouched(`target-${index}`);
  });
}

test('a restore without the right master key says which key to copy', async () => {
  const { masterKeyId } = JSON.parse((await readFile(file, 'latin1')).split('\n')[0]!);
  const advice = new RegExp(`master key with the id ${masterKeyId}\\. Copy master\\.key from`);
  const missing = await call(['restore', file], 'keyless');
  assert.deepEqual([missing.code, advice.test(missing.stderr)], [1, true], missing.stderr);
  const wrong = await call(['restore', file], 'keyless', { MASTER_KEY: '00'.repeat(32) });
  assert.deepEqual([wrong.code, advice.test(wrong.stderr)], [1, true], wrong.stderr);
  await assertUntouched('keyless');
});

const ID = '[0-9a-f]{8}-[0-9a-f-]{27}';
const FOREIGN = new RegExp(`belongs to the installation ${ID}, but this is the installation ${ID}`);

/** The settings of an installation that uses the documents of the original. */
const sharedStore = () => ({ BLOB_URL: pathToFileURL(join(directory, 'original/blobs')).href });

test('a restore into the documents of a living installation is refused and changes nothing', async () => {
  const before = await readStore('original');
  await makeTarget('beside');
  const { code, stderr } = await call(['restore', file], 'beside', sharedStore());
  assert.equal(code, 1, stderr);
  assert.match(stderr, FOREIGN);
  assert.match(stderr, /Set BLOB_URL to another prefix or an empty directory.*--take-over-documents/);
  assert.deepEqual(await readStore('original'), before);
  const { code: rejected, stdout } = await call(['doctor'], 'beside', sharedStore());
  assert.equal(rejected, 1);
  assert.match(stdout, new RegExp(`fail +document store +.*${FOREIGN.source}`));
});

test('an installation does not start on the documents of another one', async () => {
  const { code, stderr } = await runCommand(['start', '--empty'], {
    environment: { DATA_DIR: join(directory, 'other'), PORT: '0', WORKERS: '1', ...sharedStore() },
  });
  assert.equal(code, 1, stderr);
  assert.match(stderr, FOREIGN);
  assert.deepEqual((await readdir(join(directory, 'other'))).includes('master.key'), false);
});

test('a lost master key is reported before another one is written', async () => {
  original.process.kill('SIGTERM');
  await original.finished;
  const key = join(directory, 'original/master.key');
  await rename(key, `${key}.away`);
  for (const words of [
    ['start'],
    ['backup', join(directory, 'keyless.backup')],
    ['tenant', 'list'],
  ] as const) {
    const { code, stderr } = await run([...words], 'original', { PORT: '0', WORKERS: '1' });
    assert.equal(code, 1, stderr);
    assert.match(stderr, /master key/);
    assert.match(stderr, /MASTER_KEY/);
    assert.deepEqual((await readdir(join(directory, 'original'))).includes('master.key'), false, words[0]);
  }
  await rename(`${key}.away`, key);
  const { code, stdout } = await call(['doctor'], 'original');
  assert.equal(code, 0, stdout);
});

test('a command rotates the master key, and an older backup needs the old one', async () => {
  const { masterKeyId } = JSON.parse((await readFile(file, 'latin1')).split('\n')[0]!);
  const { code, stdout, stderr } = await run(['keys', 'rotate-master'], 'original');
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^Sealed \d+ of \d+ keys and secrets with the new master key\.$/m);
  assert.match(stdout, new RegExp(`The key ${masterKeyId} no longer opens anything`));
  const kept = join(directory, `original/master.key.${masterKeyId}`);
  assert.match(stdout, new RegExp(`${kept} has the old key`));
  await copyFile(join(directory, 'original/master.key'), join(directory, 'beside/master.key'));
  const refused = await call(['restore', file], 'beside', sharedStore());
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, new RegExp(`master key with the id ${masterKeyId}`));
  await copyFile(kept, join(directory, 'beside/master.key'));
});

test('a restore takes the documents over if it is told to, and the previous owner no longer starts', async () => {
  const taken = await run(['restore', file, '--take-over-documents'], 'beside', sharedStore());
  assert.equal(taken.code, 0, taken.stderr);
  const { code, stdout } = await call(['doctor'], 'beside', sharedStore());
  assert.equal(code, 0, stdout);
  const refused = await run(['start'], 'original', { PORT: '0', WORKERS: '1' });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, FOREIGN);
});
