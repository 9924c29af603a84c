import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { written } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { externalApplication } from '../../../testing/makers/applications.ts';
import { openSocket } from '../../../testing/raw-http.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(70_000)]);

const application = <T extends object>(changes: T = {} as T) =>
  externalApplication({
    keywords: ['Lager', 'lager ', 'Stapler'],
    documents: [
      {
        filename: 'C:\\Users\\ada\\lebens\u0007lauf.pdf',
        base64File: PDF.toString('base64'),
        documentCategory: 'CV',
      },
    ],
    ...changes,
  });

async function blobFiles(): Promise<string[]> {
  const entries = await readdir(join(service.services.settings.dataDirectory, 'blobs'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function storedRows() {
  const [row] = await service.sql<Record<string, number>>(`SELECT
    (SELECT count(*)::int FROM candidate) AS candidates, (SELECT count(*)::int FROM application) AS applications,
    (SELECT count(*)::int FROM document) AS documents, (SELECT count(*)::int FROM pending_blob) AS pending,
    (SELECT count(*)::int FROM change_log) AS changes`);
  return row!;
}

test('an application from a new person creates a candidate, an application, and documents', async () => {
  const body = application({
    message: 'Guten Tag',
    data: { schicht: ['früh', 'spät'] },
    birthDate: '1990-05-17',
  });
  const response = await api.post('/candidates/applies/external', body);
  assert.equal(response.status, 200);
  assert.equal(response.body.isNewCandidate, true);
  const { body: candidate } = await api.get(`/candidates/${response.body.id}`);
  assert.equal(candidate.isVisible, true);
  assert.equal(candidate.contact.email, body.email);
  assert.deepEqual(
    candidate.keywords.map((entry: { keyword: string }) => entry.keyword),
    ['Lager', 'Stapler'],
  );
  assert.equal(candidate.applies.length, 1);
  assert.deepEqual(candidate.applies[0].data, body.data);
  assert.equal(candidate.applies[0].channelId, 28);
  assert.equal(candidate.documents.length, 1);
  assert.equal(candidate.documents[0].originalFileName, 'lebenslauf.pdf');
  assert.equal(candidate.documents[0].documentCategory.key, 'cv');
  assert.equal(candidate.documents[0].mimeType, 'application/pdf');
  assert.equal(candidate.documents[0].sizeBytes, PDF.length);
});

test('documents are stored encrypted and decrypt to the bytes sent', async () => {
  const response = await api.post('/candidates/applies/external', application());
  const [document] = await service.sql<Record<string, never>>(
    'SELECT * FROM document WHERE candidate_id = $1',
    [response.body.id],
  );
  const contents = service.services.blobs.read(
    {
      key: document!.blob_key!,
      wrappedKey: document!.wrapped_key!,
      masterKeyId: document!.master_key_id!,
      sizeBytes: Number(document!.size_bytes),
      sha256: document!.sha256!,
    },
    { tenantId },
  );
  assert.deepEqual(await buffer(Readable.from(contents)), PDF);
});

test('a second application with the same address in another case goes to the same candidate and keeps its profile', async () => {
  const first = application();
  const { body: created } = await api.post('/candidates/applies/external', first);
  const second = application({ email: first.email.toUpperCase(), lastName: 'Anders', documents: [] });
  const { body: again } = await api.post('/candidates/applies/external', second);
  assert.equal(again.id, created.id);
  assert.equal(again.isNewCandidate, false);
  const { body: candidate } = await api.get(`/candidates/${created.id}`);
  assert.equal(candidate.lastName, 'Muster');
  assert.equal(candidate.applies.length, 2);
});

test('what a known candidate sent is readable at the application, without the contents of documents', async () => {
  const first = application();
  const { body: created } = await api.post('/candidates/applies/external', first);
  const second = application({ email: first.email, lastName: 'Anders', city: 'Hamburg', zipCode: '20095' });
  await api.post('/candidates/applies/external', second);
  const { body: candidate } = await api.get(`/candidates/${created.id}`);
  const { applies } = (await api.get(`/candidates/${created.id}/applies`)).body;
  assert.deepEqual(candidate.applies, applies);
  const { documents, ...values } = second;
  assert.deepEqual(applies[1].submitted, {
    ...values,
    // Texts are trimmed before they are stored.
    keywords: values.keywords.map((keyword) => keyword.trim()),
    documents: documents.map(({ filename }: { filename: string }) => ({ filename })),
  });
  assert.equal(applies[0].submitted.lastName, 'Muster');
  assert.doesNotMatch(JSON.stringify(applies), /base64/i);
});

test('an application recorded through the candidate has no submitted values', async () => {
  const { body: created } = await api.post('/candidates/applies/external', application());
  const user = await service.platform('recruiter');
  await api.post(`/candidates/${created.id}/apply`, { recruiterId: user.user.id });
  const { applies } = (await api.get(`/candidates/${created.id}/applies`)).body;
  assert.equal(applies[1].submitted, null);
});

test('an address that another primary one replaced still belongs to the candidate', async () => {
  const email = `before.${randomBytes(4).toString('hex')}@example.org`;
  const candidate = { firstName: 'A', lastName: 'One', contact: { email } };
  const { id } = (await api.post('/candidates', candidate)).body;
  const primary = { email: `after.${email}`, isPrimary: true };
  assert.equal((await api.post(`/candidates/${id}/email`, primary)).status, 200);
  const { body } = await api.post('/candidates/applies/external', application({ email, documents: [] }));
  assert.deepEqual([body.id, body.isNewCandidate], [id, false]);
});

test('if several candidates have the address, an active one is preferred to an archived one', async () => {
  const email = `twice.${randomBytes(4).toString('hex')}@example.org`;
  const ids = [];
  for (const lastName of ['One', 'Two']) {
    ids.push((await api.post('/candidates', { firstName: 'A', lastName, contact: { email } })).body.id);
  }
  await api.put(`/candidates/${ids[1]}/status`, { statusId: 23 });
  const { body } = await api.post('/candidates/applies/external', application({ email, documents: [] }));
  assert.equal(body.id, ids[0]);
});

test('twenty concurrent applications with one new address create one candidate', async () => {
  const email = `race.${randomBytes(4).toString('hex')}@example.org`;
  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      api.post('/candidates/applies/external', application({ email, documents: [] })),
    ),
  );
  assert.equal(new Set(responses.map(({ body }) => body.id)).size, 1);
  assert.equal(responses.filter(({ body }) => body.isNewCandidate).length, 1);
  const { body: candidate } = await api.get(`/candidates/${responses[0]!.body.id}`);
  assert.equal(candidate.applies.length, 20);
});

test('an application records one event, one change of the candidate, and one change per document', async () => {
  let body = { id: 0, applicationId: 0 };
  const { changes, events } = await written(service, async () => {
    body = (await api.post('/candidates/applies/external', application())).body;
  });
  assert.deepEqual(
    changes.map(({ entity, kind }) => [entity, kind]),
    [
      ['candidate', 'new'],
      ['document', 'new'],
    ],
  );
  assert.deepEqual(events, [
    {
      type: 1405,
      entityId: body.id,
      additionalData: { applicationId: body.applicationId, jobAdId: null },
    },
  ]);
});

test('a response lists all faults of an application, and nothing is stored', async () => {
  const before = { rows: await storedRows(), files: await blobFiles() };
  const response = await api.post(
    '/candidates/applies/external',
    application({
      email: 'not an address',
      privacyChecked: false,
      jobAdId: 4_711_000,
      birthDate: '2026-02-30',
      documents: [
        { filename: 'a.pdf', base64File: PDF.toString('base64') },
        { filename: ' ', base64File: '%%%' },
        { base64File: '' },
        { filename: 'x', base64File: 12 },
      ],
    }),
  );
  assert.equal(response.status, 400);
  const faults = response.body.validationErrors.map(
    ({ property, code }: Record<string, string>) => `${property} ${code}`,
  );
  for (const fault of [
    'email format',
    'privacyChecked enum',
    'jobAdId unknownReference',
    'birthDate format',
    'documents[1].base64File format',
    'documents[2].base64File required',
    'documents[3].base64File type',
  ]) {
    assert.ok(faults.includes(fault), `${fault} is missing in ${faults.join(', ')}`);
  }
  assert.deepEqual({ rows: await storedRows(), files: await blobFiles() }, before);
});

test('an unknown document category is rejected, and nothing is stored', async () => {
  const before = { rows: await storedRows(), files: await blobFiles() };
  const response = await api.post(
    '/candidates/applies/external',
    application({
      documents: [{ filename: 'a.pdf', base64File: PDF.toString('base64'), documentCategory: 'selfie' }],
    }),
  );
  assert.deepEqual(
    response.body.validationErrors.map(({ property, code }: Record<string, string>) => [property, code]),
    [['documents[0].documentCategory', 'unknownReference']],
  );
  assert.deepEqual({ rows: await storedRows(), files: await blobFiles() }, before);
});

test('a truncated body stores nothing', async () => {
  const before = { rows: await storedRows(), files: await blobFiles() };
  const text = JSON.stringify(application());
  const response = await api.post('/candidates/applies/external', undefined, { rawBody: text.slice(0, -30) });
  assert.equal(response.status, 400);
  assert.deepEqual({ rows: await storedRows(), files: await blobFiles() }, before);
});

test('a database error halfway through leaves neither rows nor files', async () => {
  const before = { rows: await storedRows(), files: await blobFiles() };
  await service.sql(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`,
  );
  await service.sql('CREATE TRIGGER refuse BEFORE INSERT ON document FOR EACH ROW EXECUTE FUNCTION refuse()');
  const response = await api.post('/candidates/applies/external', application(), { skipResponseCheck: true });
  await service.sql('DROP TRIGGER refuse ON document');
  assert.equal(response.status, 500);
  assert.deepEqual({ rows: await storedRows(), files: await blobFiles() }, before);
});

test('a repeated Idempotency-Key returns the same response and stores no second row or file', async () => {
  const body = application();
  const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
  const first = await api.post('/candidates/applies/external', body, { headers });
  const before = { rows: await storedRows(), files: await blobFiles() };
  const second = await api.post('/candidates/applies/external', body, { headers });
  assert.equal(second.status, 200);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  assert.deepEqual(second.body, first.body);
  assert.deepEqual({ rows: await storedRows(), files: await blobFiles() }, before);
});

/** Sends only the headers of a request with a body of this size, and returns the start of the response. */
async function sendHeaders(bytes: number): Promise<string> {
  const socket = await openSocket(service.baseUrl);
  try {
    socket.write(
      [
        'POST /v3/candidates/applies/external HTTP/1.1',
        'Host: x',
        'User-Agent: Test/1.0',
        `Authorization: Bearer ${api.token}`,
        'Content-Type: application/json',
        `Content-Length: ${bytes}`,
        'Expect: 100-continue',
        '\r\n',
      ].join('\r\n'),
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    return first.toString();
  } finally {
    socket.destroy();
  }
}

test('a body of more than 100 MB is rejected before it is read', async () => {
  const limit = 100 * 1024 * 1024;
  assert.match(await sendHeaders(limit), /^HTTP\/1\.1 100 Continue\r\n/);
  assert.match(await sendHeaders(limit + 1), /^HTTP\/1\.1 413 /);
});

test('a body without Content-Length is rejected at the first byte above 100 MB', async () => {
  const before = { rows: await storedRows(), files: await blobFiles() };
  const [head, tail] = JSON.stringify(application({ documents: [{ filename: 'a', base64File: '#' }] })).split(
    '#',
  );
  const fill = Buffer.alloc(64 * 1024, 'A');
  async function* body() {
    yield Buffer.from(head!);
    let left = 100 * 1024 * 1024 + 1 - head!.length - tail!.length;
    for (; left > fill.length; left -= fill.length) yield fill;
    yield fill.subarray(0, left - (left % 4));
    yield Buffer.from(tail! + ' '.repeat(left % 4));
  }
  const response = await api.post('/candidates/applies/external', undefined, {
    rawBody: Readable.toWeb(Readable.from(body())) as ReadableStream,
  });
  assert.equal(response.status, 413);
  assert.deepEqual({ rows: await storedRows(), files: await blobFiles() }, before);
});

test('CV parsing is requested only for documents with shouldParseCV', async () => {
  const file = (text: string) => Buffer.from(text).toString('base64');
  const documents = [
    { filename: 'a.txt', base64File: file('Lebenslauf'), documentCategory: 'cv', shouldParseCV: true },
    { filename: 'b.txt', base64File: file('Anschreiben') },
  ];
  const { body } = await api.post('/candidates/applies/external', application({ documents }));
  const rows = await service.sql<{ original_file_name: string; cv_parsing_state: string | null }>(
    'SELECT original_file_name, cv_parsing_state FROM document WHERE candidate_id = $1 ORDER BY 1',
    [body.id],
  );
  assert.deepEqual(
    rows.map((row) => row.cv_parsing_state),
    ['requested', null],
  );
  const jobs = await service.sql("SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'parse-cv'");
  assert.equal(jobs.length, 1);
});
