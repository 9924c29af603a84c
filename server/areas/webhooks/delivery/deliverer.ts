import type { TenantDatabase } from '../../../core/db/connection.ts';
import { runStatement } from '../../../core/db/transaction.ts';
import { sendsMail } from '../../../core/mail/index.ts';
import { LoggedFailure, type QueueTask } from '../../../core/queue/index.ts';
import type { Services } from '../../../core/services.ts';
import { eventEndpoint } from '../../changes/index.ts';
import { openWebhookSecrets } from '../../tenants/index.ts';
import { WebhookCaller } from './call.ts';
import { toMessage, toReference } from './formats.ts';
import type { WebhookMetrics } from './metrics.ts';
import type { Resolve } from './public-addresses.ts';
import {
  type DueDelivery,
  type RegistrationKey,
  type Result,
  releaseTurn,
  skipPaused,
  skipPending,
  type TakenTurn,
  type Taking,
  takeTurns,
  wake,
} from './queries.ts';
import { retryDelaySeconds } from './retry.ts';
import { signatureHeaders } from './signature.ts';
import { traceCall } from './trace-call.ts';
import { BATCH, Turn } from './turn.ts';

/** Maximum number of concurrent turns of a process. A turn uses a few sockets but no thread. */
const MAXIMUM_TURNS = 500;
/** Turns taken in a statement. The calls of the first ones start while the next ones are taken. */
const TURNS_AT_ONCE = 25;
/** When the process stops, running calls have this long to finish. The rest are aborted and repeated later. */
const STOP_MS = 3000;
/** Added to the remaining time of another process's turn, so that the next attempt comes after its end. */
const BUSY_MARGIN_SECONDS = 0.5;

/** The registrations of a change, or one whose calls are retried, resent, or overdue. */
type Job = { tenantId: number } & ({ registrationIds: number[] } | { registrationId: number });

/** A point at which a test can kill the process. */
export type FaultPoint = 'beforeCall' | 'afterCall';

interface DelivererOptions {
  metrics?: WebhookMetrics;
  /** Called with the path below /v3 that a call is about to name. Most receivers read it at once. Must return at once. */
  onCall?: (tenantId: number, endpoint: string) => void;
  /** This and the following options are for tests. */
  timeoutMs?: number;
  resolve?: Resolve;
  random?: () => number;
  fault?: (point: FaultPoint) => void;
}

