import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { startEnvironment } from './environment.ts';

// npm run bench:sign-ins: how long calls of the API take while 300 sign-ins or token requests with wrong credentials arrive at
// once. Prints one line per burst and exits with 1 if a call was delayed by more than 100 ms.

const BURST = 300;
const PROBES = 2;
const QUIET_MS = 5000;
const MAXIMUM_DELAY_MS = 100;
const PAUSE_MS = 3000;

const environment = await startEnvironment();
const probeAgent = new Agent({ keepAlive: true, maxSockets: PROBES });

interface Call {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  agent?: Agent;
  localAddress?: string;
}

function send({ method, path, headers, body, agent, localAddress }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const all = { 'user-agent': 'bench/1.0', ...headers };
    const address = { host: '127.0.0.1', port: environment.servicePort, localAddress };
    request({ ...address, method, path, headers: all, agent: agent ?? false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!));
    })
      .once('error', reject)
      .end(body);
  });
}

/** Calls the API all the time while `work` runs. Returns the durations in milliseconds. */
async function probeDuring(work: () => Promise<void>): Promise<number[]> {
  const durations: number[] = [];
  let isOver = false;
  const headers = { authorization: `Bearer ${environment.token}` };
  const probe = async () => {
    while (!isOver) {
      const startedMs = performance.now();
      const status = await send({ method: 'GET', path: '/v3/branches', headers, agent: probeAgent });
      if (status !== 200) throw new Error(`A probe got ${status}.`);
      durations.push(performance.now() - startedMs);
    }
  };
  const probes = Array.from({ length: PROBES }, probe);
  await work().finally(() => {
    isOver = true;
  });
  await Promise.all(probes);
  return durations.sort((a, b) => a - b);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** An address of the loopback network for each index, so that every caller is in a network of its own. */
const addressOf = (index: number) => `127.0.${index % 250}.${1 + Math.floor(index / 250)}`;

const signIn = (email: string, localAddress?: string) =>
  send({
    method: 'POST',
    path: '/platform/session',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password: 'not the password' }),
    localAddress,
  });
const requestToken = (clientId: string, localAddress?: string) =>
  send({
    method: 'POST',
    path: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: 'wrong',
    }).toString(),
    localAddress,
  });

const BURSTS: Record<string, (index: number) => Promise<number>> = {
  'sign-ins of one user from one network': () => signIn('eva@example.org'),
  'sign-ins of many users from one network': (index) => signIn(`user-${index}@example.org`),
  'sign-ins of many users from many networks': (index) =>
    signIn(`guest-${index}@example.org`, addressOf(index)),
  'token requests of one client from one network': () => requestToken(environment.clientId),
  'token requests of many clients from many networks': (index) =>
    requestToken(`swc_${index}`, addressOf(index)),
};

const at = (sorted: number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
const ms = (value: number) => `${value.toFixed(1)} ms`;

let isHeld = true;
try {
  // The first calls and hashes compile what they run.
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => signIn(`warm-${index}@example.org`, '127.0.251.1')),
  );
  const quiet = await probeDuring(() => pause(QUIET_MS));
  console.log(
    `${availableParallelism()} cores. Quiet: p50 ${ms(at(quiet, 0.5))}, p99 ${ms(at(quiet, 0.99))}, longest ${ms(quiet.at(-1)!)}.`,
  );
  for (const [what, call] of Object.entries(BURSTS)) {
    const statuses = new Map<number, number>();
    const startedMs = performance.now();
    const durations = await probeDuring(async () => {
      for (const status of await Promise.all(Array.from({ length: BURST }, (_, index) => call(index))))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    const delayMs = durations.at(-1)! - at(quiet, 0.5);
    isHeld &&= delayMs <= MAXIMUM_DELAY_MS;
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    console.log(
      `${BURST} ${what}: ${counts.join(', ')} in ${seconds} s. Calls: p50 ${ms(at(durations, 0.5))}, p99 ${ms(at(durations, 0.99))}, longest ${ms(durations.at(-1)!)}.`,
    );
    await pause(PAUSE_MS);
  }
} finally {
  probeAgent.destroy();
  await environment.stop();
}
console.log(
  isHeld
    ? `No call was delayed by more than ${MAXIMUM_DELAY_MS} ms.`
    : `A call was delayed by more than ${MAXIMUM_DELAY_MS} ms.`,
);
process.exitCode = isHeld ? 0 : 1;
