import assert from 'node:assert/strict';
import { get as httpGet } from 'node:http';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestService } from '../../testing/harness.ts';

const service = await startTestService();
const { api } = service.tenant;
for (let index = 0; index < 20; index++) {
  await api.post('/candidates', { firstName: 'Ada', lastName: `Muster ${index}` });
}

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

// fetch would decompress the body. This returns it as it was sent.
function read(path: string, acceptEncoding: string | undefined): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = {
      authorization: `Bearer ${api.token}`,
      'user-agent': 'Test/1.0',
      ...(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }),
    };
    httpGet(`${service.baseUrl}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

const LARGE = '/v3/masterdata/countries';
const STREAM = '/v3/candidates';

const DOCUMENT = '/v3/openapi.json';

for (const path of [LARGE, STREAM, DOCUMENT]) {
  test(`${path} is compressed with gzip on request`, async () => {
    const response = await read(path, 'gzip');
    assert.equal(response.headers['content-encoding'], 'gzip');
    assert.ok(JSON.parse(gunzipSync(response.bytes).toString()));
  });

  test(`${path} is compressed with brotli on request`, async () => {
    const response = await read(path, 'br');
    assert.equal(response.headers['content-encoding'], 'br');
    assert.ok(JSON.parse(brotliDecompressSync(response.bytes).toString()));
  });

  test(`${path} is compressed with brotli if gzip is accepted too`, async () => {
    assert.equal((await read(path, 'gzip, deflate, br')).headers['content-encoding'], 'br');
  });

  for (const acceptEncoding of [undefined, 'identity', 'gzip;q=0', 'zstd']) {
    test(`${path} is not compressed for Accept-Encoding ${acceptEncoding}`, async () => {
      const response = await read(path, acceptEncoding);
      assert.equal(response.headers['content-encoding'], undefined);
      assert.ok(JSON.parse(response.bytes.toString()));
      assert.match(String(response.headers.vary), /accept-encoding/i);
    });
  }
}

test('all encodings have the same content', async () => {
  const plain = (await read(LARGE, undefined)).bytes;
  assert.deepEqual(gunzipSync((await read(LARGE, 'gzip')).bytes), plain);
  assert.deepEqual(brotliDecompressSync((await read(LARGE, 'br')).bytes), plain);
  assert.ok((await read(LARGE, 'br')).bytes.length < plain.length / 2);
});

test('a 304 and an error are complete in every encoding', async () => {
  for (const encoding of ['gzip', 'br']) {
    const rejected = await api.get('/candidates?x=1', { headers: { 'accept-encoding': encoding } });
    assert.equal(rejected.body.validationErrors[0].code, 'unknownProperty');
    const tag = (await api.get('/masterdata/countries')).headers.get('etag')!;
    const current = await api.get('/masterdata/countries', {
      headers: { 'accept-encoding': encoding, 'if-none-match': tag },
    });
    assert.deepEqual(
      [current.status, current.text, current.headers.get('content-encoding')],
      [304, '', null],
    );
  }
});

test('every response has its own request id', async () => {
  const paths = [
    '/v3/branches',
    '/v3/nothing',
    '/v3/candidates/0',
    '/health/live',
    '/.well-known/jwks.json',
    '/nothing',
    '/v3/%zz',
  ];
  const ids = await Promise.all(
    paths.map(async (path) => (await read(path, undefined)).headers['x-request-id']),
  );
  for (const [index, id] of ids.entries()) assert.match(String(id), /^[0-9a-f-]{36}$/, `${paths[index]}`);
  assert.equal(new Set(ids).size, ids.length);
});