/**
 * Makes the calls of registrations. A job of the queue only starts a turn and does not wait for it, so slow receivers cannot
 * block the queue, however many there are. Only one process at a time makes the calls of a registration.
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

  /** Returns the queue task that starts a turn. */
  task(): QueueTask {
    return {
      // The database function wake_webhook adds the jobs.
      name: 'deliver-webhooks',
      formerNames: ['deliver_webhooks'],
      run: async (payload) => {
        const { tenantId, ...rest } = payload as Job;
        const ids = 'registrationIds' in rest ? rest.registrationIds : [rest.registrationId];
        for (let first = 0; first < ids.length; first += TURNS_AT_ONCE)
          await this.#startTurns(tenantId, ids.slice(first, first + TURNS_AT_ONCE));
        // A stop did not wait for this job any longer, and some turns may not have begun. The next attempt takes them.
        if (this.#isStopping) throw new LoggedFailure('This process is stopping.');
      },
      stop: () => this.stop(),
    };
  }

  /** Returns the turns once they are taken. They never reject. */
  async #startTurns(tenantId: number, registrationIds: readonly number[]): Promise<Promise<void>[]> {
    while (this.#turns.size + registrationIds.length > MAXIMUM_TURNS) await Promise.race(this.#turns);
    if (this.#isStopping) return [];
    const taking = takeTurns(this.#services.database.tenant(tenantId), tenantId, registrationIds, BATCH);
    const turns = registrationIds.map((registrationId) => {
      const key = { tenantId, registrationId };
      const turn: Promise<void> = taking
        .then((taken) => this.#drain(key, taken.get(registrationId)!))
        .catch(({ name, code }) =>
          // Nothing is lost: wakeOverdue finds the calls within two minutes.
          this.#services.log.error({ ...key, type: name, code }, 'webhook calls were interrupted'),
        )
        .finally(() => this.#turns.delete(turn));
      this.#turns.add(turn);
      return turn;
    });
    await taking.catch(() => {});
    return turns;
  }

  /** For tests: makes all due calls of a registration, unless another process is doing so, and waits for them. */
  async drain({ tenantId, registrationId }: RegistrationKey): Promise<void> {
    await Promise.all(await this.#startTurns(tenantId, [registrationId]));
  }

  async #drain(key: RegistrationKey, first: Taking): Promise<void> {
    const db = this.#services.database.tenant(key.tenantId);
    const takeTurn = async () => {
      const taken = await takeTurns(db, key.tenantId, [key.registrationId], BATCH);
      return taken.get(key.registrationId)!;
    };
    for (let taken = first; ; taken = await takeTurn()) {
      if (taken === 'gone')
        return runStatement(db, (one) => skipPending(one, key, 'The registration was removed.'));
      if ('busySeconds' in taken) return wake(db, key, taken.busySeconds + BUSY_MARGIN_SECONDS, 'busy');
      const isRequested = taken.isPaused
        ? await this.#skip(db, key, taken)
        : await this.#makeCalls(db, key, taken);
      if (!isRequested || this.#isStopping) return;
    }
  }

  async #skip(db: TenantDatabase, key: RegistrationKey, { lease }: TakenTurn): Promise<boolean> {
    await skipPaused(db, key);
    return runStatement(db, (one) => releaseTurn(one, key, lease));
  }

  async #makeCalls(db: TenantDatabase, key: RegistrationKey, taken: TakenTurn): Promise<boolean> {
    const secrets = await openWebhookSecrets(this.#services, taken.sealedSecrets);
    const turn = new Turn({
      db,
      key,
      taken,
      notifies: sendsMail(this.#services.settings),
      call: (delivery) => this.#call(key, delivery, taken.dataTypeId, secrets),
      onDue: (due) => this.#announce(key.tenantId, due),
      onRecorded: (results) => this.#options.metrics?.count(results),
      isStopping: () => this.#isStopping,
    });
    return turn.run();
  }

  #announce(tenantId: number, due: readonly DueDelivery[]): void {
    const { onCall } = this.#options;
    if (onCall !== undefined) for (const event of due) onCall(tenantId, eventEndpoint(event).endpoint);
  }

  async #call(
    key: RegistrationKey,
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
    const outcome = await traceCall(this.#services.tracer, key.tenantId, delivery, (traceHeaders) =>
      this.#caller.post(delivery.url, { ...headers, ...traceHeaders }, body, this.#stopping.signal),
    );
    fault?.('afterCall');
    if (outcome === undefined) return undefined;
    const calls = delivery.roundAttempts + 1;
    const retrySeconds = retryDelaySeconds(settings.webhookRetrySeconds, calls, outcome, random());
    // Ids only: URLs can contain secrets, and a receiver's response is not ours to log.
    this.#services.log.info(
      {
        ...key,
        deliveryId: delivery.id,
        event: reference.event,
        outcome: outcome.isSuccess ? 'delivered' : 'failed',
        status: outcome.status,
        cause: outcome.cause,
        durationMs: outcome.latencyMs,
        attempt: calls,
        retrySeconds: outcome.isSuccess ? undefined : (retrySeconds ?? undefined),
      },
      'webhook call',
    );
    return { id: delivery.id, outcome, retrySeconds };
  }

  /** Starts no more calls, waits STOP_MS for the running ones and aborts the rest, which remain pending. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const timer = setTimeout(() => {
      this.#stopping.abort();
      void this.#caller.close();
    }, STOP_MS);
    await Promise.all(this.#turns);
    clearTimeout(timer);
    await this.#caller.close();
  }
}
