import { Agent } from 'undici';
import { startEnvironment } from './environment.ts';
import { median } from './measure.ts';
import { writeSection } from './results.ts';
import { CANDIDATE_CREATED, nowMs, pause, percentile, WebhookCalls } from './webhook-calls.ts';

// npm run bench:webhooks [-- --short]: measures the latency from a commit to the receiver, calls per second compared with
// plain undici calls of the same bodies to the same receiver, the effect of a dead receiver on the others, and the memory
// for a backlog. The receivers, the worker, PostgreSQL and this program share the machine.

const isShort = process.argv.includes('--short');
const SAMPLES = isShort ? 20 : 400;
const CALLS = isShort ? 500 : 10_000;
const ROUNDS = isShort ? 1 : 5;
const RECEIVERS = 99;
const ISOLATION_EVENTS = isShort ? 3 : 40;
const ISOLATION_PAUSE_MS = 250;
const BACKLOGS = isShort ? [100, 1000] : [1000, 100_000];
/** The number of concurrent calls of the worker for one registration. */
const CONCURRENCY = 8;

const environment = await startEnvironment();
const calls = await WebhookCalls.start(environment);

const SAMPLE_BODY = JSON.stringify({
  id: crypto.randomUUID(),
  eventId: CANDIDATE_CREATED,
  event: 'candidate.created',
  entityId: 4711,
  endpoint: '/candidates/4711',
  endpointMethod: 'GET',
  eventDateUtc: '2026-03-02T08:15:30.000Z',
  additionalData: null,
});

/** The same number of calls per second with undici alone, with the same concurrency and with the bodies in memory. */
async function plainCallsPerSecond(registrations: number): Promise<number> {
  const agent = new Agent({ pipelining: 1, connections: CONCURRENCY * registrations });
  await calls.reset(CALLS);
  const arrived = calls.reached();
  const startedMs = nowMs();
  let left = CALLS;
  const caller = async (index: number) => {
    while (left-- > 0) {
      const response = await agent.request({
        origin: `http://127.0.0.1:${calls.receiverPort}`,
        path: `/fast/${index}`,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'webhook-id': 'x' },
        body: SAMPLE_BODY,
      });
      await response.body.dump();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY * registrations }, (_, index) => caller(index)));
  await arrived;
  const seconds = (nowMs() - startedMs) / 1000;
  await agent.close();
  return CALLS / seconds;
}

/** Milliseconds from each commit to each of 99 fast receivers, with or without a dead receiver among them. */
async function isolation(withDead: boolean): Promise<number[]> {
  const paths = Array.from({ length: RECEIVERS }, (_, index) => `/fast/${index}`);
  await calls.register(...paths, ...(withDead ? ['/dead'] : []));
  const commits: { atMs: number }[] = [];
  // The first commit opens the connections.
  await calls.reset(RECEIVERS);
  const opened = calls.reached();
  await calls.commit(1);
  await opened;
  await pause(500);
  await calls.reset(RECEIVERS * ISOLATION_EVENTS);
  const arrived = calls.reached();
  for (let event = 0; event < ISOLATION_EVENTS; event++) {
    commits.push({ atMs: await calls.commit(1) });
    await pause(ISOLATION_PAUSE_MS);
  }
  await arrived;
  const seen = (await calls.arrivals()).sort((a, b) => a.atMs - b.atMs);
  // The n-th call to a path belongs to the n-th commit, because calls are in order as long as no backlog builds up.
  const counts = new Map<string, number>();
  return seen.map(({ path, atMs }) => {
    const index = counts.get(path) ?? 0;
    counts.set(path, index + 1);
    return atMs - commits[index]!.atMs;
  });
}

/** The peak resident memory of the worker while it processes a backlog. */
async function backlogMegabytes(size: number): Promise<number> {
  await calls.register('/fast/0');
  await calls.reset(size);
  await calls.ask(calls.worker, {});
  const arrived = calls.reached();
  await calls.commit(size);
  await arrived;
  await calls.settled();
  const { highestBytes } = await calls.ask<{ highestBytes: number }>(calls.worker, {});
  return highestBytes / 2 ** 20;
}

try {
  const lines: string[] = [];
  const add = (name: string, value: string, target: string) => {
    console.log(`${name}: ${value}${target === '' ? '' : ` (target: ${target})`}`);
    lines.push(`| ${name} | ${value} | ${target} |`);
  };

  // The first calls open connections and warm up the worker.
  const times = await calls.latency(SAMPLES, 20);
  add('commit to request at the receiver, idle, p50', `${percentile(times, 0.5).toFixed(1)} ms`, '10 ms');
  add('commit to request at the receiver, idle, p99', `${percentile(times, 0.99).toFixed(1)} ms`, '50 ms');

  for (const registrations of [1, 10]) {
    const plain: number[] = [];
    const service: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const pair = [
        await plainCallsPerSecond(registrations),
        await calls.deliveriesPerSecond(CALLS, registrations),
      ] as const;
      if (round === 0) continue;
      plain.push(pair[0]);
      service.push(pair[1]);
    }
    const name = `${registrations} registration${registrations === 1 ? '' : 's'}`;
    add(`deliveries per second, ${name}`, median(service).toFixed(0), '1000');
    add(`plain undici calls per second, ${name}`, median(plain).toFixed(0), '');
    add(`ratio, ${name}`, (median(service) / median(plain)).toFixed(2), '0.5');
  }

  const without: number[] = [];
  const withDead: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const pair = [await isolation(false), await isolation(true)] as const;
    if (round === 0) continue;
    without.push(percentile(pair[0], 0.99));
    withDead.push(percentile(pair[1], 0.99));
  }
  add('p99 of 99 fast receivers', `${median(without).toFixed(1)} ms`, '');
  add('p99 of 99 fast receivers with a dead one beside them', `${median(withDead).toFixed(1)} ms`, '');
  add('ratio', (median(withDead) / median(without)).toFixed(2), 'at most 1.2');

  for (const size of BACKLOGS) {
    const megabytes = await backlogMegabytes(size);
    add(
      `memory of the worker, ${size.toLocaleString('en')} deliveries pending`,
      `${megabytes.toFixed(0)} MiB`,
      '',
    );
  }

  if (!isShort) {
    await writeSection(
      'webhooks',
      'Webhooks',
      `Measured by \`npm run bench:webhooks\`: one process that makes the calls, one that receives them, PostgreSQL with durable commits. Latency is the time from sending COMMIT to the request at the receiver, ${SAMPLES} times without other load. Deliveries per second: ${CALLS.toLocaleString('en')} deliveries from one commit, until the last outcome is stored, measured alternately with undici, which sends such bodies from memory to the same receiver with the same concurrency; medians of ${ROUNDS} rounds. Isolation: ${ISOLATION_EVENTS} commits, ${ISOLATION_PAUSE_MS} ms apart, to 99 registrations, alternately without and with one more that never responds; medians of ${ROUNDS} rounds. Memory: the peak resident size of the worker while it processes the backlog.`,
      ['| what | measured | target |', '|---|---:|---:|', ...lines],
    );
  }
} finally {
  await calls.stop();
  await environment.stop();
}
