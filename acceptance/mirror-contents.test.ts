import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import pg from 'pg';
import { Stellwerk } from '../sdk/index.ts';
import { makeDirectory, runCommand, startDemoService, waitFor } from '../server/testing/command-line.ts';

// Runs stellwerk-mirror --documents as a program. Whose contents a file holds, and that it goes with its document, is a
// matter of privacy.

const COMMAND = join(import.meta.dirname, '../sdk/mirror/command.ts');
const directory = await realpath(await makeDirectory());
const service = await startDemoService(directory, { WORKERS: '1' });
const { baseUrl, authUrl, audience, clientId, clientSecret } = service.demo;
const client = new Stellwerk({ baseUrl, authUrl, audience, clientId, clientSecret, customerName: 'Test' });
const target = join(directory, 'mirror.db');
const folder = join(directory, 'contents');
let documentId: number;
let candidateId: number;

interface Finished {
  stdout: string;
  stderr: string;
}

/** Runs the mirror to its end and expects this exit code. */
async function mirror(
  expected: number,
  flags: string[],
  { to = target, cwd = directory } = {},
): Promise<Finished> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const args = [COMMAND, '--demo', directory, '--target', to, ...flags];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, env: { PATH, NODE_COMPILE_CACHE } }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (code === expected) resolve({ stdout, stderr });
      else reject(new Error(`Exit code ${code}, not ${expected}. ${stdout} ${stderr}`));
    });
  });
}

const fileOf = (id: number, inside = folder) => join(inside, String(id));
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function upload(text: string): Promise<{ candidateId: number; id: number }> {
  const owner = await client.candidates.create({ firstName: 'Ada', lastName: 'Muster' });
  const base64File = Buffer.from(text).toString('base64');
  const { id } = await client.documents.uploadOther(owner.id, { filename: 'a.txt', base64File });
  return { candidateId: owner.id, id };
}

async function erase(id: number): Promise<void> {
  const { code, stderr } = await runCommand(['erase', 'candidate', String(id), '--tenant', 'demo'], {
    environment: { DATA_DIR: directory },
  });
  assert.equal(code, 0, stderr);
}

before(async () => {
  ({ candidateId, id: documentId } = await upload('ZWEI'));
  await mirror(0, ['--once', '--documents', folder]);
});

test('contents of a reused id are replaced, in both databases', async (t) => {
  const admin = new pg.Client({ connectionString: process.env.STELLWERK_TEST_POSTGRES });
  await admin.connect();
  await admin.query('CREATE DATABASE mirror_contents');
  t.after(async () => {
    await admin.query('DROP DATABASE mirror_contents WITH (FORCE)');
    await admin.end();
  });
  const url = new URL(process.env.STELLWERK_TEST_POSTGRES!);
  url.pathname = '/mirror_contents';
  const ofPostgres = join(directory, 'of postgres');
  await mirror(0, ['--once', '--documents', ofPostgres], { to: url.href });

  // What a mirror has after the service was restored from a backup, and the id was given to another document.
  const sql = `UPDATE mirror_content SET sha256 = '${'0'.repeat(64)}' WHERE id = ${documentId}`;
  const database = new DatabaseSync(target);
  database.exec(sql);
  database.close();
  const copy = new pg.Client({ connectionString: url.href });
  await copy.connect();
  await copy.query(sql);
  await copy.end();
  for (const [to, inside] of [
    [target, folder],
    [url.href, ofPostgres],
  ] as const) {
    await writeFile(fileOf(documentId, inside), 'EINS');
    await mirror(0, ['--once', '--documents', inside], { to });
    assert.equal(await readFile(fileOf(documentId, inside), 'utf8'), 'ZWEI');
  }
});

test('another directory is refused, and the files of erased documents are deleted without --documents too', async () => {
  const other = join(directory, 'other');
  const { stderr } = await mirror(2, ['--once', '--documents', other]);
  assert.ok(stderr.includes(`keeps the contents of documents in ${folder}, not in ${other}.`), stderr);
  assert.match(stderr, /--adopt-documents/);
  // The same relative name, from another working directory.
  await mirror(2, ['--once', '--documents', 'contents'], { cwd: other });
  await mirror(0, ['--once', '--documents', 'contents']);

  const { candidateId: erased, id } = await upload('gone');
  await mirror(0, ['--once']);
  assert.equal(await readFile(fileOf(id), 'utf8'), 'gone');
  await erase(erased);
  await mirror(0, ['--once']);
  assert.equal(await exists(fileOf(id)), false);
});

test('a missing file is fetched again, and a file of no document is deleted', async () => {
  await rm(fileOf(documentId));
  for (const name of ['4711000', '99999999999', `${documentId}.part`, 'README', '007'])
    await writeFile(join(folder, name), 'x');
  await mirror(0, ['--once']);
  assert.equal(await readFile(fileOf(documentId), 'utf8'), 'ZWEI');
  const names = await readdir(folder);
  assert.deepEqual(
    ['4711000', '99999999999', `${documentId}.part`, 'README', '007'].filter((name) => names.includes(name)),
    ['README', '007'],
  );
});

