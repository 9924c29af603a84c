import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { QueueTask } from '../../../core/queue/index.ts';
import type { Services } from '../../../core/services.ts';
import { openWebhookSecrets } from '../../tenants/index.ts';
import { WebhookCaller } from './call.ts';
import { toMessage, toReference } from './formats.ts';
import type { WebhookMetrics } from './metrics.ts';
import type { Resolve } from './public-addresses.ts';
import {
  type DueDelivery,
  giveTurnBack,
  type RegistrationKey,
  type Result,
  skipPending,
  type TakenTurn,
  takeTurn,
  wake,
} from './queries.ts';
import { retryDelaySeconds } from './retry.ts';
import { signatureHeaders } from './signature.ts';
import { BATCH, Turn } from './turn.ts';

/** Registrations a process makes calls for at a time. A turn costs a few sockets and no thread. */
const MAXIMUM_TURNS = 500;
/** When the process stops, running calls may finish within this time; those aborted after it are made again. */
const STOP_MS = 3000;
/** Where the end of another process's turn was not seen, a moment more than it lasts. */
const BUSY_MARGIN_SECONDS = 0.5;

/** Where a test kills the process. */
export type FaultPoint = 'beforeCall' | 'afterCall';

export interface DelivererOptions {
  metrics?: WebhookMetrics;
  /** For tests: a shorter time limit, other addresses, no chance, a place to die. */
  timeoutMs?: number;
  resolve?: Resolve;
  random?: () => number;
  fault?: (point: FaultPoint) => void;
}

/**
 * Makes the calls of registrations. A job only begins a turn: it does not hold a place of the queue while receivers
 * take their time, so no number of slow ones delays the others. One process at a time makes the calls of a registration.
 */
export class Deliverer {
  readonly #services: Services;
  readonly #options: DelivererOptions;
  readonly #caller: WebhookCaller;
  readonly #turns = new Set<Promise<void>>();
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
      // Jobs are added by wake_webhook, a function of the database.
      name: 'deliver-webhooks',
      formerNames: ['deliver_webhooks'],
      run: async (payload) => {
        const key = payload as RegistrationKey;
        while (this.#turns.size >= MAXIMUM_TURNS) await Promise.race(this.#turns);
        const turn = this.drain(key)
          .catch(({ name, code }) =>
            // Nothing is lost: the overdue calls are found within two minutes.
            this.#services.log.error({ ...key, type: name, code }, 'webhook calls were interrupted'),
          )
          .finally(() => this.#turns.delete(turn));
        this.#turns.add(turn);
      },
      stop: () => this.stop(),
    };
  }

  /** Makes all calls of a registration that are due, unless another process is doing so. */
  async drain(key: RegistrationKey): Promise<void> {
    const db = this.#services.database.tenant(key.tenantId);
    while (!this.#isStopping) {
      const taken = await takeTurn(db, key, BATCH);
      if (taken === 'gone') return skipPending(db, key, 'The registration was removed.');
      if ('busySeconds' in taken) return wake(db, key, taken.busySeconds + BUSY_MARGIN_SECONDS, 'busy');
      const isWanted = taken.isPaused
        ? await this.#skip(db, key, taken)
        : await this.#makeCalls(db, key, taken);
      if (!isWanted) return;
    }
  }

  async #skip(db: TenantDatabase, key: RegistrationKey, { lease }: TakenTurn): Promise<boolean> {
    await skipPending(db, key, 'The registration was paused.');
    return giveTurnBack(db, key, lease);
  }

  #makeCalls(db: TenantDatabase, key: RegistrationKey, taken: TakenTurn): Promise<boolean> {
    const secrets = openWebhookSecrets(this.#services, taken.sealedSecrets);
    const turn = new Turn({
      db,
      key,
      taken,
      call: (delivery) => this.#call(delivery, taken.dataTypeId, secrets),
      onRecorded: (results) => this.#options.metrics?.count(results),
      isStopping: () => this.#isStopping,
    });
    return turn.run();
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

  /** Begins no more calls, waits a moment for the running ones and aborts the rest, which stay to be made. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const timer = setTimeout(() => this.#stopping.abort(), STOP_MS);
    await Promise.all(this.#turns);
    clearTimeout(timer);
    await this.#caller.close();
  }
}
