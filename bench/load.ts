import { memoryMiB } from '../server/testing/processes.ts';
import { startEnvironment } from './environment.ts';
import { SmallClient } from './small-client.ts';

// npm run load [-- --seconds 60 --connections 1000 --seed 1]: sends one process of the service twice what it can do, and
// compares the requests that it accepts with those of a quiet service. One call in five creates a candidate, the others read
// one. At the end, every candidate whose creation was acknowledged must be there.

const SECONDS = option('seconds', 60, 3600);
const CONNECTIONS = option('connections', 1000, 5000);
const SEED = option('seed', Date.now() % 1_000_000, 1_000_000);
const QUIET_CONNECTIONS = 8;
const CAPACITY_CONNECTIONS = 16;
const OVERLOAD = 2;
const CANDIDATES = 5000;
const MAXIMUM_RATIO = 2;

const environment = await startEnvironment();
const { servicePort: port, token, servicePid } = environment;
const created: number[] = [];
let state = SEED;

interface Phase {
  accepted: number[];
  refused: number;
  /** Refusals without Retry-After, other statuses, and broken connections. */
  failed: number;
}

try {
  console.log(`seed ${SEED}`);
  await environment.fill(CANDIDATES);
  const [{ first }] = await environment.query('SELECT min(id) AS first FROM candidate');
  const part = Math.max(2, SECONDS / 4);
  await run(first, QUIET_CONNECTIONS, 2);
  const quiet = await run(first, QUIET_CONNECTIONS, part);
  const capacity = (await run(first, CAPACITY_CONNECTIONS, part)).accepted.length / part;
  const before = await memoryMiB(servicePid);
  const load = await run(first, CONNECTIONS, SECONDS, (CONNECTIONS * 1000) / (OVERLOAD * capacity));
  const after = await memoryMiB(servicePid);
  const lost = await countLost();
  const ratio = percentile(load, 0.95) / percentile(quiet, 0.95);
  console.log(
    [
      `capacity ${capacity.toFixed(0)}/s; ${CONNECTIONS} connections for ${SECONDS} s sent ${(count(load) / SECONDS).toFixed(0)}/s`,
      `accepted ${(load.accepted.length / SECONDS).toFixed(0)}/s, refused ${load.refused}, failed ${load.failed}`,
      `quiet p50 ${percentile(quiet, 0.5).toFixed(1)} ms, p95 ${percentile(quiet, 0.95).toFixed(1)} ms`,
      `under load p50 ${percentile(load, 0.5).toFixed(1)} ms, p95 ${percentile(load, 0.95).toFixed(1)} ms, ratio ${ratio.toFixed(2)} (at most ${MAXIMUM_RATIO})`,
      `memory of the process ${before.resident.toFixed(0)} MiB before, ${after.resident.toFixed(0)} after, peak ${after.peak.toFixed(0)}`,
      `acknowledged writes ${created.length}, lost ${lost}`,
    ].join('\n'),
  );
  if (lost > 0 || load.failed > 0 || ratio > MAXIMUM_RATIO) process.exitCode = 1;
} finally {
  await environment.stop();
}

function option(name: string, fallback: number, maximum: number): number {
  const index = process.argv.indexOf(`--${name}`);
  if (index === -1) return fallback;
  const value = Number(process.argv[index + 1]);
  if (Number.isInteger(value) && value >= 1 && value <= maximum) return value;
  throw new Error(`--${name} must be an integer from 1 to ${maximum}.`);
}

/** A number from 0 to 1 that depends only on the seed and on how many were drawn. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}

/** Lets each connection send requests, one after another. `intervalMs` is the time between two beginnings. */
async function run(first: number, connections: number, seconds: number, intervalMs = 0): Promise<Phase> {
  const phase: Phase = { accepted: [], refused: 0, failed: 0 };
  const endMs = performance.now() + seconds * 1000;
  const work = async () => {
    let connection: SmallClient | undefined;
    let nextMs = performance.now() + random() * intervalMs;
    while (nextMs < endMs) {
      const waitMs = nextMs - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      // Opened now and not at the start, because a thousand at once would be a load of another kind.
      connection ??= new SmallClient(port);
      const startedMs = performance.now();
      const request = nextRequest(first);
      const answer = await connection.send(request);
      if (answer.status === 200) {
        phase.accepted.push(performance.now() - startedMs);
        // A read also returns an id.
        if (request.startsWith('POST ') && answer.createdId !== undefined) created.push(answer.createdId);
      } else if ((answer.status === 429 || answer.status === 503) && answer.hasRetryAfter) phase.refused += 1;
      else phase.failed += 1;
      if (answer.isClosed) connection = undefined;
      nextMs = Math.max(nextMs + intervalMs, performance.now());
    }
    connection?.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return phase;
}

function nextRequest(first: number): string {
  const common = `Host: x\r\nUser-Agent: load/1.0\r\nAuthorization: Bearer ${token}\r\n`;
  if (random() >= 0.2)
    return `GET /v3/candidates/${first + Math.floor(random() * CANDIDATES)} HTTP/1.1\r\n${common}\r\n`;
  const body = JSON.stringify({ firstName: 'Ada', lastName: `Load ${Math.floor(random() * 1e9)}` });
  return `POST /v3/candidates HTTP/1.1\r\n${common}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function percentile({ accepted }: Phase, share: number): number {
  return accepted.sort((a, b) => a - b)[Math.floor(accepted.length * share)] ?? Number.NaN;
}

function count({ accepted, refused, failed }: Phase): number {
  return accepted.length + refused + failed;
}

async function countLost(): Promise<number> {
  const rows = await environment.query('SELECT id FROM candidate WHERE id = ANY($1)', [created]);
  return new Set(created).size - rows.length;
}
