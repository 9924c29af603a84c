import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openBlobStore } from '../../../open-services.ts';
import { NOTHING, recordedBy } from '../../../testing/change-watch.ts';
import { type ApiResponse, startTestService } from '../../../testing/harness.ts';
import { callDuring } from '../../../testing/held-transaction.ts';
import { readDocumentUsage, setDocumentQuota } from '../../tenants/index.ts';
import { MAXIMUM_BODY_BYTES, MAXIMUM_DOCUMENT_BYTES } from './schema.ts';

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;
const PDF = Buffer.from('%PDF-1.7\nthe contents');

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}
const candidateId = await createCandidate();

const upload = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  api.post(
    `/candidates/${candidateId}/documents/${path}`,
    { base64File: PDF.toString('base64'), ...(body as object) },
    { headers },
  );
const read = async (id: number) => (await api.get(`/candidates/export/documents/${id}`)).body;
const faultsOf = ({ status, body }: ApiResponse) => [
  status,
  ...body.validationErrors.map((fault: Record<string, string>) => `${fault.property} ${fault.code}`),
];

async function storedKeys(): Promise<string[]> {
  return (await Array.fromAsync(openBlobStore(services.settings).list())).map(({ key }) => key).sort();
}

for (const [path, key] of [
  ['cv', 'cv'],
  ['other', 'other'],
  ['driverlicense', 'driverlicense'],
  ['Driver-License', 'driverlicense'],
  ['DRIVER_LICENSE', 'driverlicense'],
  ['CV', 'cv'],
  ['certificate-of-good_conduct', 'certificateofgoodconduct'],
  ['workpermit', 'workpermit'],
  ['application', 'application'],
  ['driver license', 'driverlicense'],
  ['Driver%20License', 'driverlicense'],
  ['driverlicence', 'driverlicense'],
  ['driverslicense', 'driverlicense'],
  ["driver's%20licence", 'driverlicense'],
  ['Drivers-Licence', 'driverlicense'],
  ['work%20permit', 'workpermit'],
  ['certificate of good conduct', 'certificateofgoodconduct'],
] as const) {
  test(`documents/${path} stores a document of the category ${key}`, async () => {
    const response = await upload(path);
    assert.equal(response.status, 200);
    assert.equal((await read(response.body.id)).documentCategory.key, key);
  });
}

test('a category can be named by its id', async () => {
  const list = (await api.get('/masterdata/documentcategories')).body.documentcategories;
  for (const { id, key } of list)
    assert.equal((await read((await upload(String(id))).body.id)).documentCategory.key, key);
});

test('an upload is one change and one event of the document and does not modify the candidate', async () => {
  const before = (await api.get(`/candidates/${candidateId}`)).body.modifiedAtUtc;
  let id = 0;
  const recorded = await recordedBy(service, async () => {
    id = (await upload('cv')).body.id;
  });
  assert.deepEqual(recorded, {
    changes: [{ entity: 'document', kind: 'new', id }],
    events: [{ type: 1406, entityId: id }],
  });
  assert.equal((await api.get(`/candidates/${candidateId}`)).body.modifiedAtUtc, before);
});

test('the stored document has what was sent, and the media type of its contents', async () => {
  const { id } = (await upload('cv', { filename: 'C:\\Temp\\..\\Lebens\u0007\u0000lauf.exe' })).body;
  const document = await read(id);
  assert.equal(document.originalFileName, 'Lebenslauf.exe');
  assert.equal(document.mimeType, 'application/pdf');
  assert.equal(document.sizeBytes, PDF.length);
  assert.equal(document.documentBlob, PDF.toString('base64'));
  assert.equal(document.cvParsingState, null);
});

const LATIN = 'Lebenslauf\r\nJürgen Müller, Straße 1, Größe 1,80 m';
for (const [what, contents, mimeType] of [
  ['a text in windows-1252', Buffer.from(LATIN, 'latin1'), 'text/plain'],
  ['a PDF after an empty line', Buffer.from(`\r\n${PDF.toString('latin1')}`, 'latin1'), 'application/pdf'],
  ['a PDF after spaces', Buffer.from(`${' '.repeat(100)}%PDF-1.4\n`), 'application/pdf'],
  ['a page with the header of a PDF', Buffer.from('<p>\n%PDF-1.4</p>'), 'application/octet-stream'],
  ['a page in windows-1252', Buffer.from('<p>Größe</p>', 'latin1'), 'application/octet-stream'],
  [
    'bytes without control characters',
    Buffer.from('ÄÖÜäöüß€¿ÄÖÜäöü abc', 'latin1'),
    'application/octet-stream',
  ],
  ['letters and a control character', Buffer.from('Größe\u0001', 'latin1'), 'application/octet-stream'],
] as const)
  test(`the media type of ${what} is ${mimeType}`, async () => {
    const { id } = (await upload('other', { base64File: contents.toString('base64') })).body;
    assert.equal((await read(id)).mimeType, mimeType);
  });