test('--verify reports an altered file, and --resync fetches it', async () => {
  await writeFile(fileOf(documentId), 'altered');
  const { stdout } = await mirror(1, ['--verify']);
  assert.match(stdout, new RegExp(`^document ${documentId}: different: contents$`, 'm'));
  assert.match(stdout, /^1 difference\. Repair the copy with --resync\.$/m);
  await mirror(0, ['--resync', '--once']);
  assert.equal(await readFile(fileOf(documentId), 'utf8'), 'ZWEI');
  await mirror(0, ['--verify']);
});

test('the directory moves with --adopt-documents, once nothing is left in the old one', async () => {
  const moved = join(directory, 'moved');
  const { stderr } = await mirror(2, ['--once', '--documents', moved, '--adopt-documents']);
  assert.ok(stderr.includes(folder) && /still files/.test(stderr), stderr);
  await rm(moved, { recursive: true });
  await rename(folder, moved);
  const missing = await mirror(2, ['--once']);
  assert.ok(missing.stderr.includes(folder) && /--adopt-documents/.test(missing.stderr), missing.stderr);
  const { stdout } = await mirror(0, ['--once', '--documents', moved, '--adopt-documents']);
  assert.doesNotMatch(stdout, /document contents/);
  assert.match((await mirror(0, ['--status'])).stdout, new RegExp(`^contents +${moved}$`, 'm'));
  await rename(moved, folder);
  await mirror(0, ['--once', '--documents', folder, '--adopt-documents']);
});

test('a new copy does not delete files of a directory that something else uses', async () => {
  const used = join(directory, 'used');
  await mkdir(used);
  await writeFile(join(used, '2024'), 'mine');
  const to = join(directory, 'new.db');
  const { stderr } = await mirror(2, ['--once', '--documents', used], { to });
  assert.match(stderr, /named by numbers like documents/);
  assert.equal(await readFile(join(used, '2024'), 'utf8'), 'mine');
});

test('a copy of an earlier version takes over its directory without a load', async () => {
  const database = new DatabaseSync(target);
  database.exec(`DELETE FROM mirror_state WHERE name = 'documents'`);
  database.close();
  const { stdout } = await mirror(0, ['--once']);
  assert.match(stdout, /Start the mirror once with --documents/);
  const { stderr } = await mirror(2, ['--once', '--documents', join(directory, 'wrong')]);
  assert.match(stderr, /has none of them/);
  const adopted = await mirror(0, ['--once', '--documents', folder]);
  assert.doesNotMatch(adopted.stdout, /candidates:|document contents/);
  await erase(candidateId);
  await mirror(0, ['--once']);
  assert.equal(await exists(fileOf(documentId)), false);
});

/** Uploads a document. Also returns its file in the store of the service. */
async function uploadToFile(text: string): Promise<{ id: number; file: string }> {
  const blobs = join(directory, 'blobs');
  const filesOfStore = async () =>
    (await readdir(blobs, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const before = new Set(await filesOfStore());
  const { id } = await upload(text);
  const [file] = (await filesOfStore()).filter((path) => !before.has(path));
  return { id, file: file! };
}

test('the mirror goes on after documents that the service cannot read, names them, and fetches them later', async () => {
  const short = await uploadToFile('short');
  const large = await uploadToFile('x'.repeat(2_000_000));
  const { id: sound } = await upload('sound');
  const damaged = [short, large];
  const originals = new Map<string, Buffer>();
  for (const { file } of damaged) {
    const bytes = await readFile(file);
    originals.set(file, bytes);
    // At the end of the large one, so that the response begins before the service finds out.
    const changed = Buffer.from(bytes);
    changed[bytes.length - 1]! ^= 1;
    await writeFile(file, changed);
  }
  const names = `2 documents \\(ids ${short.id}, ${large.id}\\)`;
  const { stderr, stdout } = await mirror(1, ['--once']);
  assert.match(
    stderr,
    new RegExp(`^The service could not send the contents of ${names}, so the copy lacks them\\.`),
  );
  assert.doesNotMatch(stderr + stdout, /\{documentId\}/);
  assert.equal(await readFile(fileOf(sound), 'utf8'), 'sound');
  assert.equal(await exists(`${fileOf(large.id)}.part`), false);
  // A copy cannot be repaired by what the service does not have.
  const verified = await mirror(1, ['--verify']);
  assert.match(
    verified.stdout,
    new RegExp(`^2 differences\\. The service could not send .* ${names}, [^\n]*verify"\\.$`, 'm'),
  );
  assert.match(
    (await mirror(0, ['--status'])).stdout,
    new RegExp(`^contents +${folder} \\(2 missing\\)$`, 'm'),
  );

  // While it follows the changes, it fetches others, and asks for these again.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const following = spawn(
    process.execPath,
    [COMMAND, '--demo', directory, '--target', target, '--poll', '1'],
    {
      env: { PATH, NODE_COMPILE_CACHE },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  following.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  await waitFor('a second attempt', async () => output.split(names.replaceAll('\\', '')).length > 2);
  const { id: later } = await upload('later');
  await waitFor('a later document', () => exists(fileOf(later)));
  for (const [file, bytes] of originals) await writeFile(file, bytes);
  for (const { id } of damaged) await waitFor(`document ${id}`, () => exists(fileOf(id)));
  following.kill('SIGINT');
  await once(following, 'close');
  assert.equal(await readFile(fileOf(short.id), 'utf8'), 'short');
  assert.doesNotMatch((await mirror(0, ['--status'])).stdout, /missing/);
});
