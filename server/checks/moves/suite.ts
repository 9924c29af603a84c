import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from '../../testing/command-line.ts';
import { signal } from '../chaos/database.ts';
import { readAtRandom } from '../chaos/followers.ts';
import { Random } from '../chaos/random.ts';
import { acknowledgeCreation, EVENTS, isAcknowledged, postWithKey, Writer } from '../chaos/writers.ts';
import { type LoadedTenant, SERVERS, type ServerName, SpreadInstallation } from './installation.ts';

const DOWN_MS = 2000;
const RETRY_MS = 500;
const MOVE_MS = 90_000;
const REPEAT_MS = 60_000;
const DELIVERIES_MS = 180_000;
const PAUSE_MS = 6000;

interface SuiteOptions {
  seed: number;
  moves: number;
  /** The load goes on at least so long. */
  seconds: number;
  writers: number;
  documentBytes: number;
  withWebhooks: boolean;
  tell(line: string): void;
}

/** What happens during a move, by its number, and before the others. */
type Disturbance = 'kill the node' | 'kill the command' | 'pause a process';

/**
 * Writers and readers of three tenants work all the time, while two of the tenants move from server to server. Meanwhile, a
 * server, a command, and a process are killed or paused. Returns when everything has settled.
 */
export async function runMoves(options: SuiteOptions): Promise<SpreadInstallation> {
  const installation = await SpreadInstallation.start();
  try {
    await work(installation, options);
    return installation;
  } catch (error) {
    await installation.stop();
    throw error;
  }
}

