import assert from 'node:assert/strict';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { fetchToken, makeDirectory, startDemoService } from '../server/testing/command-line.ts';
import { commandLine, memoryMiB, processTree } from '../server/testing/processes.ts';

const isLinux = process.platform === 'linux';
const LIMIT_BYTES = 100 * 1024 * 1024;

/** A body of exactly this many bytes: an application with one document. */
function bodyOf(email: string, bytes: number): { head: Buffer; fill: number; tail: Buffer } {
  const [head, tail] = JSON.stringify({
    salutationId: 3,
    firstName: 'Large',
    lastName: 'Body',
    city: 'Berlin',
    zipCode: '10115',
    email,
    sourceOfSupplyId: 1,
    whatsAppConsentChecked: false,
    hasWhatsApp: false,
    privacyChecked: true,
    termsOfUseChecked: true,
    keywords: [],
    documents: [{ filename: 'large.bin', base64File: '#' }],
  }).split('#') as [string, string];
  // The length of Base64 is a multiple of four. The rest is white space after the body.
  const room = bytes - Buffer.byteLength(head + tail);
  const fill = room - (room % 4);
  return { head: Buffer.from(head), fill, tail: Buffer.from(tail + ' '.repeat(room % 4)) };
}

function chunksOf({ head, fill, tail }: ReturnType<typeof bodyOf>): Readable {
  const block = Buffer.alloc(64 * 1024, 'QUJD');
  return Readable.from(
    (async function* () {
      yield head;
      for (let left = fill; left > 0; left -= block.length)
        yield left >= block.length ? block : block.subarray(0, left);
      yield tail;
    })(),
  );
}

async function send(
  baseUrl: string,
  token: string,
  headers: Record<string, string>,
  body?: Readable,
): Promise<{ status: number; text: string }> {
  const call = request(`${baseUrl}/candidates/applies/external`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'user-agent': 'test/1.0',
      'content-type': 'application/json',
      ...headers,
    },
  });
  const responded = new Promise<{ status: number; text: string }>((resolve, reject) => {
    call.on('response', async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode!, text });
    });
    call.on('error', reject);
  });
  if (body === undefined) call.flushHeaders();
  else pipeline(body, call).catch(() => {});
  const result = await responded;
  call.destroy();
  return result;
}

test('four concurrent applications of 100 MB add at most 400 MB, and one more byte is rejected unread', {
  skip: isLinux ? false : 'needs /proc to measure memory',
}, async () => {
  const service = await startDemoService(await makeDirectory(), { WORKERS: '1' });
  const { baseUrl } = service.demo;
  const token = await fetchToken(service.demo);
  const tree = await processTree(service.process.pid!);
  const lines = await Promise.all(tree.map(async (pid) => ({ pid, line: await commandLine(pid) })));
  // The one process that handles requests. All others belong to PostgreSQL.
  const workers = lines.filter(
    ({ pid, line }) => pid !== service.process.pid && line.includes('service-process.ts'),
  );
  assert.equal(workers.length, 1, JSON.stringify(lines));
  const worker = workers[0]!;

  await send(baseUrl, token, { 'content-length': '100000' }, chunksOf(bodyOf('warm@example.org', 100_000)));
  const before = await memoryMiB(worker.pid);
  const responses = await Promise.all(
    [1, 2, 3, 4].map((index) =>
      send(
        baseUrl,
        token,
        { 'content-length': String(LIMIT_BYTES) },
        chunksOf(bodyOf(`large${index}@example.org`, LIMIT_BYTES)),
      ),
    ),
  );
  const after = await memoryMiB(worker.pid);
  for (const { status, text } of responses) assert.equal(status, 200, text);
  const addedMiB = after.peak - before.resident;
  assert.ok(addedMiB <= 400 / 1.048576, `added ${addedMiB.toFixed(0)} MiB`);

  // Only the headers are sent, so the response cannot depend on the body.
  const refused = await send(baseUrl, token, { 'content-length': String(LIMIT_BYTES + 1) });
  assert.equal(refused.status, 413);

  const chunked = await send(
    baseUrl,
    token,
    { 'transfer-encoding': 'chunked' },
    chunksOf(bodyOf('over@example.org', LIMIT_BYTES + 1)),
  );
  assert.equal(chunked.status, 413);
  console.log(`four bodies of 100 MB added ${addedMiB.toFixed(0)} MiB`);
});
