import type { TenantDatabase } from '../../../core/db/connection.ts';
import {
  type DueDelivery,
  findDue,
  giveTurnBack,
  type RegistrationKey,
  type Result,
  recordResults,
  type TakenTurn,
} from './queries.ts';
import { FAILURE_THRESHOLD } from './retry.ts';

/** Calls read at a time. */
export const BATCH = 64;
/** Calls made at a time for one registration. */
const CONCURRENCY = 8;
/** Calls read longer ago than this may have been dropped since: they are read again. */
const BATCH_AGE_MS = 1000;
/** After this time the registration goes back to the queue, where any process can continue with it. */
const LONGEST_TURN_MS = 60_000;

export interface TurnOptions {
  db: TenantDatabase;
  key: RegistrationKey;
  taken: TakenTurn;
  /** Makes one call; undefined when it was aborted and stays to be made. Never rejects for what the receiver does. */
  call(delivery: DueDelivery): Promise<Result | undefined>;
  /** Called with outcomes that are now in the database. */
  onRecorded?(results: readonly Result[]): void;
  /** The process is stopping: no further call may begin. */
  isStopping(): boolean;
}

/**
 * A turn: one process makes the calls of one registration until none is due, the time is up or another process has
 * taken over. Outcomes are written together, as many as have arrived while the previous ones were being written, and
 * beside further calls: a receiver is not idle while the database writes.
 */
export class Turn {
  readonly #options: TurnOptions;
  readonly #endsAt = performance.now() + LONGEST_TURN_MS;
  /** By the id of the delivery. */
  readonly #running = new Map<string, Promise<void>>();
  /** Outcomes that nobody is writing yet, and those that are being written. */
  #finished: Result[] = [];
  #recorded: Result[] = [];
  #recording: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;
  #batch: DueDelivery[];
  #batchReadAt = performance.now();
  /** The last batch was full. What is added later has its own job, or is seen when the turn is given back. */
  #mayBeMore: boolean;
  #errorCount: number;
  #lease: string;
  /** Another process has the turn, or the registration is gone. */
  #isLost = false;
  /** The outcomes being written are the last ones: the turn is given back with them. */
  #isEnding = false;
  /** Set once the turn was given back with its last outcomes. */
  #isWanted: boolean | undefined;

  constructor(options: TurnOptions) {
    const { due, errorCount, lease } = options.taken;
    this.#options = options;
    this.#batch = [...due];
    this.#mayBeMore = due.length === BATCH;
    this.#errorCount = errorCount;
    this.#lease = lease;
  }

  /** Makes the calls and gives the turn back. Returns whether another process asked for the turn in the meantime. */
  async run(): Promise<boolean> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#isWanted !== undefined) return this.#isWanted;
      this.#beginRecording();
      await this.#beginCalls();
      if (this.#isIdle()) return this.#giveBack();
      await this.#nextEvent();
    }
  }

  #beginRecording(): void {
    if (this.#finished.length === 0 || this.#recording !== undefined) return;
    this.#recorded = this.#finished;
    this.#finished = [];
    // The turn is given back with its last outcomes: no call may begin beside them.
    this.#isEnding = this.#running.size === 0 && this.#batch.length === 0 && !this.#mayBeMore;
    this.#recording = this.#record(this.#recorded);
  }

  async #record(results: readonly Result[]): Promise<void> {
    const { db, key, onRecorded } = this.#options;
    try {
      const state = await recordResults(db, key, this.#lease, results, this.#isEnding);
      if (state.lease === undefined) this.#isLost = true;
      else this.#lease = state.lease;
      this.#isWanted = state.isWanted;
      this.#errorCount = state.errorCount;
      if (state.isPaused) this.#batch = [];
      onRecorded?.(results);
    } catch (error) {
      // Thrown by run(): at this moment it may be waiting for something else.
      this.#failure = { error };
    }
    this.#recorded = [];
    this.#recording = undefined;
  }

  async #beginCalls(): Promise<void> {
    if (!this.#mayBegin() || this.#room() <= 0) return;
    if (this.#needsBatch()) await this.#readBatch();
    while (this.#room() > 0 && this.#batch.length > 0) this.#begin(this.#batch.shift()!);
  }

  #mayBegin(): boolean {
    return (
      !this.#isLost && !this.#isEnding && !this.#options.isStopping() && performance.now() < this.#endsAt
    );
  }

  /** How many more calls may begin. All that run may fail: never more than it takes to reach the threshold. */
  #room(): number {
    const failures = countFailures(this.#finished) + countFailures(this.#recorded);
    return Math.min(
      CONCURRENCY - this.#running.size,
      FAILURE_THRESHOLD - this.#errorCount - this.#running.size - failures,
    );
  }

  #needsBatch(): boolean {
    const isUsedUp = this.#batch.length === 0 && this.#mayBeMore;
    return isUsedUp || performance.now() - this.#batchReadAt > BATCH_AGE_MS;
  }

  async #readBatch(): Promise<void> {
    const { db, key } = this.#options;
    // In the database these are still due.
    const known = [...this.#running.keys(), ...[...this.#finished, ...this.#recorded].map(({ id }) => id)];
    this.#batch = await findDue(db, key, this.#lease, known, BATCH);
    this.#batchReadAt = performance.now();
    this.#mayBeMore = this.#batch.length === BATCH;
  }

  #begin(delivery: DueDelivery): void {
    const call = this.#options.call(delivery).then((result) => {
      this.#running.delete(delivery.id);
      if (result !== undefined) this.#finished.push(result);
    });
    this.#running.set(delivery.id, call);
  }

  #isIdle(): boolean {
    return this.#running.size === 0 && this.#recording === undefined && this.#finished.length === 0;
  }

  /** Waits until a call ends or outcomes are written; not at all when there are outcomes to write and nothing runs. */
  async #nextEvent(): Promise<void> {
    if (this.#recording === undefined && this.#running.size === 0) return;
    await Promise.race([
      ...this.#running.values(),
      ...(this.#recording === undefined ? [] : [this.#recording]),
    ]);
  }

  async #giveBack(): Promise<boolean> {
    if (this.#isLost) return false;
    const { db, key } = this.#options;
    return giveTurnBack(db, key, this.#lease);
  }
}

function countFailures(results: readonly Result[]): number {
  return results.filter(({ outcome }) => !outcome.isSuccess).length;
}
