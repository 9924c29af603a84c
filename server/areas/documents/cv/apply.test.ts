import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Registry } from 'prom-client';
import { discardPendingBlobs, openPendingBlob } from '../../../core/blobs/pending.ts';
import { type Queue, startQueue } from '../../../core/queue/index.ts';
import { startTestService } from '../../../testing/harness.ts';
import { insertDocument } from '../index.ts';
import { requestParsing } from '../parsing-queries.ts';
import { applyCv } from './apply.ts';
import { CvMetrics } from './metrics.ts';
import { parseCvTask, releaseStalledCvsTask } from './task.ts';
import { PARSING_LIMITS } from './worker/parse.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
let queue: Promise<Queue> | undefined;
service.beforeClose(async () => (await queue)?.stop());

const CV = `Jana Wieczorek
Oderstraße 12
12051 Berlin
Mobil: 0171 3920042
jana.wieczorek@example.org
geboren am 14.03.1991 in Kiel

Berufserfahrung
04/2019 – heute: Staplerfahrerin – Spreekai Logistik GmbH, Berlin
09/2014 – 03/2019: Kommissioniererin – Havelland Frischelager GmbH, Falkensee

Berufsausbildung
08/2009 – 07/2011: Fachlageristin – Oderland Versand GmbH

Sprachen
Deutsch (Muttersprache), Polnisch (B2)

Führerschein
Klasse B

Kenntnisse
SAP MM
`;

async function newCandidate(body: object = {}): Promise<number> {
  const { body: created } = await api.post('/candidates', {
    firstName: 'Jana',
    lastName: 'Wieczorek',
    ...body,
  });
  return typeof created === 'number' ? created : created.id;
}

async function addDocument(candidateId: number, contents: Buffer): Promise<number> {
  const { key, writer } = await openPendingBlob(service.services, tenantId, 30 * 2 ** 20);
  await writer.write(contents);
  const blob = await writer.end();
  const document = {
    candidateId,
    applicationId: null,
    officeId: null,
    documentCategoryId: 1,
    originalFileName: 'cv',
    mimeType: 'text/plain',
    blob,
  };
  const id = await service.services.database
    .tenant(tenantId)
    .transaction()
    .execute((db) => insertDocument(db, tenantId, document, null));
  await discardPendingBlobs(service.services, tenantId, [key]);
  return id;
}

const read = async (id: number) => (await api.get(`/candidates/${id}`)).body;
type State = { cv_parsing_state: string; cv_parsing_message: string | null };
const stateOf = async (id: number) =>
  (
    await service.sql<State>('SELECT cv_parsing_state, cv_parsing_message FROM document WHERE id = $1', [id])
  )[0]!;
const changesOf = async (id: number) =>
  (await service.sql("SELECT 1 FROM change_log WHERE entity = 'candidate' AND record_id = $1", [id])).length;

const lastChangeOf = async (id: number) => {
  const [change] = await service.sql<{ actor_kind: string; properties: string[] }>(
    `SELECT actor_kind, properties FROM change_log WHERE entity = 'candidate' AND record_id = $1
      ORDER BY sequence DESC LIMIT 1`,
    [id],
  );
  return change!;
};

