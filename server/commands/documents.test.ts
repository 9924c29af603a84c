import assert from 'node:assert/strict';
import { readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { TABLES_WITH_FILES } from '../core/document-files/index.ts';
import { openBlobStore } from '../open-services.ts';
import { startTestService } from '../testing/harness.ts';
import { commandsOf } from '../testing/service-commands.ts';

// Damages files below the store of a service, and asks the commands about them.

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const VERIFY = ['documents', 'verify'];

const service = await startTestService();
const { tenant } = service;
const { run, runJson } = await commandsOf(service);
const store = openBlobStore(service.services.settings);
let candidateId: number;
let documents: number[];

async function upload(bytes: number): Promise<number> {
  const base64File = Buffer.alloc(bytes, 'x').toString('base64');
  const { status, body } = await tenant.api.post(`/candidates/${candidateId}/documents/other`, {
    base64File,
  });
  assert.equal(status, 200);
  return body.id;
}

/** The path of the only file of a table that has this id. */
async function fileOf(table: string, column: string, id: number): Promise<string> {
  const [row] = await service.sql<{ blob_key: string }>(
    `SELECT blob_key FROM ${table} WHERE tenant_id = $1 AND ${column} = $2`,
    [tenant.id, id],
  );
  return store.locate(row!.blob_key);
}

before(async () => {
  candidateId = (await tenant.api.post('/candidates', { firstName: 'Ada', lastName: 'Kern' })).body.id;
  // Two of them have several segments.
  documents = [await upload(10), await upload(1_200_000), await upload(1_200_000), await upload(20)];
  assert.equal((await tenant.api.post(`/candidates/${candidateId}/pictures`, { picture: PNG })).status, 200);
});

type Change = (path: string) => Promise<void>;

/** Runs `use` while the files are changed. */
async function whileChanged(changes: readonly [path: string, change: Change][], use: () => Promise<void>) {
  const contents = new Map<string, Buffer>();
  for (const [path] of changes) contents.set(path, await readFile(path));
  for (const [path, change] of changes) await change(path);
  try {
    await use();
  } finally {
    for (const [path, bytes] of contents) await writeFile(path, bytes, { mode: 0o600 });
  }
}

const remove: Change = (path) => rm(path);
const cut: Change = (path) => truncate(path, 1000);
const alter: Change = async (path) => {
  const bytes = await readFile(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle]! ^= 1;
  await writeFile(path, bytes);
};

test('every table whose rows have the key of a file is verified', async () => {
  const tables = await service.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'wrapped_key' ORDER BY 1`,
  );
  assert.deepEqual(
    tables.map(({ name }) => name),
    Object.keys(TABLES_WITH_FILES).sort(),
  );
});

test('"documents verify" says that all files are there', async () => {
  const { code, stdout } = await run(VERIFY);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^Checked 5 files of 1 tenant\.\nAll are there, and none was altered\.$/m);
});

test('"documents verify" names each missing or damaged file with its record, candidate, and place', async () => {
  const paths: string[] = [];
  for (const id of documents) paths.push(await fileOf('document', 'id', id));
  const [missing, short, altered] = paths as [string, string, string];
  const picture = await fileOf('candidate_picture', 'candidate_id', candidateId);
  const changes: [string, Change][] = [
    [missing, remove],
    [short, cut],
    [altered, alter],
    [picture, (path) => writeFile(path, Buffer.alloc(5000))],
  ];
  await whileChanged(changes, async () => {
    const { code, stdout } = await run(VERIFY);
    assert.equal(code, 1);
    assert.match(stdout, /^MISSING OR DAMAGED: 4 files\.$/m);
    for (const [record, reason, path] of [
      [`document ${documents[0]}`, 'missing', missing],
      [`document ${documents[1]}`, 'too short', short],
      [`document ${documents[2]}`, 'altered', altered],
      ['picture', 'altered', picture],
    ] as const) {
      const line = `^${tenant.key} +${record} +${candidateId} +${reason} +${path}$`;
      assert.match(stdout, new RegExp(line, 'm'));
    }
    assert.match(stdout, /restore an older backup beside this installation, and copy the file/);
    const result = JSON.parse((await run([...VERIFY, '--json'])).stdout);
    assert.deepEqual([result.checked, result.faulty], [5, 4]);
    const { key, ...fault } = result.faults.find((one: { file: string }) => one.file === missing);
    assert.equal(store.locate(key), missing);
    const [id] = documents;
    const named = { tenant: tenant.key, kind: 'document', id, candidateId };
    assert.deepEqual(fault, { ...named, reason: 'missing', file: missing });
  });
  assert.equal((await runJson(VERIFY)).faulty, 0);
});

test('an attachment has the candidate of its communication', async () => {
  const { body } = await tenant.api.post(`/candidates/${candidateId}/communications`, {
    communicationTypeId: 1,
  });
  const file = `data:text/plain;base64,${Buffer.alloc(20, 'x').toString('base64')}`;
  const attachments = `/candidates/${candidateId}/communications/${body.id}/attachments`;
  assert.equal((await tenant.api.post(attachments, { file })).status, 200);
  const [{ id }] = (await service.sql<{ id: number }>('SELECT id FROM communication_attachment')) as [
    { id: number },
  ];
  const path = await fileOf('communication_attachment', 'id', id);
  await whileChanged([[path, remove]], async () => {
    const { stdout } = await run(VERIFY);
    assert.match(stdout, new RegExp(`^${tenant.key} +attachment ${id} +${candidateId} +missing `, 'm'));
  });
});

const sampleLine = async () => {
  const { code, stdout } = await run(['doctor']);
  return [code, /^\w+ +document files +.*$/m.exec(stdout)?.[0]] as const;
};

test('doctor looks for a sample of the documents', async () => {
  const [, found] = await sampleLine();
  assert.match(found!, /^ok +document files +4 of 4 documents that were looked for are there\./);
  const newest = await fileOf('document', 'id', documents.at(-1)!);
  await whileChanged([[newest, remove]], async () => {
    const [code, line] = await sampleLine();
    assert.equal(code, 1);
    assert.match(
      line!,
      /^fail .* 1 of 4 documents that records refer to are not there\..*npx stellwerk documents verify$/,
    );
  });
  const paths: string[] = [];
  for (const id of documents) paths.push(await fileOf('document', 'id', id));
  for (const path of paths) await rename(path, `${path}-away`);
  try {
    const [code, line] = await sampleLine();
    assert.equal(code, 1);
    assert.match(
      line!,
      /4 of 4 documents .* are not there\. The document store is another one, or it was copied in another layout.*npx stellwerk documents move/,
    );
  } finally {
    for (const path of paths) await rename(`${path}-away`, path);
  }
});