async function work(installation: SpreadInstallation, options: SuiteOptions): Promise<void> {
  const { seed, seconds, withWebhooks, tell } = options;
  const random = new Random(seed);
  // The last one stays.
  for (const [index, key] of ['acme', 'nord', 'stay'].entries())
    await installation.addTenant(key, SERVERS[index % 2]!);
  if (withWebhooks) for (const tenant of installation.tenants) await subscribe(tenant);
  const startedMs = performance.now();
  const load = startLoad(installation, random, options);
  try {
    await moveAround(installation, random.fork(), options);
    await delay(Math.max(0, startedMs + seconds * 1000 - performance.now()));
  } finally {
    await load.stop();
  }
  tell(`the load has ended after ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  for (const tenant of installation.tenants) {
    await repeatOpenCreations(tenant);
    if (withWebhooks) await settleDeliveries(installation, tenant);
  }
}

function startLoad(
  { tenants }: SpreadInstallation,
  random: Random,
  { writers, documentBytes }: SuiteOptions,
) {
  let isStopping = false;
  const shouldContinue = () => !isStopping;
  const running = tenants.flatMap(({ key, clients, ledger, feed }) => [
    ...Array.from({ length: writers }, (_, index) =>
      new Writer({
        ...{ ledger, documentBytes, pauseMs: 50 },
        client: clients[index % clients.length]!,
        name: `${key}${index}`,
        random: random.fork(),
      }).run(shouldContinue),
    ),
    readAtRandom(clients[0]!, ledger, random.fork(), shouldContinue),
    feed.run(shouldContinue),
  ]);
  return {
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}

async function moveAround(
  installation: SpreadInstallation,
  random: Random,
  { moves, tell }: SuiteOptions,
): Promise<void> {
  const disturbances = new Map<number, Disturbance>([
    [1, 'kill the command'],
    [2, 'kill the node'],
    [3, 'pause a process'],
  ]);
  for (let number = 0; number < moves; number++) {
    const tenant = installation.tenants[number % 2]!;
    const to = random.pick(SERVERS.filter((name) => name !== tenant.server));
    const disturbance = disturbances.get(number);
    const startedMs = performance.now();
    if (disturbance === undefined) await move(installation, tenant, to);
    else await moveDisturbed(installation, tenant, to, disturbance, random);
    const ms = Math.round(performance.now() - startedMs);
    tell(`${tenant.key}: ${tenant.server} to ${to} in ${ms} ms${disturbance ? `, ${disturbance}` : ''}`);
    tenant.server = to;
  }
}

/** Runs the command until it succeeds, as an operator does. */
async function move(installation: SpreadInstallation, tenant: LoadedTenant, to: ServerName): Promise<void> {
  for (const deadlineMs = performance.now() + MOVE_MS; ; ) {
    const { code, stderr } = await installation.command(['tenant', 'move', tenant.key, '--to', to]);
    // A command that was killed had moved it.
    if (code === 0 || stderr.includes('already')) return;
    if (performance.now() > deadlineMs) throw new Error(`${tenant.key} cannot be moved: ${stderr}`);
    await delay(RETRY_MS);
  }
}

async function moveDisturbed(
  installation: SpreadInstallation,
  tenant: LoadedTenant,
  to: ServerName,
  disturbance: Disturbance,
  random: Random,
): Promise<void> {
  if (disturbance === 'kill the command') {
    const controller = runMoveAndKill(installation, tenant, to, random);
    await controller;
    return move(installation, tenant, to);
  }
  if (disturbance === 'kill the node') {
    const name = [tenant.server, to].find((server) => server !== 'first')!;
    const moving = move(installation, tenant, to);
    await delay(random.integer(0, 1500));
    await installation.databases[name].kill(DOWN_MS);
    await installation.databases[name].ready();
    return moving;
  }
  // It misses the notification, and its connections are ended.
  const { workers } = await installation.services[1]!.processes();
  for (const pid of workers) signal(pid, 'SIGSTOP');
  try {
    await Promise.all([move(installation, tenant, to), delay(PAUSE_MS)]);
  } finally {
    for (const pid of workers) signal(pid, 'SIGCONT');
  }
}

/** A real process, which has some time to get into the move. */
async function runMoveAndKill(
  { environment }: SpreadInstallation,
  tenant: LoadedTenant,
  to: ServerName,
  random: Random,
): Promise<void> {
  const aborting = new AbortController();
  const running = runCommand(['tenant', 'move', tenant.key, '--to', to], {
    environment,
    signal: aborting.signal,
  });
  await delay(random.integer(1500, 3500));
  aborting.abort();
  await running;
}

async function subscribe({ clients: [client], receiver }: LoadedTenant, more: object = {}): Promise<void> {
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  // 400: the registration is active.
  for (const event of Object.values(EVENTS))
    await client!.call('POST', '/webhooks/subscribe', { body: { event, url, ...more }, accepts: [400] });
}

/** A repetition must return the record that may be there already. */
export async function repeatOpenCreations({
  clients: [client],
  ledger,
  observations,
}: Pick<LoadedTenant, 'clients' | 'ledger' | 'observations'>) {
  const deadlineMs = performance.now() + REPEAT_MS;
  for (const creation of ledger.openCreations) {
    for (;;) {
      const answer = await postWithKey(client!, creation.path, creation.key, creation.body);
      if (isAcknowledged(answer)) {
        acknowledgeCreation(ledger, creation, answer);
        break;
      }
      if (performance.now() > deadlineMs) {
        observations.report(`${creation.record.marker} cannot be created after the faults`);
        break;
      }
      await delay(RETRY_MS);
    }
  }
}

async function settleDeliveries({ databases }: SpreadInstallation, tenant: LoadedTenant): Promise<void> {
  await subscribe(tenant, { resendMissed: true });
  for (const deadlineMs = performance.now() + DELIVERIES_MS; performance.now() < deadlineMs; ) {
    const [row] = await databases[tenant.server].sql(
      'SELECT count(*)::int AS count FROM webhook_delivery WHERE tenant_id = $1 AND next_attempt_at IS NOT NULL',
      [tenant.id],
    );
    if (row.count === 0) return;
    await delay(RETRY_MS);
  }
  tenant.observations.report('deliveries are still pending');
}
