import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions, startCheckouts } from './checkouts.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { createRecord, median, readBytes } from './measure.ts';

// npm run bench:uploads [-- --short] [--only TEXT] [--checkout PATH]…: uploads and downloads over one connection that has
// nothing else to do, and the CPU time that each kind of thread of the service needs for one of them; medians. --only leaves out
// what has not this text in its name. Uploads of 20 MiB are compared with the barest program that receives and stores the same
// body (barest-upload.ts). --checkout measures the service of another checkout of the repository, whose packages are
// installed, by turns with this one, with a database of its own. Linux only.

const { short: isShort, only, checkout: checkouts } = readOptions();
const ROUNDS = isShort ? 5 : 21;
const MEBIBYTE = 2 ** 20;
const LARGE_BYTES = 20 * MEBIBYTE;
const SMALL_BYTES = 100 * 1000;
const SMALL_REQUESTS = 20;

/** CPU time in milliseconds, by the name of the thread. */
type Threads = Map<string, number>;

interface Reading {
  ms: number;
  threads: Threads;
}

interface Side {
  name: string;
  environment: Environment;
  candidateId: number;
  documentId: number;
}

interface Path {
  name: string;
  /** Whether the barest program can do it. */
  isBare?: boolean;
  times: number;
  run(side: Side): Promise<unknown>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const contents = randomBytes(LARGE_BYTES);
const toBody = (bytes: Buffer) =>
  Buffer.from(JSON.stringify({ filename: 'bench.bin', base64File: bytes.toString('base64') }));
const large = toBody(contents);
const small = toBody(contents.subarray(0, SMALL_BYTES));
const withKey = () => ({ 'idempotency-key': randomUUID() });

const paths: Path[] = [
  { name: 'upload of 20 MiB', isBare: true, times: 1, run: (side) => upload(side, large) },
  {
    name: 'upload of 20 MiB with a key',
    isBare: true,
    times: 1,
    run: (side) => upload(side, large, withKey()),
  },
  { name: 'upload of 100 KB', times: SMALL_REQUESTS, run: (side) => upload(side, small) },
  {
    name: 'upload of 100 KB with a key',
    times: SMALL_REQUESTS,
    run: (side) => upload(side, small, withKey()),
  },
  { name: 'download of 20 MiB', times: 1, run: (side) => download(side, '/content') },
  { name: 'download of 20 MiB as Base64', times: 1, run: (side) => download(side, '') },
];
const chosen = paths.filter(({ name }) => name.includes(only));

const sides: Side[] = [];
const directory = await mkdtemp(join(tmpdir(), 'stellwerk-bench-barest-'));
try {
  const own = await startSide('this', await startEnvironment());
  sides.push(own);
  const barest = await startBarest(own);
  for (const [name, other] of await startCheckouts(checkouts)) sides.push(await startSide(name, other));
  for (const path of chosen) {
    const compared = path.isBare ? [...sides, barest] : sides;
    const readings = new Map(compared.map((side) => [side, [] as Reading[]]));
    for (let round = 0; round <= ROUNDS; round++)
      for (const side of round % 2 === 0 ? compared : compared.toReversed()) {
        const reading = await measure(side, path);
        if (round > 0) readings.get(side)!.push(reading);
      }
    console.log(path.name);
    for (const [{ name }, read] of readings) console.log(`  ${name.padEnd(12)} ${format(read)}`);
    const all = readings.get(own)!;
    for (const [{ name }, other] of [...readings].slice(1))
      console.log(
        `  beside ${name}: time ${ratio(all, other, ({ ms }) => ms)}, CPU ${ratio(all, other, ({ threads }) => sum(threads))}`,
      );
  }
} finally {
  agent.destroy();
  for (const { environment } of sides) await environment.stop();
  await rm(directory, { recursive: true });
}

async function startBarest({ environment, ...side }: Side): Promise<Side> {
  const { process: program, port } = await environment.startBeside('barest-upload.ts', directory);
  return {
    ...side,
    name: 'barest',
    environment: { ...environment, servicePid: program.pid!, servicePort: port },
  };
}

async function startSide(name: string, environment: Environment): Promise<Side> {
  await environment.fill(1);
  const [{ id: candidateId }] = await environment.query('SELECT min(id) AS id FROM candidate');
  const side = { name, environment, candidateId, documentId: 0 };
  side.documentId = await upload(side, large);
  return side;
}

function headersOf({ environment }: Side): Record<string, string> {
  return { authorization: `Bearer ${environment.token}`, 'user-agent': 'bench/1.0' };
}

function upload(side: Side, body: Buffer, headers: Record<string, string> = {}): Promise<number> {
  const path = `/v3/candidates/${side.candidateId}/documents/other`;
  return createRecord(side.environment.servicePort, path, body, {
    headers: { ...headersOf(side), ...headers },
    agent,
  });
}

function download(side: Side, what: string): Promise<number> {
  const path = `/v3/candidates/export/documents/${side.documentId}${what}`;
  return readBytes(side.environment.servicePort, path, headersOf(side));
}

async function measure(side: Side, { times, run }: Path): Promise<Reading> {
  const { servicePid } = side.environment;
  const before = await threadsOf(servicePid);
  const startedMs = performance.now();
  for (let count = 0; count < times; count++) await run(side);
  const ms = (performance.now() - startedMs) / times;
  const after = await threadsOf(servicePid);
  const threads: Threads = new Map();
  for (const [id, { name, ms: total }] of after) {
    const used = total - (before.get(id)?.ms ?? 0);
    threads.set(name, (threads.get(name) ?? 0) + used / times);
  }
  return { ms, threads };
}

/** The time that each thread has run. */
async function threadsOf(pid: number): Promise<Map<string, { name: string; ms: number }>> {
  const threads = new Map<string, { name: string; ms: number }>();
  for (const id of await readdir(`/proc/${pid}/task`)) {
    const read = (file: string) => readFile(`/proc/${pid}/task/${id}/${file}`, 'utf8');
    const name = (await read('comm')).trim();
    threads.set(id, { name, ms: Number((await read('schedstat')).split(' ')[0]) / 1e6 });
  }
  return threads;
}

function sum(threads: Threads): number {
  return [...threads.values()].reduce((total, ms) => total + ms, 0);
}

function format(readings: readonly Reading[]): string {
  const names = new Set(readings.flatMap(({ threads }) => [...threads.keys()]));
  const perThread = [...names]
    .map((name) => ({ name, ms: median(readings.map(({ threads }) => threads.get(name) ?? 0)) }))
    .filter(({ ms }) => ms >= 0.05)
    .toSorted((a, b) => b.ms - a.ms)
    .map(({ name, ms }) => `${name} ${ms.toFixed(1)}`);
  const ms = median(readings.map((reading) => reading.ms));
  const cpuMs = median(readings.map(({ threads }) => sum(threads)));
  return `${ms.toFixed(1)} ms, CPU ${cpuMs.toFixed(1)} ms: ${perThread.join(', ')}`;
}

/** The median of the ratios of neighbouring readings. */
function ratio(
  own: readonly Reading[],
  other: readonly Reading[],
  read: (reading: Reading) => number,
): string {
  return median(own.map((reading, index) => read(reading) / read(other[index]!))).toFixed(2);
}