describe('a CV that is read', () => {
  test('fills empty profile fields and adds resume, languages, licences and qualifications', async () => {
    const candidateId = await newCandidate();
    const documentId = await addDocument(candidateId, Buffer.from(CV));
    await parseCvTask(service.services).run({ tenantId, documentId });
    const candidate = await read(candidateId);
    assert.equal(candidate.contact.email, 'jana.wieczorek@example.org');
    assert.equal(candidate.contact.mobile, '0171 3920042');
    assert.equal(candidate.birth.date, '1991-03-14');
    assert.equal(candidate.location.street, 'Oderstraße');
    assert.ok(candidate.location.geoLat > 52 && candidate.location.geoLat < 53, 'the address lies in Berlin');
    assert.deepEqual(candidate.resume.jobs.map((job: { employer: string }) => job.employer).toSorted(), [
      'Havelland Frischelager GmbH',
      'Spreekai Logistik GmbH',
    ]);
    assert.equal(candidate.resume.professionEducations[0].profession, 'Fachlageristin');
    assert.deepEqual(
      candidate.languages.map((entry: { languageId: number }) => entry.languageId).toSorted(),
      [1, 86],
    );
    assert.equal(candidate.driversLicences[0].driversLicenseId, 339);
    assert.equal(candidate.qualifications.length, 1);
    assert.deepEqual(await stateOf(documentId), { cv_parsing_state: 'done', cv_parsing_message: null });
  });

  test('does not overwrite what the candidate has', async () => {
    const candidateId = await newCandidate({
      contact: { email: 'other@example.org' },
      location: { city: 'Bonn' },
      birth: { date: '1990-01-01' },
    });
    await applyCv(service.services, tenantId, await addDocument(candidateId, Buffer.from(CV)));
    const candidate = await read(candidateId);
    assert.equal(candidate.contact.email, 'other@example.org');
    assert.equal(candidate.location.city, 'Bonn');
    assert.equal(candidate.location.street, null);
    assert.equal(candidate.birth.date, '1990-01-01');
    assert.equal(candidate.birth.place, 'Kiel');
  });

  test('makes the channel primary that has the address', async () => {
    const candidateId = await newCandidate();
    await api.post(`/candidates/${candidateId}/email`, { email: 'Jana.Wieczorek@example.org' });
    await applyCv(service.services, tenantId, await addDocument(candidateId, Buffer.from(CV)));
    const { contact, contactChannels } = await read(candidateId);
    assert.equal(contact.email, 'jana.wieczorek@example.org');
    assert.equal(contactChannels[0].isPrimary, true);
    const { properties } = await lastChangeOf(candidateId);
    for (const name of ['contact.email', 'contactChannels']) assert.ok(properties.includes(name), name);
  });

  test('is one change the first time and none the second time', async () => {
    const candidateId = await newCandidate();
    const documentId = await addDocument(candidateId, Buffer.from(CV));
    const before = await changesOf(candidateId);
    await applyCv(service.services, tenantId, documentId);
    assert.equal(await changesOf(candidateId), before + 1);
    const change = await lastChangeOf(candidateId);
    assert.equal(change.actor_kind, 'system');
    for (const name of ['birth.date', 'contact.email', 'location.zipCode', 'resume.jobs', 'languages'])
      assert.ok(change.properties.includes(name), name);
    assert.ok(!change.properties.includes('contactChannels'));
    const first = await read(candidateId);
    await applyCv(service.services, tenantId, documentId);
    assert.equal(await changesOf(candidateId), before + 1);
    assert.deepEqual(await read(candidateId), first);
  });

  test('can be found by its e-mail address afterwards', async () => {
    const candidateId = await newCandidate();
    const cv = CV.replace('jana.wieczorek@', 'Jana.Found@');
    await applyCv(service.services, tenantId, await addDocument(candidateId, Buffer.from(cv)));
    const { body } = await api.get('/candidates/duplicates?email=jana.found@example.org', {
      skipResponseCheck: true,
    });
    assert.ok(JSON.stringify(body).includes(String(candidateId)));
  });
});

