import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startTestService } from '../../testing/harness.ts';

// Service and client share this process, so its memory has the buffers of both. Only memory in use counts: garbage is
// collected before each measurement.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MEBIBYTE = 1024 * 1024;
const FILE_BYTES = 25 * MEBIBYTE;
const MEASURE_EVERY_BYTES = 4 * MEBIBYTE;
const MAXIMUM_GROWTH_BYTES = 12 * MEBIBYTE;

const service = await startTestService();
const { api } = service.tenant;
const candidateId = (await api.post('/candidates', { firstName: 'Ada', lastName: 'Muster' })).body.id;

/** Counts bytes that pass and measures, every few megabytes, how much memory has grown. */
class Watch {
  #passedBytes = 0;
  readonly #before: number;
  growthBytes = Number.NEGATIVE_INFINITY;

  constructor() {
    this.#before = Watch.#held();
  }

  pass(chunk: Uint8Array): void {
    const measurements = Math.floor(this.#passedBytes / MEASURE_EVERY_BYTES);
    this.#passedBytes += chunk.length;
    if (Math.floor(this.#passedBytes / MEASURE_EVERY_BYTES) > measurements)
      this.growthBytes = Math.max(this.growthBytes, Watch.#held() - this.#before);
  }

  static #held(): number {
    // The first collection finds buffers that are no longer used, and the second one frees them.
    collectGarbage();
    collectGarbage();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  }
}

function call(method: string, path: string, body?: Readable): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${service.baseUrl}/v3${path}`,
      {
        method,
        headers: {
          authorization: `Bearer ${api.token}`,
          'user-agent': 'Tests/1.0',
          'content-type': 'application/json',
        },
      },
      (response) => {
        if (response.statusCode === 200) resolve(response);
        else reject(new Error(`${path} returned ${response.statusCode}`));
      },
    );
    sent.on('error', reject);
    if (body === undefined) sent.end();
    else body.pipe(sent);
  });
}

const block = Buffer.alloc(3 * 16_384, 'the contents of a document ');
const sha256 = createHash('sha256');

let id = 0;
test('an upload of 25 MiB is never in memory as a whole', async () => {
  const watch = new Watch();
  async function* body(): AsyncGenerator<Buffer> {
    yield Buffer.from('{"base64File":"');
    for (let left = FILE_BYTES; left > 0; left -= block.length) {
      const part = block.subarray(0, left);
      sha256.update(part);
      const text = Buffer.from(part.toString('base64'));
      watch.pass(text);
      yield text;
    }
    yield Buffer.from('"}');
  }
  const response = await call(
    'POST',
    `/candidates/${candidateId}/documents/other`,
    Readable.from(body(), { objectMode: false }),
  );
  id = JSON.parse(Buffer.concat(await response.toArray()).toString()).id;
  assert.ok(Number.isFinite(watch.growthBytes));
  assert.ok(watch.growthBytes < MAXIMUM_GROWTH_BYTES, `${watch.growthBytes} bytes`);
});

for (const path of ['', '/content']) {
  test(`a read of 25 MiB is never in memory as a whole (${path})`, async () => {
    const watch = new Watch();
    const read = createHash('sha256');
    let bytes = 0;
    for await (const chunk of await call('GET', `/candidates/export/documents/${id}${path}`)) {
      bytes += chunk.length;
      read.update(chunk);
      watch.pass(chunk);
    }
    if (path === '') assert.ok(bytes > (FILE_BYTES / 3) * 4);
    else assert.equal(read.digest('hex'), sha256.copy().digest('hex'));
    assert.ok(Number.isFinite(watch.growthBytes));
    assert.ok(watch.growthBytes < MAXIMUM_GROWTH_BYTES, `${watch.growthBytes} bytes`);
  });
}
