import assert from 'node:assert/strict';
import { availableParallelism, totalmem } from 'node:os';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { callCommand } from '../../testing/command-call.ts';
import { fetchToken, makeDirectory } from '../../testing/command-line.ts';
import { Client, Observations } from '../chaos/client.ts';
import { FeedReader, readAtRandom } from '../chaos/followers.ts';
import { checkDocuments, checkRecords } from '../chaos/judge/records.ts';
import { checkFeed } from '../chaos/judge/streams.ts';
import { Ledger } from '../chaos/ledger.ts';
import { Random } from '../chaos/random.ts';
import { Receiver } from '../chaos/receiver.ts';
import { ServiceSlot } from '../chaos/service-slot.ts';
import { Writer } from '../chaos/writers.ts';
import { repeatOpenCreations } from '../moves/suite.ts';
import { Cluster, describePrograms, findMissing } from './cluster.ts';

// npm run failover: kills the primary of a Patroni cluster several times while callers write, and proves that no acknowledged
// write was lost, that a reader of the feed has seen each change once, and that no call got 500. It needs patroni, etcd, and
// PostgreSQL, as Debian has them, and Linux.
//
// The service has the three hosts in DATABASE_URL, and no proxy. Commits wait for one standby.
//
//   npm run failover                              a new seed, 4 kills
//   npm run failover -- --seed 7 --kills 6

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    kills: { type: 'string', default: '4' },
    writers: { type: 'string', default: '6' },
  },
});
const QUIET_MS = 5000;
const WRITES_MS = 120_000;
const tell = (line: string) => console.log(line);

/** Also notes when writes were acknowledged. */
class TimedObservations extends Observations {
  readonly acknowledgedMs: number[] = [];

  override add(...given: Parameters<Observations['add']>): void {
    super.add(...given);
    const [what, status] = given;
    if (!what.startsWith('GET') && status !== undefined && status < 300)
      this.acknowledgedMs.push(performance.now());
  }

  /** The longest time without an acknowledged write since then. */
  longestGapMs(sinceMs: number): number {
    const times = this.acknowledgedMs.filter((ms) => ms >= sinceMs);
    return Math.max(...[...times, performance.now()].map((ms, index) => ms - (times[index - 1] ?? sinceMs)));
  }
}

async function addTenant(environment: Record<string, string>, origin: string) {
  const run = async (words: string[]) => {
    const { code, stdout, stderr } = await callCommand([...words, '--json'], environment);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const tenant = await run(['tenant', 'create', 'acme', '--name', 'Acme']);
  const client = await run(['client', 'create', '--tenant', 'acme', '--name', 'Load', '--permissions', '*']);
  const token = await fetchToken({ ...client, authUrl: origin, audience: `${origin}/api/v3` });
  return { id: tenant.id as number, webhookSecret: tenant.webhookSecret as string, token };
}

async function killOnce(cluster: Cluster, number: number, observations: TimedObservations): Promise<void> {
  const what = number % 2 === 0 ? 'machine' : 'server';
  const killed = await cluster.kill(what);
  const next = await cluster.recovered(killed);
  const recoveredMs = performance.now();
  while (
    (observations.acknowledgedMs.at(-1) ?? 0) < recoveredMs &&
    performance.now() < recoveredMs + WRITES_MS
  )
    await delay(100);
  const [away, until] = [recoveredMs - killed.ms, observations.longestGapMs(killed.ms)].map((ms) =>
    (ms / 1000).toFixed(1),
  );
  tell(
    `killed the ${what} of ${killed.name}: ${next} took writes after ${away} s; ${until} s without an acknowledged write`,
  );
  await cluster.heal();
  await delay(QUIET_MS);
}

test('failover', { skip: findMissing() && `${findMissing()} is not installed` }, async () => {
  tell(`seed ${values.seed}, ${values.kills} kills, ${values.writers} writers`);
  tell(`${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB, ${describePrograms()}`);
  const cluster = await Cluster.start();
  const port = String(20_000 + (Number(values.seed) % 20_000));
  const origin = `http://127.0.0.1:${port}`;
  const directory = await makeDirectory();
  const environment = {
    DATA_DIR: directory,
    DATABASE_URL: cluster.url,
    LOG_LEVEL: 'warn',
    PUBLIC_URL: origin,
  };
  const service = new ServiceSlot('service', directory, { ...environment, PORT: port, WORKERS: '2' });
  const findings: string[] = [];
  try {
    await service.start();
    const { id, webhookSecret, token } = await addTenant(environment, origin);
    const observations = new TimedObservations();
    const client = new Client(origin, observations);
    client.token = token;
    const [ledger, feed] = [new Ledger(), new FeedReader(client)];
    const random = new Random(Number(values.seed));
    let isStopping = false;
    const shouldContinue = () => !isStopping;
    const load = [
      ...Array.from({ length: Number(values.writers) }, (_, index) =>
        new Writer({
          ...{
            client,
            ledger,
            name: `w${index}`,
            random: random.fork(),
            pauseMs: 50,
            documentBytes: 100_000,
          },
        }).run(shouldContinue),
      ),
      readAtRandom(client, ledger, random.fork(), shouldContinue),
      feed.run(shouldContinue),
    ];
    await delay(QUIET_MS);
    for (let number = 0; number < Number(values.kills); number++)
      await killOnce(cluster, number, observations);
    isStopping = true;
    await Promise.all(load);
    await repeatOpenCreations({ clients: [client], ledger, observations });
    const receiver = await Receiver.start(webhookSecret);
    const evidence = {
      installation: { tenantId: id, database: cluster, receiver },
      client,
      observations,
      ledger,
      feed,
    };
    for (const check of [checkRecords, checkDocuments, checkFeed]) findings.push(...(await check(evidence)));
    findings.push(...observations.findings, ...service.findings());
    for (const errorId of observations.errorIds) findings.push(...service.logLines(errorId));
    await receiver.close();
    client.close();
    const statuses = [...observations.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`);
    tell(
      `${observations.calls} calls (${statuses.join(', ')}, broken: ${observations.broken}), slowest ${(observations.slowestMs / 1000).toFixed(1)} s, ${ledger.acknowledged} writes acknowledged, ${ledger.unsure} not, ${feed.entries.length} changes in the feed, ${service.restarts} restarts`,
    );
  } finally {
    await service.stop();
    await cluster.stop();
  }
  for (const finding of findings) tell(`FINDING ${finding}`);
  tell(findings.length === 0 ? 'nothing was lost' : `${findings.length} findings`);
  assert.equal(findings.length, 0);
});
