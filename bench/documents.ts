import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBusy } from './busy.ts';
import { createDurably } from './durable-file.ts';
import { startEnvironment } from './environment.ts';
import { compare, createRecord, formatRequest, megabytesPerSecond, type Row } from './measure.ts';
import { writeSection } from './results.ts';
import { SmallClient } from './small-client.ts';

// npm run bench:documents [-- --short] [--beside N]: uploads and downloads documents, which the service encrypts and records,
// compared with a plain stream of the same bytes to and from the same disk. Uploads are also compared with the barest program
// that receives and stores the same body. All are measured alternately. Then it measures small requests alone and beside two
// senders that upload without a pause. --beside adds busy processes (busy.ts).
//
// The plain stream does the same durable work as an upload: a new file each time, a sync, a rename, and a sync of the directory. A
// file that is overwritten would keep its memory in the page cache, and the service would compete with a yardstick that needs
// no memory: on a virtual machine, memory that was never used costs several times as much as other memory.

const isShort = process.argv.includes('--short');
const ROUNDS = isShort ? 1 : 7;
const FILE_BYTES = (isShort ? 2 : 20) * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;
/** Of each path, because the first uploads of a process compile its code. */
const WARM_UPS = isShort ? 1 : 5;
const SMALL_BYTES = 10 * 1024;
const SENDERS = 2;
const SMALL_REQUESTS = isShort ? 10 : 40;

const environment = await startEnvironment();
const directory = await mkdtemp(join(tmpdir(), 'stellwerk-bench-plain-'));
const rows: Row[] = [];
const smallRows: { name: string; alone: number; beside: number }[] = [];
try {
  await environment.fill(1);
  const { servicePort, token } = environment;
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'bench/1.0' };
  const [{ id: candidateId }] = await environment.query('SELECT min(id) AS id FROM candidate');
  const contents = randomBytes(FILE_BYTES);
  const toBody = (bytes: Buffer) =>
    Buffer.from(JSON.stringify({ filename: 'bench.bin', base64File: bytes.toString('base64') }));
  const body = toBody(contents);
  const { port: barestPort } = await environment.startBeside('barest-upload.ts', directory);
  await startBusy();
  const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });

  const perSecond = async (work: () => Promise<unknown>): Promise<number> => {
    const startedMs = performance.now();
    await work();
    return FILE_BYTES / 1e6 / ((performance.now() - startedMs) / 1000);
  };
  let plain = '';
  const writePlain = async () => {
    plain = await createDurably(directory, async (file) => {
      for (let at = 0; at < FILE_BYTES; at += PIECE_BYTES) await file.write(contents, at, PIECE_BYTES);
    });
  };
  const readPlain = async () => {
    for await (const _ of createReadStream(plain, { highWaterMark: PIECE_BYTES }));
  };
  const upload = (key: Record<string, string> = {}) =>
    createRecord(servicePort, `/v3/candidates/${candidateId}/documents/other`, body, {
      headers: { ...headers, ...key },
      agent,
    });
  const uploadBarely = () => createRecord(barestPort, '/', body, { headers, agent });
  const withKey = () => upload({ 'idempotency-key': randomUUID() });
  const measure = async (name: string, limit: () => Promise<number>, service: () => Promise<number>) => {
    const row = await compare(name, 'MB/s', undefined, ROUNDS, limit, service);
    rows.push(row);
    console.log(
      `${name.padEnd(48)} limit ${row.limit.toFixed(0).padStart(6)} service ${row.service.toFixed(0).padStart(6)} MB/s, ratio ${row.ratio.toFixed(2)}`,
    );
  };

  let id = 0;
  for (let count = 0; count < WARM_UPS; count++) {
    id = await upload();
    await uploadBarely();
  }
  for (const [limitName, limit] of [
    ['', writePlain],
    [', barest program', uploadBarely],
  ] as const)
    for (const [name, service] of [
      ['upload as Base64', upload],
      ['the same with an idempotency key', withKey],
    ] as const)
      await measure(
        name + limitName,
        () => perSecond(limit),
        () => perSecond(() => service()),
      );
  const path = `/v3/candidates/export/documents/${id}`;
  await measure(
    'download of the contents',
    () => perSecond(readPlain),
    () => megabytesPerSecond(servicePort, `${path}/content`, headers),
  );
  await measure(
    'download as Base64 in the record',
    () => perSecond(readPlain),
    () => perSecond(() => megabytesPerSecond(servicePort, path, headers)),
  );

  const readCandidate = formatRequest('GET', `/v3/candidates/${candidateId}`, headers);
  const uploadSmall = formatRequest(
    'POST',
    `/v3/candidates/${candidateId}/documents/other`,
    { ...headers, 'content-type': 'application/json' },
    toBody(contents.subarray(0, SMALL_BYTES)).toString(),
  );
  const requests: [name: string, text: string][] = [
    ['read a candidate', readCandidate],
    [`upload of ${SMALL_BYTES / 1024} KiB`, uploadSmall],
  ];
  for (const [name, text] of requests) {
    const times = { alone: [] as number[], beside: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const alone = await timesOf(servicePort, text);
      let isEnough = false;
      const senders = Array.from({ length: SENDERS }, async () => {
        while (!isEnough) await upload();
      });
      const beside = await timesOf(servicePort, text);
      isEnough = true;
      await Promise.all(senders);
      if (round === 0) continue;
      times.alone.push(...alone);
      times.beside.push(...beside);
    }
    for (const [what, share] of [
      ['p50', 0.5],
      ['p95', 0.95],
    ] as const) {
      const [alone, beside] = [quantile(times.alone, share), quantile(times.beside, share)];
      smallRows.push({ name: `${name}, ${what}`, alone, beside });
      console.log(`${name}, ${what}: alone ${alone.toFixed(1)} ms, beside uploads ${beside.toFixed(1)} ms`);
    }
  }
  agent.destroy();
} finally {
  await environment.stop();
  await rm(directory, { recursive: true });
}

