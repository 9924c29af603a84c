import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { SEGMENT_BYTES as SEGMENT } from '../../../core/blobs/index.ts';
import { openBlobStore } from '../../../open-services.ts';
import { eventually } from '../../../testing/another-process.ts';
import { NOTHING, recordedBy } from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';

const service = await startTestService();
const { tenant, services } = service;
const { api } = tenant;
const store = openBlobStore(services.settings);

const candidateId: number = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
async function upload(contents: Buffer, filename?: string): Promise<number> {
  const body = { base64File: contents.toString('base64'), filename };
  return (await api.post(`/candidates/${candidateId}/documents/cv`, body)).body.id;
}

const contents = randomBytes(3 * SEGMENT + 1001);
const id = await upload(contents, 'Führerschein.pdf');
const etag = `"${createHash('sha256').update(contents).digest('hex')}"`;

const headers = { authorization: `Bearer ${api.token}`, 'user-agent': 'Tests/1.0' };
async function download(documentId: number, extra: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(`${service.baseUrl}/v3/candidates/export/documents/${documentId}/content`, {
    method,
    headers: { ...headers, ...extra },
  });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, header: (name: string) => response.headers.get(name), body };
}

async function accesses(documentId: number) {
  return service.sql<{ kind: string; candidate_id: number; user_id: number | null; has_client: boolean }>(
    `SELECT kind, candidate_id, user_id, api_client_id IS NOT NULL AS has_client
       FROM document_access WHERE document_id = $1 ORDER BY id`,
    [documentId],
  );
}

/** Changes the stored bytes, as someone with access to the disk can. */
async function tamper(documentId: number, change: ((stored: Buffer) => void) | 'delete'): Promise<void> {
  const [row] = await service.sql<{ blob_key: string }>('SELECT blob_key FROM document WHERE id = $1', [
    documentId,
  ]);
  const key = row!.blob_key;
  const stored = Buffer.concat(await Array.fromAsync(await store.read(key)));
  await store.delete(key);
  if (change === 'delete') return;
  change(stored);
  const writer = await store.create(key);
  await writer.write(stored);
  await writer.commit();
}

test('a document is read with its contents as Base64', async () => {
  const { status, body, headers: sent, text } = await api.get(`/candidates/export/documents/${id}`);
  assert.equal(status, 200);
  assert.equal(body.documentBlob, contents.toString('base64'));
  assert.deepEqual(
    [body.id, body.candidateId, body.originalFileName, body.documentCategory, body.sizeBytes],
    [id, candidateId, 'Führerschein.pdf', { id: 1, key: 'cv', name: 'CV' }, contents.length],
  );
  assert.equal(Number(sent.get('content-length') ?? Buffer.byteLength(text)), Buffer.byteLength(text));
});

test('names of categories follow Accept-Language', async () => {
  const german = { headers: { 'accept-language': 'de' } };
  const paths = [`documents/${id}`, `candidates/${candidateId}/documents`, 'documents/changes'];
  for (const path of paths) {
    const response = await api.get(`/candidates/export/${path}`, german);
    assert.match(response.text, /"name" ?: ?"Lebenslauf"/);
    assert.match(response.headers.get('vary')!, /accept-language/);
  }
});

test('an unchanged document is a 304 that reads no contents', async () => {
  const own = await upload(Buffer.from('a'));
  const path = `/candidates/export/documents/${own}`;
  const tag = (await api.get(path)).headers.get('etag')!;
  const again = await api.get(path, { headers: { 'if-none-match': tag } });
  assert.deepEqual([again.status, again.text], [304, '']);
  assert.equal((await accesses(own)).length, 1);
});

test('the documents of a candidate are listed by id, without contents', async () => {
  const other = (await api.post('/candidates', { firstName: 'B', lastName: 'B' })).body.id;
  const path = `/candidates/export/candidates/${other}/documents`;
  assert.deepEqual((await api.get(path)).body, { candidateDocuments: [] });
  const ids = [];
  for (const name of ['b.txt', 'a.txt'])
    ids.push(
      (await api.post(`/candidates/${other}/documents/other`, { base64File: 'YWJj', filename: name })).body
        .id,
    );
  const { candidateDocuments } = (await api.get(path)).body;
  assert.deepEqual(
    candidateDocuments.map((entry: Record<string, unknown>) => [
      entry.id,
      entry.originalFileName,
      entry.mimeType,
    ]),
    [
      [ids[0], 'b.txt', 'text/plain'],
      [ids[1], 'a.txt', 'text/plain'],
    ],
  );
  assert.equal('documentBlob' in candidateDocuments[0], false);
});