test('a document without a file name is stored without one', async () => {
  for (const filename of [undefined, null, '', '/'])
    assert.equal((await read((await upload('other', { filename })).body.id)).originalFileName, null);
});

test('a data URL prefix is accepted', async () => {
  const base64File = `data:application/pdf;base64,${PDF.toString('base64')}`;
  const { id } = (await upload('cv', { base64File })).body;
  assert.equal((await read(id)).documentBlob, PDF.toString('base64'));
});

test('a request for CV parsing is stored with the document', async () => {
  const { id } = (await upload('cv', { shouldParseCV: true })).body;
  assert.equal((await read(id)).cvParsingState, 'requested');
});

for (const [what, body, fault] of [
  ['no file', { base64File: undefined }, 'base64File required'],
  ['null as the file', { base64File: null }, 'base64File required'],
  ['an empty file', { base64File: '' }, 'base64File required'],
  ['an empty data URL', { base64File: 'data:text/plain;base64,' }, 'base64File required'],
  ['a file that is not Base64', { base64File: 'not base64!' }, 'base64File format'],
  ['a number as the file', { base64File: 5 }, 'base64File type'],
  ['a file name that is too long', { filename: 'a'.repeat(256) }, 'filename length'],
  ['a string as shouldParseCV', { shouldParseCV: 'yes' }, 'shouldParseCV type'],
] as const) {
  test(`${what} is rejected and stores nothing`, async () => {
    const before = await storedKeys();
    const recorded = await recordedBy(service, async () => {
      assert.deepEqual(faultsOf(await upload('cv', body)), [400, fault]);
    });
    assert.deepEqual(recorded, NOTHING);
    assert.deepEqual(await storedKeys(), before);
  });
}

test('all faults are reported at once', async () => {
  assert.deepEqual(faultsOf(await upload('cv', { base64File: '', filename: 5, shouldParseCV: 1 })).sort(), [
    400,
    'base64File required',
    'filename type',
    'shouldParseCV type',
  ]);
});

for (const [what, path] of [
  ['an unknown candidate', '/candidates/2147483000/documents/cv'],
  ['a malformed candidate id', '/candidates/abc/documents/other'],
  ['a candidate id beyond int32', '/candidates/99999999999/documents/cv'],
  ['an unknown category', `/candidates/${candidateId}/documents/passport`],
  ['an unknown id of a category', `/candidates/${candidateId}/documents/4711`],
  ['a negative id of a category', `/candidates/${candidateId}/documents/-3`],
] as const) {
  test(`${what} is a 404 and stores nothing`, async () => {
    const before = await storedKeys();
    const response = await api.post(path, { base64File: PDF.toString('base64') });
    assert.equal(response.status, 404);
    assert.deepEqual(await storedKeys(), before);
  });
}

test('a repeated call with the same key returns the same and stores no second file', async () => {
  const first = await upload('cv', { filename: 'a.pdf' }, { 'idempotency-key': 'same' });
  const before = await storedKeys();
  const recorded = await recordedBy(service, async () => {
    const second = await upload('cv', { filename: 'a.pdf' }, { 'idempotency-key': 'same' });
    assert.deepEqual([second.status, second.body], [200, first.body]);
    assert.equal(second.headers.get('idempotency-replayed'), 'true');
  });
  assert.deepEqual(recorded, NOTHING);
  assert.deepEqual(await storedKeys(), before);
  const other = await upload('cv', { filename: 'b.pdf' }, { 'idempotency-key': 'same' });
  assert.deepEqual([other.status, other.body.validationErrors[0].code], [400, 'duplicate']);
});

test('a document of exactly 25 MiB is accepted, and one byte more is a fault of the file', async () => {
  const contents = Buffer.alloc(MAXIMUM_DOCUMENT_BYTES + 1, 'x');
  const exact = await upload('other', { base64File: contents.toString('base64', 1) });
  assert.equal(exact.status, 200);
  const before = await storedKeys();
  const more = await upload('other', { base64File: contents.toString('base64') });
  assert.deepEqual(faultsOf(more), [400, 'base64File length']);
  const [{ message }] = more.body.validationErrors;
  assert.equal(
    message,
    `base64File must decode to at most ${MAXIMUM_DOCUMENT_BYTES} bytes. Send a smaller file.`,
  );
  assert.deepEqual(await storedKeys(), before);
});

