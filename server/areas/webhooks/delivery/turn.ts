import type { TenantDatabase } from '../../../core/db/connection.ts';
import { isRolledBack } from '../../../core/db/faults.ts';
import { afterMove, TenantAwayError } from '../../../core/db/tenant-away.ts';
import { runStatement } from '../../../core/db/transaction.ts';
import {
  type DueDelivery,
  findDue,
  type RegistrationKey,
  type Result,
  recordResults,
  releaseTurn,
  type TakenTurn,
} from './queries.ts';
import { FAILURE_THRESHOLD } from './retry.ts';

/** Number of due calls read at a time. */
export const BATCH = 64;
/** Maximum number of concurrent calls of one registration. Calls of a resend are made one after the other. */
const CONCURRENCY = 8;
/** Due calls are read again after this time, because they may have been dropped in the meantime. */
const BATCH_AGE_MS = 1000;
/** After this time, the registration returns to the queue, and any process can continue with it. */
const LONGEST_TURN_MS = 60_000;

interface TurnOptions {
  db: TenantDatabase;
  key: RegistrationKey;
  taken: TakenTurn;
  /** Whether a mail is sent if the registration is paused. */
  notifies: boolean;
  /** Makes a call. Returns undefined if the call was aborted and is still pending. A failed call must not reject. */
  call(delivery: DueDelivery): Promise<Result | undefined>;
  /** Called with calls that are about to be made. */
  onDue(due: readonly DueDelivery[]): void;
  /** Called after these outcomes were written to the database. */
  onRecorded?(results: readonly Result[]): void;
  /** Returns true if the process is stopping, so that no further call may start. */
  isStopping(): boolean;
}

/**
 * In a turn, one process makes the calls of one registration until no call is due, the time is up or another process has
 * taken over. Outcomes are written in batches: while one batch is being written, the outcomes that arrive form the next one.
 * Further calls are made meanwhile, so receivers do not wait for the database.
 */
export class Turn {
  readonly #options: TurnOptions;
  readonly #endsAt = performance.now() + LONGEST_TURN_MS;
  /** Calls by the id of their delivery. */
  readonly #running = new Map<string, Promise<void>>();
  /** Outcomes that wait to be written. */
  #unwritten: Result[] = [];
  /** Outcomes that are being written. */
  #beingWritten: Result[] = [];
  /** Outcomes that the database has rejected. */
  #rejected: readonly Result[] = [];
  #writing: Promise<void> | undefined;
  /** The running call is part of a resend. No other call runs beside it. */
  #runsInOrder = false;
  #failure: { error: unknown } | undefined;
  #batch: DueDelivery[];
  #batchReadAt = performance.now();
  /** The last batch was full. Calls added later have their own job, or are noticed when the turn is released. */
  #hasMore: boolean;
  #errorCount: number;
  #lease: string;
  /** Another process has taken over the turn, or the registration was removed. */
  #isLost = false;
  /** The outcomes being written are the last ones. The same statement releases the turn. */
  #isEnding = false;
  /** Whether another process requested the turn. Set when the turn was released with its last outcomes. */
  #isRequested: boolean | undefined;

  constructor(options: TurnOptions) {
    const { due, errorCount, lease } = options.taken;
    this.#options = options;
    this.#batch = [...due];
    this.#hasMore = due.length === BATCH;
    this.#errorCount = errorCount;
    this.#lease = lease;
  }

  /**
   * Makes the calls and releases the turn. Returns whether another process requested the turn in the meantime. If it fails, it rejects when
   * no call is running, and does not release the turn: with a failure that persists, the same calls would be made again at once.
   */
  async run(): Promise<boolean> {
    this.#options.onDue(this.#batch);
    try {
      return await this.#makeCalls();
    } catch (error) {
      await this.#writeRest();
      throw error;
    }
  }

