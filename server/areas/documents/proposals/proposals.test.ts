import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { SAMPLES_DIRECTORY } from '../../../checks/cv-samples/measure.ts';
import { faultsOf } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { parseCvTask } from '../index.ts';

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;
const recruiter = await service.platform('recruiter');
const admin = await service.platform('admin');

/** Sure, except for the second job: what it is called and where it was are not told apart. */
const CV = [
  'Jana Wieczorek',
  'Oderstraße 12, 12051 Berlin',
  'Mobil: 0171 3920042',
  'jana.wieczorek@example.org',
  'Berufserfahrung',
  '04/2019 – heute  Staplerfahrerin, Spreekai Logistik GmbH',
  '09/2014 – 03/2019  Blaues Feld, Grünes Tal',
  'Sprachen',
  'Deutsch: Muttersprache',
].join('\n');

interface Proposal {
  id: number;
  property: string;
  value: Record<string, unknown>;
  confidence: number;
  state: string;
  sources: { page: number | null; line: number; text: string; rectangle: object | null }[];
  decidedAtUtc: string | null;
}

async function newCandidate(body: object = {}): Promise<number> {
  const created = await api.post('/candidates', { firstName: 'Jana', lastName: 'Wieczorek', ...body });
  return created.body.id;
}

async function addCv(candidateId: number, text = CV): Promise<string> {
  const cv = { filename: 'cv.txt', base64File: Buffer.from(text).toString('base64') };
  const { body } = await api.post(`/candidates/${candidateId}/documents/cv`, cv);
  await parse(body.id);
  return `/candidates/${candidateId}/documents/${body.id}`;
}

const parse = (documentId: number) => parseCvTask(services).run({ tenantId: tenant.id, documentId });
const idOf = (path: string) => Number(path.split('/').at(-1));

async function proposalsOf(path: string): Promise<Proposal[]> {
  const { status, body, text } = await api.get(`${path}/proposals`);
  assert.equal(status, 200, text);
  return body.proposals;
}

const openOf = async (path: string) => (await proposalsOf(path)).filter(({ state }) => state === 'open');
const jobsOf = async (path: string) =>
  (await api.get(path.replace(/\/documents.*/, ''))).body.resume.jobs.map(
    (job: { position: string }) => job.position,
  );
/** The last changes, newest first. */
const lastChanges = (path: string, limit: number) =>
  service.sql<{ entity: string; actor_kind: string; properties: string[] }>(
    `SELECT entity, actor_kind, properties FROM change_log
      WHERE (entity = 'document' AND record_id = $1) OR (entity = 'candidate' AND record_id = $2)
      ORDER BY sequence DESC LIMIT ${limit}`,
    [idOf(path), Number(path.split('/')[2])],
  );

