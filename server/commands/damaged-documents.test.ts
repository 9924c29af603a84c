import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import type { Installation, Service } from '../testing/installations.ts';
import { acme, makeTarget, newPath, nord, source } from '../testing/several-servers.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const CV = Buffer.alloc(1_500_000, 'cv ');

type Api = Awaited<ReturnType<Service['apiOf']>>;

const addCandidate = async (api: Api) =>
  (await api.post('/candidates', { firstName: 'Eva', lastName: 'Muster' })).body.id as number;

async function addCv(api: Api, candidateId: number, contents = CV): Promise<number> {
  const base64File = contents.toString('base64');
  return (await api.post(`/candidates/${candidateId}/documents/cv`, { base64File })).body.id;
}

/** Where the file of a record is, below the document store. */
async function pathOf(server: 'first' | 'north', table: string, condition: string): Promise<string> {
  const [row] = await source.sql(server, `SELECT blob_key FROM ${table} WHERE ${condition}`);
  return pathOfKey(row!.blob_key);
}

const inStore = ({ settings }: Installation, path: string) => join(settings.dataDirectory, 'blobs', path);
const pathOfKey = (key: string) => relative(inStore(source, ''), source.store.locate(key));

/** What a person does who follows the guide. */
async function putBack(path: string, from: Installation, to: Installation): Promise<void> {
  await mkdir(dirname(inStore(to, path)), { recursive: true });
  await rm(inStore(to, path), { recursive: true, force: true });
  await copyFile(inStore(from, path), inStore(to, path));
}

const older = newPath();
const newer = newPath();
interface Named {
  tenant: string;
  record: string;
  candidateId: number;
  path: string;
}

/** How the commands name a document, whose file is in the store of an installation. */
function lineOf({ tenant, record, candidateId, path }: Named, reason: string, of: Installation): RegExp {
  return new RegExp(
    `^${tenant} +${record} +${candidateId} +${reason} +${RegExp.escape(inStore(of, path))}$`,
    'm',
  );
}

let missing: Named;
const damaged: Named[] = [];
const paths: string[] = [];
let readable = 0;

test('a backup names missing and damaged documents, contains everything else, and fails', {
  timeout: 300_000,
}, async () => {
  const made = await source.serve(async (service) => {
    const api = await service.apiOf(acme);
    const candidateId = await addCandidate(api);
    const cvs: number[] = [];
    for (let index = 0; index < 4; index++) cvs.push(await addCv(api, candidateId));
    await api.post(`/candidates/${candidateId}/pictures`, { picture: PNG });
    const communication = await api.post(`/candidates/${candidateId}/communications`, {
      communicationTypeId: 1,
    });
    const file = `data:application/pdf;base64,${Buffer.from('%PDF-1.4\n%%EOF').toString('base64')}`;
    const attachment = await api.post(
      `/candidates/${candidateId}/communications/${communication.body.id}/attachments`,
      { filename: 'a.pdf', file },
    );
    assert.equal(attachment.status, 200, attachment.text);
    const north = await service.apiOf(nord);
    const ofNorth = await addCandidate(north);
    for (let index = 0; index < 22; index++) await addCv(north, ofNorth, Buffer.from(`cv ${index}`));
    return { candidateId, cvs, ofNorth };
  });
  const { candidateId, cvs, ofNorth } = made;
  readable = cvs[0]!;
  await source.run(['backup', older]);

  const ofCvs: string[] = [];
  for (const id of cvs) ofCvs.push(await pathOf('first', 'document', `id = ${id}`));
  const [, cut, empty, changed] = ofCvs;
  const picture = await pathOf('first', 'candidate_picture', `candidate_id = ${candidateId}`);
  const attachment = await pathOf('first', 'communication_attachment', 'true');
  const [row] = await source.sql('first', 'SELECT id FROM communication_attachment');
  await truncate(inStore(source, cut!), 600_000);
  await truncate(inStore(source, empty!), 0);
  for (const [path, at] of [
    [changed!, 1_300_000],
    [picture, 3],
  ] as const) {
    const bytes = await readFile(inStore(source, path));
    bytes[at]! ^= 1;
    await writeFile(inStore(source, path), bytes);
  }
  await writeFile(inStore(source, attachment), 'x', { flag: 'a' });
  damaged.push(
    { tenant: 'acme', record: `document ${cvs[1]}`, candidateId, path: cut! },
    { tenant: 'acme', record: `document ${cvs[2]}`, candidateId, path: empty! },
    { tenant: 'acme', record: `document ${cvs[3]}`, candidateId, path: changed! },
    { tenant: 'acme', record: 'picture', candidateId, path: picture },
    { tenant: 'acme', record: `attachment ${row!.id}`, candidateId, path: attachment },
  );
  const others = await source.sql(
    'north',
    `SELECT id, blob_key FROM document WHERE candidate_id = ${ofNorth} ORDER BY id`,
  );
  const lost = others.shift()!;
  const lostPath = pathOfKey(lost.blob_key);
  await rm(inStore(source, lostPath));
  missing = { tenant: 'nord', record: `document ${lost.id}`, candidateId: ofNorth, path: lostPath };
  const ofOthers = others.map(({ blob_key }) => pathOfKey(blob_key));
  for (const path of ofOthers) await truncate(inStore(source, path), 5);
  // The system opens it and refuses to read it, like a file on a bad sector.
  await rm(inStore(source, ofOthers[0]!));
  await mkdir(inStore(source, ofOthers[0]!));
  paths.push(cut!, empty!, changed!, picture, attachment, lostPath, ...ofOthers);

  const { code, stdout, stderr } = await source.call(['backup', newer]);
  assert.equal(code, 1, stderr);
  assert.ok(stdout.startsWith(`Wrote ${newer}: 3 tenants on 2 servers, 30 document files,`), stdout);
  assert.match(stdout, /^MISSING FROM THE STORE, .*: 1 document file\. Check that DATA_DIR and BLOB_URL /m);
  assert.match(
    stdout,
    /^DAMAGED IN THE STORE, .*: 26 document files\. The backup has what can be read of them\.$/m,
  );
  assert.match(stdout, lineOf(missing, 'missing', source));
  for (const named of damaged) assert.match(stdout, lineOf(named, 'damaged', source));
  assert.match(stdout, /^And 7 more\. With --json, up to 1000 are listed\.$/m);
  assert.match(stdout, /"Missing and damaged documents" in docs\/operations\.md/);

  const listed = await source.call(['backup', newPath(), '--json']);
  assert.equal(listed.code, 1);
  const report = JSON.parse(listed.stdout);
  const { faulty, faults } = report;
  assert.deepEqual([report.erased, report.lost, report.damaged, report.unknown], [0, 1, 26, 0]);
  assert.deepEqual([faulty, faults.length], [27, 27]);
  const reasons = Map.groupBy<string, { reason: string; key: string }>(faults, ({ reason }) => reason);
  assert.deepEqual(
    reasons.get('unreadable')!.map(({ key }) => key),
    [others[0]!.blob_key],
  );
  assert.equal(reasons.get('damaged')!.length, 25);
  assert.deepEqual(
    faults.find(({ reason }: { reason: string }) => reason === 'missing'),
    {
      reason: 'missing',
      tenant: 'nord',
      kind: 'document',
      id: lost.id,
      candidateId: ofNorth,
      key: lost.blob_key,
      file: inStore(source, lostPath),
    },
  );
});