describe('a CV that is not read', () => {
  test('is recorded on the document, as a change of it, and changes nothing else', async () => {
    const candidateId = await newCandidate();
    const documentId = await addDocument(candidateId, Buffer.from([0, 1, 2, 3, 4]));
    const { documents: _, ...before } = await read(candidateId);
    const [log] = await service.sql<{ last: number }>('SELECT max(sequence) AS last FROM change_log');
    await applyCv(service.services, tenantId, documentId);
    assert.deepEqual(await stateOf(documentId), {
      cv_parsing_state: 'failed',
      cv_parsing_message:
        'The file is not a PDF, DOCX, DOC, ODT, RTF or text file, nor a JPEG or PNG picture.',
    });
    const { body } = await api.get(`/candidates/export/candidates/${candidateId}/documents`);
    assert.equal(body.candidateDocuments[0].cvParsingReason, 'unknownFormat');
    await applyCv(service.services, tenantId, documentId);
    const { documents: __, ...afterwards } = await read(candidateId);
    assert.deepEqual(afterwards, before);
    assert.deepEqual(
      await service.sql('SELECT entity, record_id, kind FROM change_log WHERE sequence > $1', [log!.last]),
      [{ entity: 'document', record_id: documentId, kind: 'modified' }],
    );
  });

  test('because it takes too long can be read later', async () => {
    const candidateId = await newCandidate();
    const documentId = await addDocument(candidateId, Buffer.from(CV));
    await applyCv(service.services, tenantId, documentId, {
      limits: { ...PARSING_LIMITS, timeoutMs: 1 },
    });
    assert.equal((await stateOf(documentId)).cv_parsing_message, 'Reading the file took too long.');
    await applyCv(service.services, tenantId, documentId);
    assert.equal((await stateOf(documentId)).cv_parsing_state, 'done');
  });

  test('because its stored bytes are missing is recorded on the document', async () => {
    const documentId = await addDocument(await newCandidate(), Buffer.from(CV));
    const [row] = await service.sql<{ blob_key: string }>('SELECT blob_key FROM document WHERE id = $1', [
      documentId,
    ]);
    await service.services.blobs.delete(row!.blob_key);
    await applyCv(service.services, tenantId, documentId);
    assert.equal((await stateOf(documentId)).cv_parsing_message, 'The stored file cannot be read.');
  });

  test('because the document no longer exists is not an error', async () => {
    await applyCv(service.services, tenantId, 2_000_000_000);
  });

  test("because it is another tenant's changes nothing", async () => {
    const other = await service.createTenant();
    const documentId = await addDocument(await newCandidate(), Buffer.from(CV));
    await applyCv(service.services, other.id, documentId);
    assert.equal((await stateOf(documentId)).cv_parsing_state, null);
  });

  test('because the job has no document is an error', async () => {
    await assert.rejects(parseCvTask(service.services).run({}), TypeError);
  });
});

const runs = new Map<number, PromiseWithResolvers<State>>();

/** What the first run of the document's job leaves, before the queue can run it again. The first call starts the queue. */
function runOf(documentId: number): Promise<State> {
  const task = parseCvTask(service.services);
  queue ??= startQueue({
    databaseUrl: service.databaseUrl,
    log: service.services.log,
    tasks: [
      {
        ...task,
        run: (payload, attempt) =>
          task.run(payload, attempt).finally(async () => {
            const { documentId: id } = payload as { documentId: number };
            stateAfter(id).resolve(await stateOf(id));
          }),
      },
    ],
  });
  return stateAfter(documentId).promise;
}

function stateAfter(documentId: number): PromiseWithResolvers<State> {
  const run = runs.get(documentId) ?? Promise.withResolvers<State>();
  runs.set(documentId, run);
  return run;
}

test('tenants take turns, so that many CVs of one do not hold up those of another', async () => {
  const [b, c] = [await service.createTenant(), await service.createTenant()];
  // Documents that no longer exist. Their jobs run like any other.
  for (const [id, count] of [
    [tenantId, 5],
    [b.id, 3],
    [c.id, 1],
  ] as const) {
    for (let index = 1; index <= count; index++)
      await requestParsing(service.services.database.tenant(id), id, 900_000 + index);
  }
  const runs: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const names = new Map([
    [tenantId, 'a'],
    [b.id, 'b'],
    [c.id, 'c'],
  ]);
  const task = parseCvTask(service.services);
  const own = await startQueue({
    databaseUrl: service.databaseUrl,
    log: service.services.log,
    // A job whose outcome is not stored would hold up the jobs of the tests after this one.
    outcomeMs: 60_000,
    tasks: [
      {
        ...task,
        run: async (payload, attempt) => {
          runs.push(names.get((payload as { tenantId: number }).tenantId)!);
          await task.run(payload, attempt);
          if (runs.length === 9) resolve();
        },
      },
    ],
  });
  await promise;
  await own.stop();
  assert.equal(runs.join(''), 'aabcababa');
});