describe('a CV that is read', () => {
  test('is written as far as it is sure, and the rest is proposed, each value with its lines', async () => {
    const path = await addCv(await newCandidate());
    const proposals = await proposalsOf(path);
    const job = proposals.find(({ value }) => value.position === 'Staplerfahrerin')!;
    assert.equal(job.state, 'written');
    assert.ok(job.confidence > 0.95);
    assert.deepEqual(job.sources, [{ page: null, line: 6, text: CV.split('\n')[5], rectangle: null }]);
    const email = proposals.find(({ property }) => property === 'contact.email')!;
    assert.deepEqual(
      [email.state, email.value, email.sources[0]?.line],
      ['written', { contact: { email: 'jana.wieczorek@example.org' } }, 4],
    );
    const [open, ...others] = await openOf(path);
    assert.deepEqual(others, []);
    assert.equal(open!.property, 'resume.jobs');
    assert.ok(open!.confidence < 0.95);
    assert.deepEqual(await jobsOf(path), ['Staplerfahrerin']);
    const list = await api.get(`/candidates/export${path.replace(/\/\d+$/, '')}`);
    assert.equal(list.body.candidateDocuments[0].openProposals, 1);
  });

  test('says what was left over', async () => {
    const path = await addCv(await newCandidate(), `${CV}\nAusbildung\n2003 - 2006\n`);
    const { body } = await api.get(`${path}/proposals`);
    assert.deepEqual(body.leftovers, [{ code: 'unusedPeriods', count: 1, pages: [] }]);
  });

  test('says that nothing was found', async () => {
    const path = await addCv(await newCandidate(), 'x');
    const { body } = await api.get(`${path}/proposals`);
    assert.deepEqual(body, { proposals: [], leftovers: [{ code: 'nothingFound', count: 1, pages: [] }] });
  });

  test('again changes nothing, and proposes nothing that was decided', async () => {
    const path = await addCv(await newCandidate());
    const before = await proposalsOf(path);
    await parse(idOf(path));
    assert.deepEqual(await proposalsOf(path), before);
    const [open] = await openOf(path);
    assert.equal((await api.put(`${path}/proposals/${open!.id}`, { state: 'rejected' })).status, 204);
    await parse(idOf(path));
    assert.deepEqual(await openOf(path), []);
  });

  test('is only proposed if the tenant wants that', async () => {
    await admin.put('/documents/cv/settings', { proposesEverything: true });
    const path = await addCv(await newCandidate());
    await admin.put('/documents/cv/settings', { proposesEverything: false });
    assert.deepEqual(new Set((await proposalsOf(path)).map(({ state }) => state)), new Set(['open']));
    assert.deepEqual(await jobsOf(path), []);
    const [change] = await lastChanges(path, 1);
    assert.deepEqual(change, {
      entity: 'document',
      actor_kind: 'system',
      properties: ['cvParsingState', 'cvParsingMessage', 'proposals'],
    });
  });

  test('is written from the confidence that the tenant has chosen', async () => {
    await admin.put('/documents/cv/settings', { minimumConfidence: 1 });
    const path = await addCv(await newCandidate());
    await admin.put('/documents/cv/settings', { minimumConfidence: null });
    assert.deepEqual(new Set((await proposalsOf(path)).map(({ state }) => state)), new Set(['open']));
  });
});

describe('a CV that is a picture', async () => {
  const picture = await readFile(join(SAMPLES_DIRECTORY, '../pictures/cv.png'));
  const add = async (recognizesText: boolean) => {
    const cv = { filename: 'cv.png', base64File: picture.toString('base64') };
    const candidateId = await newCandidate();
    const { body } = await api.post(`/candidates/${candidateId}/documents/cv`, cv);
    const settings = { ...services.settings, recognizesText };
    const task = parseCvTask({ ...services, settings });
    await task.run({ tenantId: tenant.id, documentId: body.id });
    return `/candidates/${candidateId}/documents/${body.id}`;
  };

  test('is not read without the recognition of text, and the document says what to do', async () => {
    const path = await add(false);
    const list = await api.get(`/candidates/export${path.replace(/\/\d+$/, '')}`);
    const [{ cvParsingState, cvParsingMessage }] = list.body.candidateDocuments;
    assert.equal(cvParsingState, 'failed');
    assert.match(
      cvParsingMessage,
      /^The file is a picture, .* Ask for the CV as a PDF with text, or as DOCX/,
    );
  });

  test('is only proposed with it, each value with the place of its line in pixels', async () => {
    const path = await add(true);
    const { body } = await api.get(`${path}/proposals`);
    assert.deepEqual(body.leftovers, [{ code: 'recognizedPages', count: 1, pages: [1] }]);
    const proposals = body.proposals as Proposal[];
    assert.deepEqual(new Set(proposals.map(({ state }) => state)), new Set(['open']));
    const job = proposals.find(({ property }) => property === 'resume.jobs')!;
    assert.deepEqual(
      [job.value.position, job.value.employer, job.value.fromDate],
      ['Staplerfahrerin', 'Spreekai Logistik GmbH', '2019-04-01'],
    );
    const [{ page, text, rectangle } = assert.fail()] = job.sources;
    assert.deepEqual([page, text], [1, '04/2019 - heute  Staplerfahrerin, Spreekai Logistik GmbH']);
    // As the picture was made: letters of 32 pixels from (60, 375) on, with an image height of 600.
    const { left, bottom, right, top } = rectangle as Record<string, number>;
    const isNear = (found: number | undefined, expected: number) => Math.abs(found! - expected) < 12;
    assert.ok(isNear(left, 60) && isNear(right, 975) && isNear(bottom, 218) && isNear(top, 250));
  });
});