/** The times of requests over one connection, one after another, in milliseconds. */
async function timesOf(port: number, text: string): Promise<number[]> {
  const connection = new SmallClient(port);
  const times: number[] = [];
  for (let count = 0; count < SMALL_REQUESTS; count++) {
    const startedMs = performance.now();
    const { status } = await connection.send(text);
    if (status !== 200) throw new Error(`${text.slice(0, text.indexOf('\r'))} returned ${status}.`);
    times.push(performance.now() - startedMs);
  }
  connection.close();
  return times;
}

function quantile(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)]!;
}

if (!isShort) {
  await writeSection(
    'documents',
    'Documents compared with a plain stream',
    `Measured by \`npm run bench:documents\`: uploads and downloads of a document of ${FILE_BYTES / 2 ** 20} MiB over HTTP with one process of the service, which encrypts, hashes and records it, compared with the same bytes written to a new file (which is synced and renamed) or read from the same disk without any of that, and with a program that receives the same body over HTTP, decodes it, and writes it to such a file; measured alternately in ${ROUNDS} rounds; medians, in bytes of the file. Both read what was just written from the page cache. Below, requests over one connection, alone and beside ${SENDERS} senders that upload such documents to the same process without a pause, alternately in ${ROUNDS} rounds of ${SMALL_REQUESTS} requests each.`,
    [
      '| path | plain stream or barest program | service | unit | ratio |',
      '|---|---:|---:|---|---:|',
      ...rows.map(
        ({ name, limit, service, unit, ratio }) =>
          `| ${name} | ${limit.toFixed(0)} | ${service.toFixed(0)} | ${unit} | ${ratio.toFixed(2)} |`,
      ),
      '',
      '| request | alone | beside uploads | unit |',
      '|---|---:|---:|---|',
      ...smallRows.map(
        ({ name, alone, beside }) => `| ${name} | ${alone.toFixed(1)} | ${beside.toFixed(1)} | ms |`,
      ),
    ],
  );
}
