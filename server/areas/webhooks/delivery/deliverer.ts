import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { QueueTask } from '../../../core/queue/index.ts';
import type { Services } from '../../../core/services.ts';
import { openWebhookSecrets } from '../../tenants/index.ts';
import { WebhookCaller } from './call.ts';
import { toMessage, toReference } from './formats.ts';
import type { WebhookMetrics } from './metrics.ts';
import type { Resolve } from './public-addresses.ts';
import {
  type Drain,
  type DueDelivery,
  findDue,
  giveTurnBack,
  type RegistrationKey,
  type Result,
  recordResults,
  skipPending,
  takeTurn,
  wake,
} from './queries.ts';
import { FAILURE_THRESHOLD, retryDelaySeconds } from './retry.ts';
import { signatureHeaders } from './signature.ts';

/** Calls at a time for one registration. */
const CONCURRENCY = 8;
const BATCH = 64;
/** What was read that long ago may be dropped by now: it is read again. */
const BATCH_AGE_MS = 1000;
/** After that the registration goes back to the queue, for any process to go on with. */
const LONGEST_DRAIN_MS = 60_000;
/** Registrations a process makes calls for at a time. A turn costs a few sockets and no thread. */
const MAXIMUM_DRAINS = 500;
/** Calls that run when the process ends may finish within this time; broken off, they are made again. */
const STOP_MS = 3000;
/** Where the turn's end was not seen, a moment more than it lasts. */
const BUSY_MARGIN_SECONDS = 0.5;

/** Where a process may die, to see what comes of it. */
export type FaultPoint = 'beforeCall' | 'afterCall';

export interface DelivererOptions {
  metrics?: WebhookMetrics;
  /** For tests: shorter than 15 seconds, other names, no chance, a place to die. */
  timeoutMs?: number;
  resolve?: Resolve;
  random?: () => number;
  fault?: (point: FaultPoint) => void;
}

/**
 * Makes the calls of registrations. A job only begins a turn: it does not hold a place of the queue while receivers
 * take their time, so that no number of slow ones delays another. Of a registration one process makes the calls at a
 * time; outcomes are written together, as many as have come in while the last ones were being written.
 */
export class Deliverer {
  readonly #services: Services;
  readonly #options: DelivererOptions;
  readonly #caller: WebhookCaller;
  readonly #drains = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #isStopping = false;