describe('a proposal', () => {
  test('that is accepted is written like a change by the person, once', async () => {
    const path = await addCv(await newCandidate());
    const [open] = await openOf(path);
    const accept = () => recruiter.put(`${path}/proposals/${open!.id}`, { state: 'accepted' });
    assert.equal((await accept()).status, 204);
    assert.equal((await jobsOf(path)).length, 2);
    assert.deepEqual(await lastChanges(path, 2), [
      { entity: 'document', actor_kind: 'user', properties: ['proposals'] },
      { entity: 'candidate', actor_kind: 'user', properties: ['resume.jobs'] },
    ]);
    const [log] = await service.sql<{ last: number }>('SELECT max(sequence) AS last FROM change_log');
    assert.equal((await accept()).status, 204);
    assert.deepEqual(await service.sql('SELECT max(sequence) AS last FROM change_log'), [log]);
    assert.equal((await jobsOf(path)).length, 2);
    const decided = (await proposalsOf(path)).find(({ id }) => id === open!.id)!;
    assert.equal(decided.state, 'accepted');
    assert.ok(decided.decidedAtUtc !== null);
    const rejection = await api.put(`${path}/proposals/${open!.id}`, { state: 'rejected' });
    assert.equal(rejection.status, 409);
  });

  test('whose property was filled meanwhile is a conflict, and nothing changes', async () => {
    await admin.put('/documents/cv/settings', { proposesEverything: true });
    const path = await addCv(await newCandidate());
    await admin.put('/documents/cv/settings', { proposesEverything: false });
    const candidate = path.replace(/\/documents.*/, '');
    await api.put(candidate, { contact: { email: 'other@example.org' } });
    const email = (await openOf(path)).find(({ property }) => property === 'contact.email')!;
    const answer = await api.put(`${path}/proposals/${email.id}`, { state: 'accepted' });
    assert.equal(answer.status, 409);
    assert.match(answer.body.message, /already has another value for contact.email/);
    assert.equal((await api.get(candidate)).body.contact.email, 'other@example.org');
    assert.equal(
      (await openOf(path)).some(({ id }) => id === email.id),
      true,
    );
    await api.put(candidate, { contact: { email: 'jana.wieczorek@example.org' } });
    assert.equal((await api.put(`${path}/proposals/${email.id}`, { state: 'accepted' })).status, 204);
  });

  test('that is rejected leaves the candidate as it is, and can be taken up again', async () => {
    const path = await addCv(await newCandidate());
    const [open] = await openOf(path);
    const before = await jobsOf(path);
    for (const [state, stored] of [
      ['rejected', 'rejected'],
      ['open', 'open'],
      ['accepted', 'accepted'],
    ] as const) {
      assert.equal((await api.put(`${path}/proposals/${open!.id}`, { state })).status, 204);
      assert.equal((await proposalsOf(path)).find(({ id }) => id === open!.id)!.state, stored);
      if (state !== 'accepted') assert.deepEqual(await jobsOf(path), before);
    }
  });

  test('is found only with its document and candidate', async () => {
    const path = await addCv(await newCandidate());
    const other = await addCv(await newCandidate());
    const [open] = await openOf(path);
    const body = { state: 'accepted' };
    assert.equal((await api.put(`${other}/proposals/${open!.id}`, body)).status, 404);
    const foreign = `${other.replace(/\d+$/, '')}${idOf(path)}`;
    assert.equal((await api.put(`${foreign}/proposals/${open!.id}`, body)).status, 404);
    assert.equal((await api.get(`${foreign}/proposals`)).status, 404);
    assert.equal((await openOf(path)).length, 1);
  });

  test('goes with its document', async () => {
    const path = await addCv(await newCandidate());
    await recruiter.delete(`/documents/${idOf(path)}`);
    assert.deepEqual(
      await service.sql('SELECT 1 FROM document_proposal WHERE document_id = $1', [idOf(path)]),
      [],
    );
  });
});

