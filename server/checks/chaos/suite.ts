import { setTimeout as delay } from 'node:timers/promises';
import { fetchToken, makeDirectory } from '../../testing/command-line.ts';
import { Client, Observations } from './client.ts';
import { type FaultName, faultOf, possibleFaults } from './faults.ts';
import { FeedReader, MirrorCopy, readAtRandom, WindowReader } from './followers.ts';
import { Installation, type Layout } from './installation.ts';
import type { Evidence } from './judge/evidence.ts';
import { Ledger } from './ledger.ts';
import { MemoryWatch } from './memory-watch.ts';
import { makePlan, type PlannedFault } from './plan.ts';
import { Random } from './random.ts';
import { acknowledgeCreation, EVENTS, isAcknowledged, postWithKey, Writer } from './writers.ts';

const READERS = 2;
const LOG_LINES = 60;
const LOG_LINE_LENGTH = 600;
const DELIVERIES_MS = 90_000;
const REPEAT_MS = 60_000;
const CHECK_PAUSE_MS = 500;

interface SuiteOptions {
  seed: number;
  seconds: number;
  layout: Layout;
  writers: number;
  /** The longest pause of a writer between two writes. */
  pauseMs: number;
  documentBytes: number;
  longestFaultSeconds: number;
  /** Faults to leave out, each with the reason. */
  without: Partial<Record<FaultName, string>>;
  tell(line: string): void;
}

/** Runs the load and the faults, heals everything, and lets it settle. The judge comes after that. */
export async function runFaults(options: SuiteOptions): Promise<Evidence> {
  const installation = await Installation.start(options.layout);
  try {
    return await breakAndHeal(installation, options);
  } catch (error) {
    await installation.heal();
    await installation.stop();
    throw error;
  }
}

async function breakAndHeal(installation: Installation, options: SuiteOptions): Promise<Evidence> {
  const random = new Random(options.seed);
  const { access, services, volumes, database } = installation;
  const observations = new Observations();
  const client = new Client(access.origin, observations);
  client.token = await fetchToken({ ...access, authUrl: access.origin });
  await subscribe(client, installation);
  const evidence: Evidence = {
    installation,
    client,
    observations,
    ledger: new Ledger(),
    feed: new FeedReader(client),
    windows: new WindowReader(client, database),
    mirror: await MirrorCopy.open(installation, await makeDirectory()),
    memory: new MemoryWatch(services),
  };
  const faults = possibleFaults(options.layout, volumes.database !== undefined);
  options.tell(`started; faults: ${faults.length}`);
  const plan = makePlan({
    random: random.fork(),
    faults: faults.filter((name) => options.without[name] === undefined),
    seconds: options.seconds,
    longestSeconds: options.longestFaultSeconds,
  });
  const load = startLoad(evidence, random, options);
  await carryOut(plan, installation, options.tell);
  await load.until(options.seconds * 1000);
  await installation.heal();
  options.tell('healed');
  await installation
    .ready()
    .catch((error: Error) => observations.report(`after the faults, ${error.message}`));
  await load.stop();
  await repeatOpenCreations(evidence, random.fork());
  await settleDeliveries(evidence);
  evidence.memory.stop();
  return evidence;
}

function startLoad(evidence: Evidence, random: Random, options: SuiteOptions) {
  const { client, ledger, feed, windows, mirror, installation } = evidence;
  const startedMs = performance.now();
  const stopped = new AbortController();
  const shouldContinue = () => !stopped.signal.aborted;
  const { writers, pauseMs, documentBytes } = options;
  const running = [
    ...Array.from({ length: writers }, (_, index) =>
      new Writer({
        ...{ client, ledger, pauseMs, documentBytes },
        name: `w${index}`,
        random: random.fork(),
      }).run(shouldContinue),
    ),
    ...Array.from({ length: READERS }, () => readAtRandom(client, ledger, random.fork(), shouldContinue)),
    feed.run(shouldContinue),
    windows.run(shouldContinue),
    mirror.run(stopped.signal),
    keepSubscribed(client, installation, shouldContinue),
  ];
  return {
    until: (ms: number) => delay(Math.max(0, startedMs + ms - performance.now())),
    async stop(): Promise<void> {
      stopped.abort();
      await Promise.all(running);
    },
  };
}