test('a restore names the documents that the backup lacks or has damaged, and what to do next', {
  timeout: 300_000,
}, async () => {
  const target = await makeTarget();
  const { code, stdout, stderr } = await target.call(['restore', newer]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Restored 3 tenants and 30 document files as of /);
  assert.match(stdout, /^NOT IN THE BACKUP, although records refer to them: 1 document file\.$/m);
  assert.match(
    stdout,
    /^DAMAGED BEFORE THE BACKUP, .*: 26 document files\. They were restored as they are\.$/m,
  );
  assert.match(stdout, lineOf(missing, 'missing', target));
  for (const named of damaged) assert.match(stdout, lineOf(named, 'damaged', target));
  assert.match(stdout, /^And 7 more\. With --json, up to 1000 are listed\.$/m);
  const steps = stdout.slice(stdout.indexOf('"After a restore" in docs/operations.md')).split('\n').slice(1);
  for (const [index, step] of [
    /holds again, before anybody erases/,
    /Erase again/,
    /Revoke again/,
    /tenants that were deleted/,
    /master key/,
    /full export/,
  ].entries())
    assert.match(steps[index]!, step);
  const left = await target.sql('first', "SELECT relname FROM pg_class WHERE relname = 'restored_blob'");
  assert.deepEqual(left, []);

  const copy = await makeTarget();
  const whole = await copy.run(['restore', older]);
  assert.deepEqual([whole.missing, whole.damaged, whole.faults], [0, 0, []]);
  const read = (of: Installation) =>
    of.serve(async (service) => {
      const api = await service.apiOf(acme);
      const ids = [readable, ...damaged.slice(0, 3).map(({ record }) => Number(record.split(' ')[1]))];
      const areRead: boolean[] = [];
      for (const id of ids) {
        const response = api.get(`/candidates/export/documents/${id}`);
        // If the beginning is whole, the response begins, and the connection then breaks.
        areRead.push(
          await response.then(
            ({ status }) => status === 200,
            () => false,
          ),
        );
      }
      return areRead;
    });
  assert.deepEqual(await read(target), [true, false, false, false]);
  for (const path of paths) {
    await putBack(path, copy, target);
    await putBack(path, copy, source);
  }
  assert.deepEqual(await read(target), [true, true, true, true]);
  await source.run(['backup', newPath()]);
});
