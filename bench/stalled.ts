import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { startEnvironment } from './environment.ts';
import { writeSection } from './results.ts';

// npm run bench:stalled [-- --short]: measures a read beside 100 connections that request a full export and read nothing of
// it, and how long the service lets them stall. A refused connection comes back every second.

const isShort = process.argv.includes('--short');
const SECONDS = isShort ? 5 : 20;
const CANDIDATES = isShort ? 10_000 : 40_000;
const STALLED = 100;
const READERS = 4;
const MAXIMUM_RATIO = 3;
const MAXIMUM_STALL_SECONDS = 120;
const RETRY_MS = 1000;

const environment = await startEnvironment();
const { servicePort: port, token } = environment;
const headers = { authorization: `Bearer ${token}`, 'user-agent': 'bench/1.0' };
let isStopping = false;
let refusals = 0;
const stallSeconds: number[] = [];
const stalling = new Set<Socket>();

try {
  await environment.fill(CANDIDATES);
  // Makes an export larger than all buffers between the service and its reader.
  await environment.query(`UPDATE candidate SET remarks = repeat('x', 1000)`);
  const [{ first }] = await environment.query('SELECT min(id) AS first FROM candidate');
  await read(first, 2);
  const quietTimes = await read(first, SECONDS);
  const connections = Array.from({ length: STALLED }, () => keepStalling());
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const beside = p95(await read(first, SECONDS));
  isStopping = true;
  const deadline = setTimeout(() => {
    for (const socket of stalling) socket.destroy();
  }, MAXIMUM_STALL_SECONDS * 1000);
  await Promise.all(connections);
  clearTimeout(deadline);
  // Before and after, so that other load on the machine affects both sides.
  const quiet = p95([...quietTimes, ...(await read(first, SECONDS))]);
  console.log(
    `read a candidate, p95: quiet ${quiet.toFixed(2)} ms, beside ${STALLED} stalled exports ${beside.toFixed(2)} ms, ratio ${(beside / quiet).toFixed(2)} (at most ${MAXIMUM_RATIO})`,
  );
  const longest = Math.max(...stallSeconds);
  console.log(
    `stalled exports: ${stallSeconds.length} ended after at most ${longest.toFixed(0)} s (at most ${MAXIMUM_STALL_SECONDS}), ${refusals} refused`,
  );
  if (!isShort)
    await writeSection(
      'stalled',
      'A read beside readers that do not read',
      `Measured by \`npm run bench:stalled\`: ${READERS} connections read candidates, first alone, then beside ${STALLED} connections that request a full export and read nothing of it; a refused one comes back every second; one service process, everything on one machine.`,
      [
        '| what | quiet | beside | unit | ratio | at most |',
        '|---|---:|---:|---|---:|---:|',
        `| read a candidate, p95 | ${quiet.toFixed(2)} | ${beside.toFixed(2)} | ms | ${(beside / quiet).toFixed(2)} | ${MAXIMUM_RATIO} |`,
        `| longest stall | | ${longest.toFixed(0)} | s | | ${MAXIMUM_STALL_SECONDS} |`,
      ],
    );
  if (beside / quiet > MAXIMUM_RATIO || longest > MAXIMUM_STALL_SECONDS) process.exitCode = 1;
} finally {
  isStopping = true;
  for (const socket of stalling) socket.destroy();
  await environment.stop();
}

/** The times of reads in milliseconds, with a few connections that read without a pause. */
async function read(first: number, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const endMs = performance.now() + seconds * 1000;
  const work = async (offset: number) => {
    for (let index = offset; performance.now() < endMs; index += READERS) {
      const startedMs = performance.now();
      const id = first + ((index * 7919) % CANDIDATES);
      const response = await fetch(`http://127.0.0.1:${port}/v3/candidates/${id}`, { headers });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`A read returned ${response.status}.`);
      times.push(performance.now() - startedMs);
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, index) => work(index)));
  return times;
}

function p95(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
}

/** Requests exports until the end of the measurement, and returns when the last one has ended. */
async function keepStalling(): Promise<void> {
  while (!isStopping) {
    const socket = connect({ port, host: '127.0.0.1' });
    stalling.add(socket);
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(
      `GET /v3/candidates/export/candidates HTTP/1.1\r\nHost: x\r\nUser-Agent: bench/1.0\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
    );
    const [bytes] = (await Promise.race([once(socket, 'data'), closed.then(() => [])])) as [Buffer?];
    if (bytes?.toString().startsWith('HTTP/1.1 200')) {
      const startedMs = performance.now();
      // A paused socket reports its end only when it is read on. A probe finds out without reading what waits.
      socket.pause();
      while (!socket.destroyed && !(await hasEnded(socket))) await pause(RETRY_MS);
      stallSeconds.push((performance.now() - startedMs) / 1000);
    } else refusals += 1;
    socket.destroy();
    stalling.delete(socket);
    if (!isStopping) await pause(RETRY_MS);
  }
}

/** Whether the service has reset the connection: a write then fails. An empty line before a request is ignored. */
function hasEnded(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => socket.write('\r\n', (error) => resolve(error != null)));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