async function carryOut(
  plan: readonly PlannedFault[],
  installation: Installation,
  tell: (line: string) => void,
): Promise<void> {
  const startedMs = performance.now();
  const running = plan.map(async ({ name, atSeconds, forSeconds, random }) => {
    await delay(Math.max(0, startedMs + atSeconds * 1000 - performance.now()));
    tell(`${new Date().toISOString()} ${name}, for ${forSeconds.toFixed(1)} s`);
    try {
      const heal = await faultOf(name).apply(installation, random, forSeconds);
      await delay(forSeconds * 1000);
      await heal();
    } catch (error) {
      // What it breaks is broken already.
      tell(`${name} was not possible: ${(error as Error).message}`);
    }
  });
  await Promise.all(running);
}

/** Registers the receiver for every event that the writers trigger. */
async function subscribe(client: Client, { links }: Installation, more: object = {}): Promise<void> {
  const url = `http://127.0.0.1:${links.receiver.port}/hook`;
  // 400: the registration is active.
  for (const event of Object.values(EVENTS))
    await client.call('POST', '/webhooks/subscribe', { body: { event, url, ...more }, accepts: [400] });
}

/** Reactivates registrations that were paused because of failures, as an operator does. */
async function keepSubscribed(
  client: Client,
  installation: Installation,
  shouldContinue: () => boolean,
): Promise<void> {
  while (shouldContinue()) {
    const answer = await client.get('/webhooks/subscriptions');
    const isPaused =
      answer?.status === 200 &&
      answer.json().subscriptions.some((subscription: { isPaused: boolean }) => subscription.isPaused);
    if (isPaused) await subscribe(client, installation, { resendMissed: true });
    await delay(CHECK_PAUSE_MS);
  }
}

/** Repeats half of the creations without acknowledgement. A repetition must return the record that may be there already. */
async function repeatOpenCreations(
  { client, ledger, observations }: Evidence,
  random: Random,
): Promise<void> {
  const deadlineMs = Date.now() + REPEAT_MS;
  for (const creation of ledger.openCreations.filter(() => random.chance(0.5))) {
    for (;;) {
      const answer = await postWithKey(client, creation.path, creation.key, creation.body);
      if (isAcknowledged(answer)) {
        acknowledgeCreation(ledger, creation, answer);
        break;
      }
      if (Date.now() > deadlineMs) {
        observations.report(`${creation.record.marker} cannot be created after the faults`);
        break;
      }
      await delay(CHECK_PAUSE_MS);
    }
  }
}

/** Waits until no delivery is due, because the delivery log of a delivery that runs can change between two reads. */
async function settleDeliveries({ client, installation, observations }: Evidence): Promise<void> {
  await subscribe(client, installation, { resendMissed: true });
  for (const deadlineMs = Date.now() + DELIVERIES_MS; ; ) {
    const [row] = await installation.database.sql(
      'SELECT count(*)::int AS count FROM webhook_delivery WHERE tenant_id = $1 AND next_attempt_at IS NOT NULL',
      [installation.tenantId],
    );
    if (row.count === 0) return;
    if (Date.now() > deadlineMs) {
      observations.report(
        `${row.count} deliveries are still pending ${DELIVERIES_MS / 1000} s after the faults`,
      );
      return;
    }
    await delay(CHECK_PAUSE_MS);
  }
}

/** One line about what was done and what it met. */
export function describeLoad({ installation, observations, ledger, memory, feed }: Evidence): string {
  const statuses = [...observations.statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  return [
    `${observations.calls} calls (${statuses.join(', ')}, broken: ${observations.broken})`,
    `slowest ${(observations.slowestMs / 1000).toFixed(1)} s`,
    `${ledger.acknowledged} writes acknowledged, ${ledger.unsure} not`,
    `${feed.entries.length} changes in the feed`,
    `${installation.receiver.calls.size} deliveries`,
    `${installation.database.restarts} restarts of the database, ${installation.services.reduce((sum, { restarts }) => sum + restarts, 0)} of the service`,
    `peak ${Math.round(memory.peakMiB)} MiB in a process`,
  ].join('; ');
}

/** The end of what the services logged: warnings and errors, without the calls that got a 503. */
export function describeLog({ installation }: Evidence): string {
  const lines = installation.services.flatMap((service) => service.logLines('"level"'));
  const telling = lines.filter((line) => !line.includes('"status":503'));
  return telling
    .map((line) => line.slice(0, LOG_LINE_LENGTH))
    .slice(-LOG_LINES)
    .join('\n');
}
