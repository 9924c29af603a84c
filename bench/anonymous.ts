import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { startEnvironment } from './environment.ts';
import { writeSection } from './results.ts';
import { SmallClient } from './small-client.ts';

// npm run bench:anonymous [-- --short]: measures reads of candidates beside 30 anonymous connections that read the reference, the
// OpenAPI document, the guides and the job portal as fast as they can.

const isShort = process.argv.includes('--short');
const SECONDS = isShort ? 5 : 20;
const CANDIDATES = 5000;
const ADS = 200;
const ANONYMOUS = 30;
const READERS = 8;
const MAXIMUM_RATIO = 2;

const environment = await startEnvironment();
const { servicePort: port, token, tenantId } = environment;

try {
  await environment.fill(CANDIDATES);
  const [{ first }] = await environment.query('SELECT min(id) AS first FROM candidate');
  const ad = await fillPortal();
  const paths = [
    '/docs/reference/js/scalar.js',
    '/v3/openapi.json',
    '/docs/',
    '/docs/reference/',
    '/jobs/bench',
    `/jobs/bench/${ad}`,
    '/jobs/bench/feed.xml',
    '/jobs/bench/sitemap.xml',
    '/jobs/bench/logo',
  ];
  for (const path of paths) {
    // Compresses what the service compresses once.
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    if (status !== 200) throw new Error(`${path} returned ${status}.`);
  }
  await read(first, 2);
  // Before and after, so that other load on the machine affects both sides.
  const quietTimes = await read(first, SECONDS / 2);
  const readers = new Worker(join(import.meta.dirname, 'anonymous-readers.ts'), {
    workerData: { port, paths, connections: ANONYMOUS, seconds: SECONDS + 2 },
  });
  const ended = once(readers, 'message');
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const besideTimes = await read(first, SECONDS);
  const [counts] = await ended;
  quietTimes.push(...(await read(first, SECONDS / 2)));
  const [quiet, beside] = [p95(quietTimes), p95(besideTimes)];
  const ratio = beside / quiet;
  console.log(
    [
      `read a candidate, ${READERS} connections, p95: quiet ${quiet.toFixed(2)} ms, beside ${ANONYMOUS} anonymous readers ${beside.toFixed(2)} ms, ratio ${ratio.toFixed(2)} (at most ${MAXIMUM_RATIO})`,
      `reads per second: quiet ${(quietTimes.length / SECONDS).toFixed(0)}, beside ${(besideTimes.length / SECONDS).toFixed(0)}`,
      `anonymous: served ${counts.served}, refused ${counts.refused}, failed ${counts.failed}`,
    ].join('\n'),
  );
  if (!isShort)
    await writeSection(
      'anonymous',
      'A read beside anonymous readers',
      `Measured by \`npm run bench:anonymous\`: ${READERS} connections read candidates, first alone, then beside ${ANONYMOUS} anonymous connections that read the script of the reference, the OpenAPI document, the guides, and the pages, feed, sitemap and logo of a job portal with ${ADS} ads in turn, without a pause; one service process, everything on one machine.`,
      [
        '| what | quiet | beside | unit | ratio | at most |',
        '|---|---:|---:|---|---:|---:|',
        `| read a candidate, p95 | ${quiet.toFixed(2)} | ${beside.toFixed(2)} | ms | ${ratio.toFixed(2)} | ${MAXIMUM_RATIO} |`,
        `| anonymous reads | | ${(counts.served / (SECONDS + 2)).toFixed(0)} | 1/s | | |`,
      ],
    );
  if (ratio > MAXIMUM_RATIO || counts.failed > 0) process.exitCode = 1;
} finally {
  await environment.stop();
}

/** Publishes ads and a logo, and returns the id of an ad. */
async function fillPortal(): Promise<number> {
  const [{ office }] = await environment.query(
    `INSERT INTO branch (tenant_id, name) VALUES ($1, 'Mitte') RETURNING id AS office`,
    [tenantId],
  );
  await environment.query(
    `INSERT INTO job_ad (tenant_id, title, process_status, office_id, city, employment_type, published_at, introduction, tasks)
     SELECT $1, 'Ad ' || n, 'Active', $2, 'Berlin', 'Vollzeit', now(), repeat('Text ', 100), repeat('<p>Text</p>', 100)
       FROM generate_series(1, $3::int) AS n`,
    [tenantId, office, ADS],
  );
  await environment.query(
    `INSERT INTO portal_branding (tenant_id, logo, logo_type, logo_width, logo_height, logo_sha256)
     VALUES ($1, $2, 'image/png', 100, 100, encode(sha256($2), 'hex'))`,
    [tenantId, Buffer.alloc(50_000, 7)],
  );
  const [{ ad }] = await environment.query('SELECT min(id) AS ad FROM job_ad');
  return ad;
}

/** The times of reads in milliseconds, with a few connections that read without a pause. */
async function read(first: number, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const endMs = performance.now() + seconds * 1000;
  const work = async (offset: number) => {
    const connection = new SmallClient(port);
    for (let index = offset; performance.now() < endMs; index += READERS) {
      const startedMs = performance.now();
      const id = first + ((index * 7919) % CANDIDATES);
      const { status } = await connection.send(
        `GET /v3/candidates/${id} HTTP/1.1\r\nHost: x\r\nUser-Agent: bench/1.0\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      );
      if (status !== 200) throw new Error(`A read returned ${status}.`);
      times.push(performance.now() - startedMs);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: READERS }, (_, index) => work(index)));
  return times;
}

function p95(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
}