describe('all proposals of a document', () => {
  test('are accepted as one change of the candidate, except for conflicts', async () => {
    await admin.put('/documents/cv/settings', { proposesEverything: true });
    const path = await addCv(await newCandidate());
    await admin.put('/documents/cv/settings', { proposesEverything: false });
    const candidate = path.replace(/\/documents.*/, '');
    await api.put(candidate, { location: { city: 'Bonn' } });
    const proposals = await openOf(path);
    const { body, text, status } = await recruiter.put(`${path}/proposals`, { state: 'accepted' });
    assert.equal(status, 200, text);
    const address = proposals.find(({ property }) => property === 'location')!;
    assert.deepEqual(
      body.conflicts.map(({ id, property }: Proposal) => [id, property]),
      [[address.id, 'location']],
    );
    assert.equal(body.decided.length, proposals.length - 1);
    const { body: stored } = await api.get(candidate);
    assert.equal(stored.contact.mobile, '0171 3920042');
    assert.equal(stored.location.city, 'Bonn');
    assert.equal(stored.resume.jobs.length, 2);
    assert.deepEqual(
      (await lastChanges(path, 3)).map(({ entity, actor_kind }) => `${entity} ${actor_kind}`),
      ['document user', 'candidate user', 'candidate client'],
    );
    assert.equal(
      (await api.get(`/candidates/duplicates?email=${stored.contact.email}`)).body.duplicates.length > 0,
      true,
    );
  });

  test('can be chosen by their ids, which must be theirs', async () => {
    await admin.put('/documents/cv/settings', { proposesEverything: true });
    const path = await addCv(await newCandidate());
    await admin.put('/documents/cv/settings', { proposesEverything: false });
    const [first, second] = await openOf(path);
    const unknown = await api.put(`${path}/proposals`, {
      state: 'rejected',
      ids: [first!.id, 2_000_000_000],
    });
    assert.deepEqual(faultsOf(unknown), ['ids[1] unknownReference']);
    const { body } = await api.put(`${path}/proposals`, { state: 'rejected', ids: [second!.id] });
    assert.deepEqual(body, { decided: [second!.id], conflicts: [] });
    assert.equal((await proposalsOf(path)).filter(({ state }) => state === 'rejected').length, 1);
  });
});

test('reading the lines is recorded in the access log, unless the caller has them', async () => {
  const path = await addCv(await newCandidate());
  const first = await api.get(`${path}/proposals`);
  const second = await api.get(`${path}/proposals`, {
    headers: { 'if-none-match': first.headers.get('etag')! },
  });
  assert.equal(second.status, 304);
  assert.deepEqual(
    await service.sql('SELECT kind FROM document_access WHERE document_id = $1', [idOf(path)]),
    [{ kind: 'lines' }],
  );
});

test('no log line has anything of a CV', async () => {
  const path = await addCv(await newCandidate());
  await api.put(`${path}/proposals`, { state: 'accepted' });
  assert.doesNotMatch(JSON.stringify(service.logLines), /Spreekai|jana\.wieczorek/);
});

test('only the administrator changes the settings', async () => {
  assert.equal((await recruiter.get('/documents/cv/settings')).status, 403);
  assert.equal((await admin.put('/documents/cv/settings', { minimumConfidence: 0.4 })).status, 400);
  await admin.put('/documents/cv/settings', { minimumConfidence: 0.9 });
  assert.deepEqual((await admin.get('/documents/cv/settings')).body, {
    proposesEverything: false,
    minimumConfidence: 0.9,
  });
  await admin.put('/documents/cv/settings', { minimumConfidence: null });
});
