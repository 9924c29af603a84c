import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { sweepOrphans } from '../../../core/blobs/pending.ts';
import {
  assertNotFound,
  assertRefused,
  candidateModified,
  NOTHING,
  written,
} from '../../../testing/change-watch.ts';
import { startTestService } from '../../../testing/harness.ts';
import { eraseCandidate } from '../../privacy/index.ts';

const service = await startTestService();
const { api, id: tenantId } = service.tenant;
const UNKNOWN_ID = 999_999;
const MAXIMUM_BYTES = 10 * 1024 * 1024;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
/** As cameras write it: a preview that has an end itself, the size, and bytes after the end. */
const JPEG = Buffer.from(
  'ffd8ffe1000cffd8ffc000000000ffd9' +
    'ffdb0005000101ffc0000b08000100010101110000ffc40005000101ffda0008010100003f002aff00ffd90000',
  'hex',
);
const WEBP = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');
const WEBP_LOSSLESS = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
const GIF = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(64)]);

async function createCandidate(): Promise<number> {
  return (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;
}

const send = (id: number, picture: Buffer, more: object = {}) =>
  api.post(`/candidates/${id}/pictures`, { picture: picture.toString('base64'), ...more });

async function storedPictures(id: number) {
  return service.sql<Record<string, never>>('SELECT * FROM candidate_picture WHERE candidate_id = $1', [id]);
}

async function pendingBlobs(): Promise<string[]> {
  const rows = await service.sql<{ blob_key: string }>('SELECT blob_key FROM pending_blob ORDER BY 1');
  return rows.map((row) => row.blob_key);
}

test('a picture is stored encrypted, and hasPicture becomes true', async () => {
  const id = await createCandidate();
  assert.equal((await api.get(`/candidates/${id}`)).body.hasPicture, false);
  const wrote = await written(service, async () => {
    const response = await send(id, PNG, { filename: 'C:\\pictures\\ada.png' });
    assert.equal(response.status, 200, response.text);
    assert.deepEqual(response.body, { success: true });
  });
  assert.deepEqual(wrote, candidateModified(id));
  assert.equal((await api.get(`/candidates/${id}`)).body.hasPicture, true);
  const [stored] = await storedPictures(id);
  assert.equal(stored!.file_name, 'ada.png');
  const contents = service.services.blobs.read(
    {
      key: stored!.blob_key!,
      wrappedKey: stored!.wrapped_key!,
      masterKeyId: stored!.master_key_id!,
      sizeBytes: Number(stored!.size_bytes),
      sha256: stored!.sha256!,
    },
    { tenantId },
  );
  assert.deepEqual(await buffer(Readable.from(contents)), PNG);
});

test('JPEG, PNG, and WebP are detected from the contents, not from a data URL', async () => {
  for (const [picture, mimeType] of [
    [JPEG, 'image/jpeg'],
    [PNG, 'image/png'],
    [WEBP, 'image/webp'],
    [WEBP_LOSSLESS, 'image/webp'],
  ] as const) {
    const id = await createCandidate();
    const response = await api.post(`/candidates/${id}/pictures`, {
      picture: `data:image/gif;base64,${picture.toString('base64')}`,
    });
    assert.equal(response.status, 200, response.text);
    assert.equal((await storedPictures(id))[0]!.mime_type, mimeType);
  }
});

test('a new picture replaces the old one, and the sweep deletes the old contents', async () => {
  const id = await createCandidate();
  await send(id, PNG);
  const [old] = await storedPictures(id);
  assert.deepEqual(await written(service, () => send(id, JPEG)), candidateModified(id));
  const stored = await storedPictures(id);
  assert.equal(stored.length, 1);
  assert.equal(stored[0]!.mime_type, 'image/jpeg');
  assert.deepEqual(await pendingBlobs(), [old!.blob_key]);
  await sweepOrphans(service.services, tenantId);
  assert.deepEqual(await pendingBlobs(), []);
});

test('sending the same picture again records no change', async () => {
  const id = await createCandidate();
  await send(id, PNG, { filename: 'ada.png' });
  assert.deepEqual(await written(service, () => send(id, PNG, { filename: 'ada.png' })), NOTHING);
  assert.deepEqual(await pendingBlobs(), []);
});

test('ten concurrent uploads of one picture store it once', async () => {
  const id = await createCandidate();
  const wrote = await written(service, async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(id, PNG)));
    for (const response of responses) assert.equal(response.status, 200, response.text);
  });
  assert.deepEqual(wrote, candidateModified(id));
  assert.deepEqual(await pendingBlobs(), []);
});

