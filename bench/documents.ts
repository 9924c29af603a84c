import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEnvironment } from './environment.ts';
import { compare, megabytesPerSecond, type Row } from './measure.ts';
import { writeSection } from './results.ts';

// npm run bench:documents [-- --short]: uploads and downloads documents, which the service encrypts and records, compared
// with a plain stream of the same bytes to and from the same disk. Both are measured alternately.

const isShort = process.argv.includes('--short');
const ROUNDS = isShort ? 1 : 7;
const FILE_BYTES = 20 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

const environment = await startEnvironment();
const directory = await mkdtemp(join(tmpdir(), 'stellwerk-bench-plain-'));
const rows: Row[] = [];
try {
  await environment.fill(1);
  const { servicePort, token } = environment;
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'bench/1.0' };
  const [{ id: candidateId }] = await environment.query('SELECT min(id) AS id FROM candidate');
  const contents = randomBytes(FILE_BYTES);
  const body = Buffer.from(
    JSON.stringify({ filename: 'bench.bin', base64File: contents.toString('base64') }),
  );
  const plain = join(directory, 'plain');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  const perSecond = async (work: () => Promise<unknown>): Promise<number> => {
    const startedMs = performance.now();
    await work();
    return FILE_BYTES / 1e6 / ((performance.now() - startedMs) / 1000);
  };
  const writePlain = async () => {
    const file = await open(plain, 'w');
    for (let at = 0; at < FILE_BYTES; at += PIECE_BYTES) await file.write(contents, at, PIECE_BYTES);
    await file.sync();
    await file.close();
  };
  const readPlain = async () => {
    for await (const _ of createReadStream(plain, { highWaterMark: PIECE_BYTES }));
  };
  const upload = () =>
    new Promise<number>((resolve, reject) => {
      const path = `/v3/candidates/${candidateId}/documents/other`;
      request(
        {
          port: servicePort,
          host: '127.0.0.1',
          path,
          method: 'POST',
          agent,
          headers: { ...headers, 'content-type': 'application/json', 'content-length': body.length },
        },
        async (response) => {
          const text = Buffer.concat(await response.toArray()).toString();
          if (response.statusCode === 200) resolve(JSON.parse(text).id);
          else reject(new Error(`${path} returned ${response.statusCode}`));
        },
      )
        .on('error', reject)
        .end(body);
    });
  const measure = async (name: string, limit: () => Promise<number>, service: () => Promise<number>) => {
    const row = await compare(name, 'MB/s', undefined, ROUNDS, limit, service);
    rows.push(row);
    console.log(
      `${name.padEnd(34)} limit ${row.limit.toFixed(0).padStart(6)} service ${row.service.toFixed(0).padStart(6)} MB/s, ratio ${row.ratio.toFixed(2)}`,
    );
  };

  let id = 0;
  await measure(
    'upload as Base64',
    () => perSecond(writePlain),
    () =>
      perSecond(async () => {
        id = await upload();
      }),
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
  agent.destroy();
} finally {
  await environment.stop();
  await rm(directory, { recursive: true });
}

if (!isShort) {
  await writeSection(
    'documents',
    'Documents compared with a plain stream',
    `Measured by \`npm run bench:documents\`: uploads and downloads of a document of ${FILE_BYTES / 2 ** 20} MiB over HTTP with one process of the service, which encrypts, hashes and records it, compared with the same bytes written to (and synced) or read from the same disk without any of that; measured alternately in ${ROUNDS} rounds; medians, in bytes of the file. Both read what was just written from the page cache.`,
    [
      '| path | plain stream | service | unit | ratio |',
      '|---|---:|---:|---|---:|',
      ...rows.map(
        ({ name, limit, service, unit, ratio }) =>
          `| ${name} | ${limit.toFixed(0)} | ${service.toFixed(0)} | ${unit} | ${ratio.toFixed(2)} |`,
      ),
    ],
  );
}