  async #makeCalls(): Promise<boolean> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#isRequested !== undefined) return this.#isRequested;
      this.#startWriting();
      await this.#startCalls();
      if (this.#isIdle()) return this.#release();
      await this.#nextEvent();
    }
  }

  /** After a failure: the calls were made, so their outcomes are written if the database takes them now. */
  async #writeRest(): Promise<void> {
    await Promise.allSettled(this.#running.values());
    await this.#writing;
    this.#isEnding = false;
    // Apart: an outcome that the database rejects must not cost the others.
    for (const results of [this.#rejected, this.#unwritten])
      if (results.length > 0) await this.#write(results);
  }

  #startWriting(): void {
    if (this.#unwritten.length === 0 || this.#writing !== undefined) return;
    this.#beingWritten = this.#unwritten;
    this.#unwritten = [];
    // The last outcomes release the turn, so no call may start while they are being written.
    this.#isEnding = this.#running.size === 0 && this.#batch.length === 0 && !this.#hasMore;
    this.#writing = this.#write(this.#beingWritten);
  }

  async #write(results: readonly Result[]): Promise<void> {
    const { db, key, notifies, onRecorded } = this.#options;
    try {
      // The calls were made, so their outcomes are written where the tenant is then.
      const state = await afterMove(() =>
        runStatement(db, (one) =>
          recordResults(one, key, this.#lease, results, { isLast: this.#isEnding, notifies }),
        ),
      );
      if (state.lease === undefined) this.#isLost = true;
      else this.#lease = state.lease;
      this.#isRequested = state.isRequested;
      this.#errorCount = state.errorCount;
      if (state.isPaused) this.#batch = [];
      onRecorded?.(results);
    } catch (error) {
      // run() throws it later, because it may be waiting for another promise now.
      this.#failure = { error };
      // If the connection broke, they may have been written. A second time, failures would count twice.
      if (isRolledBack(error) || error instanceof TenantAwayError) this.#rejected = results;
    }
    this.#beingWritten = [];
    this.#writing = undefined;
  }

  async #startCalls(): Promise<void> {
    if (!this.#canStart() || this.#freeCalls() <= 0) return;
    if (this.#needsBatch()) await this.#readBatch();
    while (this.#freeCalls() > 0 && this.#canStartNext()) this.#start(this.#batch.shift()!);
  }

  #canStartNext(): boolean {
    const [next] = this.#batch;
    if (next === undefined) return false;
    return this.#running.size === 0 || !(this.#runsInOrder || next.isInOrder);
  }

  #canStart(): boolean {
    return (
      !this.#isLost && !this.#isEnding && !this.#options.isStopping() && performance.now() < this.#endsAt
    );
  }

  /** Returns how many more calls can start. All running calls could fail, so they count toward the failure threshold. */
  #freeCalls(): number {
    const failures = countFailures(this.#unwritten) + countFailures(this.#beingWritten);
    return Math.min(
      CONCURRENCY - this.#running.size,
      FAILURE_THRESHOLD - this.#errorCount - this.#running.size - failures,
    );
  }

  #needsBatch(): boolean {
    const isUsedUp = this.#batch.length === 0 && this.#hasMore;
    return isUsedUp || performance.now() - this.#batchReadAt > BATCH_AGE_MS;
  }

  async #readBatch(): Promise<void> {
    const { db, key, onDue } = this.#options;
    // In the database, these calls are still due.
    const excluded = [
      ...this.#running.keys(),
      ...[...this.#unwritten, ...this.#beingWritten].map(({ id }) => id),
    ];
    this.#batch = await afterMove(() => findDue(db, key, this.#lease, excluded, BATCH));
    this.#batchReadAt = performance.now();
    this.#hasMore = this.#batch.length === BATCH;
    onDue(this.#batch);
  }

  #start(delivery: DueDelivery): void {
    this.#runsInOrder = delivery.isInOrder;
    const call = this.#options.call(delivery).then((result) => {
      this.#running.delete(delivery.id);
      if (result !== undefined) this.#unwritten.push(result);
    });
    this.#running.set(delivery.id, call);
  }

  #isIdle(): boolean {
    return this.#running.size === 0 && this.#writing === undefined && this.#unwritten.length === 0;
  }

  /** Waits until a call ends or outcomes have been written. Returns immediately if neither is in progress. */
  async #nextEvent(): Promise<void> {
    if (this.#writing === undefined && this.#running.size === 0) return;
    await Promise.race([...this.#running.values(), ...(this.#writing === undefined ? [] : [this.#writing])]);
  }

  async #release(): Promise<boolean> {
    if (this.#isLost) return false;
    const { db, key } = this.#options;
    return afterMove(() => runStatement(db, (one) => releaseTurn(one, key, this.#lease)));
  }
}

function countFailures(results: readonly Result[]): number {
  return results.filter(({ outcome }) => !outcome.isSuccess).length;
}