test('contents that are not a picture are rejected, and nothing is stored', async () => {
  const id = await createCandidate();
  const post = (body: unknown) => () => api.post(`/candidates/${id}/pictures`, body);
  await assertRefused(service, () => send(id, GIF), 'picture format');
  await assertRefused(service, () => send(id, Buffer.from('<svg/>')), 'picture format');
  const both = ['filename type', 'picture format'];
  await assertRefused(service, () => send(id, GIF, { filename: 5 }), ...both);
  await assertRefused(service, () => send(id, PNG.subarray(0, 40), { filename: 5 }), ...both);
  await assertRefused(service, () => send(id, PNG, { filename: 5 }), 'filename type');
  await assertRefused(service, post({ picture: '%%%' }), 'picture format');
  await assertRefused(service, post({ picture: '' }), 'picture required');
  await assertRefused(service, post({ picture: null, filename: 5 }), 'filename type', 'picture required');
  await assertRefused(service, post({}), 'picture required');
  await assertRefused(service, post({ picture: 7 }), 'picture type');
  assert.deepEqual(await pendingBlobs(), []);
  assert.deepEqual(await storedPictures(id), []);
});

test('a picture that is cut off is rejected, and the one before stays', async () => {
  const id = await createCandidate();
  await send(id, PNG);
  const noSize = [
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.from('RIFF\0\0\0\0WEBP'),
    PNG.subarray(0, 20),
    // Without what has the size of the picture, but with the size and the end of its preview.
    Buffer.concat([JPEG.subarray(0, 24), JPEG.subarray(-4)]),
    WEBP.subarray(0, 29),
    Buffer.from(PNG).fill(0, 16, 20),
  ];
  for (const picture of noSize) {
    await assertRefused(service, () => send(id, picture), 'picture format');
    assert.match((await send(id, picture)).text, /must have a readable width and height/);
  }
  for (const picture of [
    PNG.subarray(0, -5),
    JPEG.subarray(0, -4),
    WEBP.subarray(0, -1),
    WEBP_LOSSLESS.subarray(0, -1),
  ]) {
    await assertRefused(service, () => send(id, picture), 'picture format');
    assert.match((await send(id, picture)).text, /must not be cut off/);
  }
  assert.equal((await storedPictures(id))[0]!.mime_type, 'image/png');
  assert.deepEqual(await pendingBlobs(), []);
});

test('the size and the end of a picture are found anywhere in a large file', async () => {
  const id = await createCandidate();
  const segment = (length: number) =>
    Buffer.concat([Buffer.from([0xff, 0xe2, length >> 8, length & 0xff]), Buffer.alloc(length - 2)]);
  const profile = Array.from({ length: 50 }, () => segment(65_000));
  const scan = Buffer.alloc(3_000_000, 0x55);
  const picture = Buffer.concat([
    JPEG.subarray(0, 16),
    ...profile,
    JPEG.subarray(16, -4),
    scan,
    JPEG.subarray(-4),
  ]);
  assert.equal((await send(id, picture)).status, 200);
  const cut = picture.subarray(0, picture.length - 4);
  await assertRefused(service, () => send(id, cut), 'picture format');
});

test('10 MB are accepted, one byte more is rejected', async () => {
  const id = await createCandidate();
  const picture = Buffer.alloc(MAXIMUM_BYTES + 1);
  PNG.copy(picture);
  await assertRefused(service, () => send(id, picture), 'picture length');
  assert.equal((await send(id, picture.subarray(0, MAXIMUM_BYTES))).status, 200);
  assert.deepEqual(await pendingBlobs(), []);
});

test('the picture of an unknown candidate is not stored', async () => {
  await assertNotFound(service, () => send(UNKNOWN_ID, PNG));
  assert.deepEqual(await pendingBlobs(), []);
});

test('the picture of an erased candidate is left to the sweep', async () => {
  const id = await createCandidate();
  await send(id, WEBP);
  const [stored] = await storedPictures(id);
  await eraseCandidate(service.services, tenantId, id);
  assert.deepEqual(await pendingBlobs(), [stored!.blob_key]);
});

test('a user reads the picture as it was sent, and 304 for its ETag', async () => {
  const recruiter = await service.platform('recruiter');
  const id = await createCandidate();
  await assertNotFound(service, () => recruiter.get(`/candidates/${id}/picture`));
  await send(id, PNG, { filename: 'ada.png' });
  const path = `${service.baseUrl}/platform/candidates/${id}/picture`;
  const headers = { cookie: recruiter.cookie };
  const answer = await fetch(path, { headers });
  assert.equal(answer.status, 200);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), PNG);
  assert.equal(answer.headers.get('content-type'), 'image/png');
  assert.match(answer.headers.get('content-disposition')!, /ada\.png/);
  assert.equal(answer.headers.get('cache-control'), 'no-store, no-transform');
  const tag = answer.headers.get('etag')!;
  assert.equal((await fetch(path, { headers: { ...headers, 'if-none-match': tag } })).status, 304);
  const part = await fetch(path, { headers: { ...headers, range: 'bytes=0-3' } });
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer())], [206, PNG.subarray(0, 4)]);
  const other = await service.platform('recruiter', await service.createTenant());
  await assertNotFound(service, () => other.get(`/candidates/${id}/picture`));
});