for (const path of [
  '/candidates/export/documents/2147483000',
  '/candidates/export/documents/abc',
  '/candidates/export/documents/1.5',
  '/candidates/export/documents/99999999999',
  '/candidates/export/documents/2147483000/content',
  '/candidates/export/documents/abc/content',
  '/candidates/export/candidates/2147483000/documents',
  '/candidates/export/candidates/abc/documents',
]) {
  test(`${path} is a 404`, async () => {
    assert.equal((await api.get(path)).status, 404);
  });
}

test('contents are returned as sent, as a download with their media type', async () => {
  const pdf = await upload(Buffer.from('%PDF-1.7\n'), 'Führerschein "neu".pdf');
  const { status, header, body } = await download(pdf, { 'accept-encoding': 'gzip, br' });
  assert.equal(status, 200);
  assert.equal(String(body), '%PDF-1.7\n');
  assert.equal(header('content-type'), 'application/pdf');
  assert.equal(
    header('content-disposition'),
    `attachment; filename="F_hrerschein _neu_.pdf"; filename*=UTF-8''F%C3%BChrerschein%20%22neu%22.pdf`,
  );
  assert.equal(header('x-content-type-options'), 'nosniff');
  assert.equal(header('accept-ranges'), 'bytes');
  assert.equal(header('content-length'), '9');
});

test('a text is offered with the extension of a text, and keeps the name under which it was sent', async () => {
  const id = await upload(Buffer.from('@echo off\r\ncalc.exe\r\n'), 'Lebenslauf.pdf.bat');
  const { header } = await download(id);
  assert.equal(
    header('content-disposition'),
    `attachment; filename="Lebenslauf.pdf.bat.txt"; filename*=UTF-8''Lebenslauf.pdf.bat.txt`,
  );
  const { body } = await api.get(`/candidates/export/documents/${id}`);
  assert.equal(body.originalFileName, 'Lebenslauf.pdf.bat');
});

test('text is not compressed, even if the client accepts it', async () => {
  const text = Buffer.alloc(100_000, 'Lebenslauf ');
  const { header, body } = await download(await upload(text), { 'accept-encoding': 'gzip, br' });
  assert.deepEqual(body, text);
  assert.equal(header('content-encoding'), null);
  assert.equal(header('content-type'), 'text/plain');
  assert.equal(header('content-length'), '100000');
});

test('a web page is stored as bytes of unknown type', async () => {
  const { header } = await download(await upload(Buffer.from('<html><script>alert(1)</script>')));
  assert.equal(header('content-type'), 'application/octet-stream');
});

test('every range is the slice of the contents', async () => {
  const border = fc.constantFrom(0, 1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT, contents.length - 1);
  const offset = fc.oneof(border, fc.nat({ max: contents.length - 1 }));
  await fc.assert(
    fc.asyncProperty(offset, offset, fc.boolean(), async (one, other, isOpen) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      const { status, header, body } = await download(id, { range: `bytes=${start}-${isOpen ? '' : end}` });
      const last = isOpen ? contents.length - 1 : end;
      assert.equal(status, 206);
      assert.equal(header('content-range'), `bytes ${start}-${last}/${contents.length}`);
      assert.deepEqual(body, contents.subarray(start, last + 1));
    }),
    { numRuns: 60 },
  );
});

test('a range counted from the end is the end of the contents', async () => {
  const { status, header, body } = await download(id, { range: 'bytes=-70000' });
  assert.equal(status, 206);
  assert.equal(header('content-length'), '70000');
  assert.deepEqual(body, contents.subarray(-70_000));
});

test('a request for several ranges or a malformed one returns the whole document', async () => {
  for (const range of ['bytes=0-1,5-6', 'bytes=9-1', 'lines=1-2']) {
    const { status, header, body } = await download(id, { range });
    assert.deepEqual([status, header('content-range'), body.length], [200, null, contents.length]);
  }
});

test('a range that starts past the end is a 416 with the size', async () => {
  const response = await api.get(`/candidates/export/documents/${id}/content`, {
    headers: { range: `bytes=${contents.length}-` },
  });
  assert.equal(response.status, 416);
  assert.equal(response.headers.get('content-range'), `bytes */${contents.length}`);
  assert.equal(response.headers.get('content-disposition'), null);
});

test('If-Range returns the range for the tag of the contents, and the whole document for another tag', async () => {
  const range = { range: 'bytes=0-9' };
  const { status, header } = await download(id, { ...range, 'if-range': etag });
  assert.deepEqual([status, header('etag')], [206, etag]);
  for (const ifRange of ['"other"', `W/${etag}`, new Date().toUTCString()])
    assert.equal((await download(id, { ...range, 'if-range': ifRange })).status, 200);
});