test('an upload that requests parsing is read in the background', async () => {
  const candidateId = await newCandidate();
  const upload = { filename: 'cv.txt', base64File: Buffer.from(CV).toString('base64'), shouldParseCV: true };
  const { body } = await api.post(`/candidates/${candidateId}/documents/cv`, upload);
  assert.equal((await runOf(body.id ?? body)).cv_parsing_state, 'done');
  assert.equal((await read(candidateId)).resume.jobs.length, 2);
});

test('CVs that an earlier version left waiting are read, although it was killed while it read one', async () => {
  const documentIds: number[] = [];
  for (const firstName of ['Jana', 'Ida'])
    documentIds.push(await addDocument(await newCandidate({ firstName }), Buffer.from(CV)));
  const add = (documentId: number) =>
    `PERFORM graphile_worker.add_job('parse_cv', '${JSON.stringify({ tenantId, documentId })}',
       queue_name := 'parse_cv', job_key := 'parse_cv:${documentId}');`;
  const locked = "locked_by = 'killed', locked_at = now() - interval '6 minutes'";
  // In one transaction, because the queue of an earlier test would take the jobs before they are locked.
  await service.sql(`DO $$ BEGIN
    ${documentIds.map(add).join('\n')}
    UPDATE graphile_worker._private_jobs SET ${locked} WHERE key = 'parse_cv:${documentIds[0]}';
    UPDATE graphile_worker._private_job_queues SET ${locked} WHERE queue_name = 'parse_cv';
  END $$`);
  await releaseStalledCvsTask(service.services).run(undefined);
  for (const id of documentIds) assert.equal((await runOf(id)).cv_parsing_state, 'done');
});

for (const [maximumAttempts, message] of [
  [1, 'The data in the file could not be stored.'],
  [2, 'The data in the file could not be stored. It will be retried automatically.'],
] as const) {
  test(`attempt 1 of ${maximumAttempts} that cannot store the data leaves "${message}"`, async () => {
    const documentId = await addDocument(await newCandidate(), Buffer.from(CV));
    await service.sql(`CREATE FUNCTION reject_row() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no row'; END $$`);
    await service.sql(
      'CREATE TRIGGER reject_row BEFORE INSERT ON resume_job FOR EACH ROW EXECUTE FUNCTION reject_row()',
    );
    await service.sql("SELECT graphile_worker.add_job('parse_cv', $1::json, max_attempts := $2::int)", [
      JSON.stringify({ tenantId, documentId }),
      maximumAttempts,
    ]);
    const left = await runOf(documentId);
    await service.sql('DROP FUNCTION reject_row CASCADE');
    assert.deepEqual(left, { cv_parsing_state: 'failed', cv_parsing_message: message });
  });
}

test('the metrics count the runs of the parser by outcome', async () => {
  const registry = new Registry();
  const task = parseCvTask(service.services, new CvMetrics(registry));
  for (const contents of [CV, CV, '%PDF-1.7 cut off']) {
    const documentId = await addDocument(await newCandidate(), Buffer.from(contents));
    await task.run({ tenantId, documentId });
  }
  const text = await registry.metrics();
  assert.match(text, /^cv_parser_duration_seconds_count\{outcome="parsed"\} 2$/m);
  assert.match(text, /^cv_parser_duration_seconds_count\{outcome="damaged"\} 1$/m);
  assert.match(text, /^cv_parser_running 0$/m);
});