test('a body beyond every limit is rejected with 413 before it is read', async () => {
  const response = await fetch(`${service.baseUrl}/v3/candidates/${candidateId}/documents/cv`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api.token}`,
      'user-agent': 'Tests/1.0',
      'content-type': 'application/json',
    },
    body: Buffer.alloc(MAXIMUM_BODY_BYTES + 1, ' '),
  }).catch((error: { cause?: { code?: string } }) => {
    // The response can arrive before the body is sent. The connection is then closed while the client still writes.
    assert.match(error.cause?.code ?? '', /EPIPE|ECONNRESET|UND_ERR_SOCKET/);
    return undefined;
  });
  if (response !== undefined) assert.equal(response.status, 413);
});

test('the bytes on disk reveal nothing of the contents', async () => {
  const mark = randomBytes(16).toString('hex');
  const before = new Set(await storedKeys());
  await upload('other', { base64File: Buffer.from(mark).toString('base64') });
  const [key] = (await storedKeys()).filter((name) => !before.has(name));
  const stored = Buffer.concat(await Array.fromAsync(await openBlobStore(services.settings).read(key!)));
  assert.equal(stored.includes(mark), false);
});

test('a change has the branch of the candidate', async () => {
  const [branch] = await service.sql<{ id: number }>(
    "INSERT INTO branch (tenant_id, name) VALUES ($1, 'Nord') RETURNING id",
    [tenant.id],
  );
  const { id: other } = (
    await api.post('/candidates', { firstName: 'B', lastName: 'B', officeId: branch!.id })
  ).body;
  const { id } = (await api.post(`/candidates/${other}/documents/cv`, { base64File: PDF.toString('base64') }))
    .body;
  await service.settle();
  const inBranch = await api.get(`/candidates/export/documents/changes?officeId=${branch!.id}`);
  assert.deepEqual(
    inBranch.body.new.map((entry: { id: number }) => entry.id),
    [id],
  );
});

test('a quota is exact, also for uploads at the same time, and a deletion makes room', async () => {
  const limited = await service.createTenant();
  const db = services.database.tenant(limited.id);
  const candidate = await limited.api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' });
  const path = `/candidates/${candidate.body.id}/documents/other`;
  const base64File = Buffer.alloc(1000, 'x').toString('base64');
  assert.equal((await limited.api.post(path, { base64File })).status, 200);
  await setDocumentQuota(db, limited.id, 5000);
  const before = await storedKeys();
  const answers = await Promise.all(Array.from({ length: 12 }, () => limited.api.post(path, { base64File })));
  const stored = answers.filter(({ status }) => status === 200);
  assert.equal(stored.length, 4);
  for (const { status, body } of answers.filter((answer) => !stored.includes(answer))) {
    assert.equal(status, 507);
    assert.match(body.message, /quota.*Delete documents/);
  }
  assert.equal((await storedKeys()).length, before.length + 4);
  assert.deepEqual(await readDocumentUsage(db, limited.id), { usedBytes: 5000, quotaBytes: 5000 });
  // Small writes and other tenants are not affected.
  assert.equal((await limited.api.put(`/candidates/${candidate.body.id}`, { lastName: 'B' })).status, 204);
  assert.equal((await upload('other')).status, 200);
  assert.equal(
    (await (await service.platform('admin', limited)).delete(`/documents/${stored[0]!.body.id}`)).status,
    204,
  );
  assert.equal((await limited.api.post(path, { base64File })).status, 200);
  await setDocumentQuota(db, limited.id, null);
  assert.equal((await limited.api.post(path, { base64File })).status, 200);
});

const ADD_DOCUMENT = `
  INSERT INTO document (tenant_id, candidate_id, document_category_id, mime_type,
                        size_bytes, sha256, blob_key, wrapped_key, master_key_id)
  SELECT tenant_id, candidate_id, document_category_id, mime_type,
         size_bytes, sha256, blob_key || 'b', wrapped_key, master_key_id FROM document WHERE id = $1`;

test('a document that is added while its candidate moves to another branch is in the changes of that branch', async () => {
  const [branch] = await service.sql<{ id: number }>(
    "INSERT INTO branch (tenant_id, name) VALUES ($1, 'Nord') RETURNING id",
    [tenant.id],
  );
  const other = await createCandidate();
  const { body: first } = await api.post(`/candidates/${other}/documents/cv`, {
    base64File: PDF.toString('base64'),
  });
  const { status } = await callDuring(service, ADD_DOCUMENT, [first.id], () =>
    api.put(`/candidates/${other}`, { officeId: branch!.id }),
  );
  assert.equal(status, 204);
  await service.settle();
  const { body: changes } = await api.get(`/candidates/export/documents/changes?officeId=${branch!.id}`);
  const documents = await service.sql('SELECT id FROM document WHERE candidate_id = $1 ORDER BY id', [other]);
  assert.equal(documents.length, 2);
  const changed: { id: number }[] = [...changes.new, ...changes.modified];
  assert.deepEqual(
    changed.map(({ id }) => ({ id })),
    documents,
  );
});