test('a current copy is a 304, with and without a range', async () => {
  const requests: Record<string, string>[] = [{}, { range: 'bytes=0-9' }];
  for (const extra of requests) {
    const { status, body } = await download(id, { 'if-none-match': etag, ...extra });
    assert.deepEqual([status, body.length], [304, 0]);
  }
});

test('a range is read without reading what comes before it', async () => {
  const own = await upload(contents);
  await tamper(own, (stored) => stored.fill(0, 0, 100));
  const { status, body } = await download(own, { range: `bytes=${2 * SEGMENT}-${2 * SEGMENT + 9}` });
  assert.equal(status, 206);
  assert.deepEqual(body, contents.subarray(2 * SEGMENT, 2 * SEGMENT + 10));
});

test('HEAD has the headers of GET and reads no contents', async () => {
  const own = await upload(contents);
  const { status, header, body } = await download(own, { range: 'bytes=0-9' }, 'HEAD');
  assert.deepEqual([status, header('content-length'), body.length], [200, String(contents.length), 0]);
  const record = await fetch(`${service.baseUrl}/v3/candidates/export/documents/${own}`, {
    method: 'HEAD',
    headers,
  });
  assert.equal(record.status, 200);
  assert.deepEqual(await accesses(own), []);
});

test('every read of contents is in the access log, with client and candidate', async () => {
  const own = await upload(contents);
  await api.get(`/candidates/export/candidates/${candidateId}/documents`);
  await api.get(`/candidates/export/documents/${own}`);
  await download(own);
  await download(own, { range: 'bytes=0-9' });
  const entry = { candidate_id: candidateId, user_id: null, has_client: true };
  assert.deepEqual(
    await accesses(own),
    ['record', 'content', 'range'].map((kind) => ({ kind, ...entry })),
  );
});

test('reading records no change and no event', async () => {
  const recorded = await recordedBy(service, async () => {
    await api.get(`/candidates/export/documents/${id}`);
    await download(id);
  });
  assert.deepEqual(recorded, NOTHING);
});

for (const [what, change] of [
  // Inverted, because a byte of an encrypted file is any byte, also 0.
  ['damaged', (stored: Buffer) => stored.writeUInt8(stored.readUInt8(0) ^ 0xff, 0)],
  ['missing', 'delete'],
] as const) {
  test(`${what} contents are a 500 whose log line names the document`, async () => {
    const own = await upload(contents);
    await tamper(own, change);
    for (const path of ['', '/content']) {
      const response = await api.get(`/candidates/export/documents/${own}${path}`, {
        skipResponseCheck: true,
      });
      assert.equal(response.status, 500);
      assert.match(response.body.messageGuid, /^[0-9a-f-]{36}$/);
      assert.deepEqual(
        [response.headers.get('content-disposition'), response.headers.get('etag')],
        [null, null],
      );
      const lines = service.logLines.filter((line) => line.documentId === own);
      assert.ok(lines.length > 0);
      assert.ok(service.logLines.some((line) => line.messageGuid === response.body.messageGuid));
    }
    assert.deepEqual(await accesses(own), []);
  });
}

test('damage found after the first byte cuts the connection', async () => {
  const large = randomBytes(6 * SEGMENT);
  const own = await upload(large);
  await tamper(own, (stored) => stored.fill(0, stored.length - 100));
  for (const path of ['', '/content']) {
    const response = await fetch(`${service.baseUrl}/v3/candidates/export/documents/${own}${path}`, {
      headers,
    });
    assert.equal(response.status, 200);
    await assert.rejects(response.arrayBuffer());
  }
  assert.ok(service.logLines.some((line) => line.documentId === own && line.reason === 'segment'));
});

test('no file stays open after a client disconnects', async () => {
  const own = await upload(randomBytes(13 * SEGMENT));
  const before = process.getActiveResourcesInfo().length;
  for (let turn = 0; turn < 20; turn++) {
    await new Promise<void>((resolve) => {
      const call = request(
        `${service.baseUrl}/v3/candidates/export/documents/${own}${turn % 2 === 0 ? '/content' : ''}`,
        { headers, agent: false },
        (response) => {
          response.once('data', () => response.destroy());
          response.once('close', resolve);
        },
      );
      call.on('error', () => {});
      call.end();
    });
  }
  const more = () => process.getActiveResourcesInfo().length - before;
  await eventually('the files are closed', async () => more() < 10);
  assert.equal((await download(own)).status, 200);
});