  constructor(services: Services, options: DelivererOptions = {}) {
    this.#services = services;
    this.#options = options;
    this.#caller = new WebhookCaller({
      allowPrivate: services.settings.webhookAllowPrivate,
      timeoutMs: options.timeoutMs,
      resolve: options.resolve,
    });
  }

  /** The task of the queue that begins a turn. */
  task(): QueueTask {
    return {
      name: 'deliver_webhooks',
      run: async (payload) => {
        const key = payload as RegistrationKey;
        while (this.#drains.size >= MAXIMUM_DRAINS) await Promise.race(this.#drains);
        const drain = this.drain(key)
          .catch(({ name, code }) =>
            // Nothing is lost: the overdue calls are found within two minutes.
            this.#services.log.error({ ...key, type: name, code }, 'webhook calls were interrupted'),
          )
          .finally(() => this.#drains.delete(drain));
        this.#drains.add(drain);
      },
      stop: () => this.stop(),
    };
  }

  /** Makes all calls of a registration that are due, unless another process is at it. */
  async drain(key: RegistrationKey): Promise<void> {
    const db = this.#services.database.tenant(key.tenantId);
    while (!this.#isStopping) {
      const turn = await takeTurn(db, key, BATCH);
      if (turn === 'gone') return skipPending(db, key, 'The registration was removed.');
      if ('busySeconds' in turn) return wake(db, key, turn.busySeconds + BUSY_MARGIN_SECONDS, 'busy');
      if (turn.isPaused) await skipPending(db, key, 'The registration was paused.');
      const end = turn.isPaused ? { lease: turn.lease } : await this.#makeCalls(db, key, turn);
      const isWanted = end.isWanted ?? (end.lease !== undefined && (await giveTurnBack(db, key, end.lease)));
      if (!isWanted) return;
    }
  }

  /** Makes calls until none is due, the turn is over or lost. Answers the turn to give back, if it still is ours. */
  async #makeCalls(db: TenantDatabase, key: RegistrationKey, turn: Drain): Promise<TurnEnd> {
    const secrets = openWebhookSecrets(this.#services, turn.sealedSecrets);
    const endsAt = performance.now() + LONGEST_DRAIN_MS;
    const running = new Map<string, Promise<unknown>>();
    let finished: Result[] = [];
    // Outcomes are written beside further calls: a receiver is not idle while the database writes.
    let recorded: Result[] = [];
    let recording: Promise<void> | undefined;
    let failure: { error: unknown } | undefined;
    let batch = turn.due;
    let batchAt = performance.now();
    // What comes later finds its own job, or is seen when the turn is given back.
    let mayBeMore = batch.length === BATCH;
    let isEnding = false;
    let isWanted: boolean | undefined;
    let { errorCount } = turn;
    let lease: string | undefined = turn.lease;

    const begin = (delivery: DueDelivery) => {
      const call = this.#call(delivery, turn.dataTypeId, secrets).then((result) => {
        running.delete(delivery.id);
        if (result !== undefined) finished.push(result);
      });
      running.set(delivery.id, call);
    };
    const record = async () => {
      // The turn goes back with its last outcomes: no call may begin beside them.
      isEnding = running.size === 0 && batch.length === 0 && !mayBeMore;
      try {
        const state = await recordResults(db, key, lease ?? turn.lease, recorded, isEnding);
        isWanted = state.isWanted;
        lease = lease === undefined ? undefined : state.lease;
        errorCount = state.errorCount;
        if (state.isPaused) batch = [];
        this.#options.metrics?.count(recorded);
      } catch (error) {
        failure = { error };
      }
      recorded = [];
      recording = undefined;
    };
    // Calls that run may all fail: as many run as the counter has room for, so that a tenth failure is the last call.
    const room = () =>
      Math.min(
        CONCURRENCY - running.size,
        FAILURE_THRESHOLD - errorCount - running.size - countFailures(finished) - countFailures(recorded),
      );

    for (;;) {
      if (failure !== undefined) throw failure.error;
      if (isWanted !== undefined) return { isWanted };
      if (finished.length > 0 && recording === undefined) {
        recorded = finished;
        finished = [];
        recording = record();
      }
      const mayBegin = lease !== undefined && !isEnding && !this.#isStopping && performance.now() < endsAt;
      if (mayBegin && room() > 0) {
        if ((batch.length === 0 && mayBeMore) || performance.now() - batchAt > BATCH_AGE_MS) {
          const known = [...running.keys(), ...[...finished, ...recorded].map(({ id }) => id)];
          batch = await findDue(db, key, lease!, known, BATCH);
          batchAt = performance.now();
          mayBeMore = batch.length === BATCH;
        }
        while (room() > 0 && batch.length > 0) begin(batch.shift()!);
      }
      if (recording !== undefined || running.size > 0) {
        await Promise.race([...running.values(), ...(recording === undefined ? [] : [recording])]);
      } else if (finished.length === 0) {
        return { lease };
      }
    }
  }

  async #call(
    delivery: DueDelivery,
    dataTypeId: number,
    secrets: readonly string[],
  ): Promise<Result | undefined> {
    const { settings, now } = this.#services;
    const { fault, random = Math.random } = this.#options;
    const reference = toReference(delivery.id, delivery);
    const { contentType, body } = toMessage(reference, dataTypeId, `${settings.publicUrl}/v3`);
    const headers = { 'content-type': contentType, ...signatureHeaders(delivery.id, now(), body, secrets) };
    fault?.('beforeCall');
    const outcome = await this.#caller.post(delivery.url, headers, body, this.#stopping.signal);
    fault?.('afterCall');
    if (outcome === undefined) return undefined;
    const calls = delivery.roundAttempts + 1;
    const retrySeconds = retryDelaySeconds(settings.webhookRetrySeconds, calls, outcome, random());
    return { id: delivery.id, outcome, retrySeconds };
  }

  /** Begins no more calls, waits a moment for the running ones and breaks off the rest, which stay to be made. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const timer = setTimeout(() => this.#stopping.abort(), STOP_MS);
    await Promise.all(this.#drains);
    clearTimeout(timer);
    await this.#caller.close();
  }
}

/** Either the turn was given back with its last outcomes, or `lease` names it, undefined when it was lost. */
interface TurnEnd {
  isWanted?: boolean;
  lease?: string;
}

function countFailures(results: readonly Result[]): number {
  return results.filter(({ outcome }) => !outcome.isSuccess).length;
}
