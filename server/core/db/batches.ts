import { setImmediate } from 'node:timers/promises';
import { traced } from '../tracing/index.ts';
import type { TenantDatabase } from './connection.ts';
import { isRolledBack, isTransient, SilentConnectionError } from './faults.ts';
import { runStatement } from './transaction.ts';

/** A kind of write of which one statement can make several. */
export interface BatchedWrite<Item, Result> {
  /** Makes the writes with a single statement. Returns their results in the same order. */
  run(db: TenantDatabase, tenantId: number, items: readonly Item[]): Promise<Result[]>;
  /** True if the write can fail or wait because of another record, so that those in its statement would too. */
  isAlone(item: Item): boolean;
}

interface Entry<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface QueueOptions {
  mayHalve: boolean;
  nowMs(): number;
  /** Of all queues. */
  counts: { waiting: number };
}

const MAXIMUM_ITEMS = 32;
/** About as long as a commit. A batch that waits so long for one more write does not need another commit for it. */
const GATHERING_MS = 1;
/** One can also be late because Node collected garbage. */
const LATE_IN_A_ROW = 4;
/** A half takes at least half as long as the whole, and longer the more of it is the commit. */
const PROMISING = 1.5;

/**
 * Gathers the writes of a tenant that come while another one is committed, and makes them with one statement and one commit. If
 * none is in progress, and none of several has just ended, a write is made at once. Each write has the result that it would have
 * if they were made one after another.
 */
export class Batches {
  readonly #queues = new Map<object, unknown>();
  readonly #options: QueueOptions;

  /** `mayHalve` is for a process that is the only one which writes. See Queue. `nowMs` is a clock that never steps. */
  constructor({
    mayHalve,
    nowMs = () => performance.now(),
  }: {
    mayHalve: boolean;
    nowMs?: () => number;
  }) {
    this.#options = { mayHalve, nowMs, counts: { waiting: 0 } };
  }

  /** Writes that wait for the batch before theirs. */
  get waiting(): number {
    return this.#options.counts.waiting;
  }

  /** Makes the write. Calls `onJoined` if it joins the batch of another one, so that only one of the two needs a connection. */
  run<Item, Result>(
    write: BatchedWrite<Item, Result>,
    { db, tenantId }: { db: TenantDatabase; tenantId: number },
    item: Item,
    onJoined: () => void,
  ): Promise<Result> {
    const tenants = this.#tenantsOf(write);
    const queue =
      tenants.get(tenantId) ??
      new Queue<Item, Result>(
        (items) => runStatement(db, () => write.run(db, tenantId, items)),
        () => tenants.delete(tenantId),
        this.#options,
      );
    tenants.set(tenantId, queue);
    return traced('batch', 'internal', {}, () => queue.add(item, onJoined));
  }

  #tenantsOf<Item, Result>(write: BatchedWrite<Item, Result>): Map<number, Queue<Item, Result>> {
    let tenants = this.#queues.get(write);
    if (tenants === undefined) {
      tenants = new Map();
      this.#queues.set(write, tenants);
    }
    // Each kind of write has queues of its own types.
    return tenants as Map<number, Queue<Item, Result>>;
  }
}

/**
 * The writes of one kind and one tenant. One batch runs, and those that come meanwhile gather in the next.
 *
 * If all callers are in a batch, Node waits for the database, and then the database for Node. So a batch takes half of them if that is
 * faster, and both work at the same time. It is not if a batch takes long however few it has, with a slow disk for example: then
 * half of the callers would wait as long as all of them. Nor is it beside other processes of the service, whose batches the database
 * writes meanwhile: twice as many batches then only cost it more.
 */
class Queue<Item, Result> {
  readonly #run: (items: readonly Item[]) => Promise<Result[]>;
  readonly #onIdle: () => void;
  readonly #counts: { waiting: number };
  readonly #mayHalve: boolean;
  readonly #nowMs: () => number;
  /** The batch that was begun last, if it waits for the one before it. */
  #gathering: Entry<Item, Result>[] | undefined;
  /** Writes that wait for the batch before theirs. */
  #waiting = 0;
  #lastJoinMs = 0;
  /** Whether a batch takes half of the callers. */
  #isHalved = false;
  /** So many halves in a row ended late. */
  #lateInARow = 0;
  /** Called when so many writes wait. */
  #awaited: { size: number; reached(): void } | undefined;
  /**
   * Resolves when the batch that was begun last is over. With an error if its connection was silent: those that wait for it have waited
   * long enough then, and could meet the next silent connection.
   */
  #lastEnd: Promise<SilentConnectionError | undefined> | undefined;

  constructor(
    run: (items: readonly Item[]) => Promise<Result[]>,
    onIdle: () => void,
    { counts, mayHalve, nowMs }: QueueOptions,
  ) {
    this.#run = run;
    this.#onIdle = onIdle;
    this.#counts = counts;
    this.#mayHalve = mayHalve;
    this.#nowMs = nowMs;
  }

  add(item: Item, onJoined: () => void): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const entry = { item, resolve, reject };
    if (this.#gathering !== undefined && this.#gathering.length < MAXIMUM_ITEMS) {
      this.#gathering.push(entry);
      this.#addWaiting(1);
      onJoined();
    } else {
      void this.#begin([entry]);
    }
    return promise;
  }

  async #begin(batch: Entry<Item, Result>[]): Promise<void> {
    const before = this.#lastEnd;
    const { promise: end, resolve: finish } = Promise.withResolvers<SilentConnectionError | undefined>();
    this.#lastEnd = end;
    let silence: SilentConnectionError | undefined;
    if (before !== undefined) {
      this.#gathering = batch;
      this.#addWaiting(1);
      silence = await before;
      this.#addWaiting(-batch.length);
      if (this.#gathering === batch) this.#gathering = undefined;
    }
    if (silence !== undefined) {
      rejectAll(batch, silence);
      this.#end(end);
      finish(silence);
      return;
    }
    const startMs = this.#nowMs();
    const { respond, error } = await this.#write(batch);
    const runMs = this.#nowMs() - startMs;
    const size = this.#chooseSize(batch.length, runMs);
    const isNextReady = this.#waiting >= size;
    if (!isNextReady) {
      respond();
      if (size > 1) await this.#untilGathered(size, runMs);
    }
    this.#end(end);
    finish(error instanceof SilentConnectionError ? error : undefined);
    if (isNextReady) {
      // The statement of the next batch is sent first, so that the database need not wait for the responses.
      await setImmediate();
      respond();
    }
  }

  /** After the batch with this end, unless another one waits for it. */
  #end(end: Promise<unknown>): void {
    if (this.#lastEnd !== end) return;
    this.#lastEnd = undefined;
    this.#onIdle();
  }

  /** How many writes the next batch waits for, after one of so many that took so long. At least 1. */
  #chooseSize(written: number, runMs: number): number {
    const callers = written + this.#waiting;
    const half = Math.ceil(callers / 2);
    // If the other half has waited for most of the time, Node would have had time for all.
    const isLate = this.#waiting >= half && this.#nowMs() - this.#lastJoinMs > runMs / 2;
    this.#lateInARow = isLate ? this.#lateInARow + 1 : 0;
    if (this.#lateInARow >= LATE_IN_A_ROW) this.#isHalved = false;
    if (this.#isHalved) return Math.min(half, MAXIMUM_ITEMS);
    return written === 1 ? 1 : Math.min(callers, MAXIMUM_ITEMS);
  }

  #addWaiting(writes: number): void {
    this.#waiting += writes;
    this.#counts.waiting += writes;
    if (writes > 0) this.#lastJoinMs = this.#nowMs();
    if (this.#awaited !== undefined && this.#waiting >= this.#awaited.size) this.#awaited.reached();
  }

  /**
   * Waits until so many writes gather, or until none has come for a moment. Callers who have just got their responses send their next
   * requests together. The first of them would otherwise be a batch with a commit that all others wait for, each time.
   */
  async #untilGathered(size: number, runMs: number): Promise<void> {
    const startMs = this.#nowMs();
    let before = -1;
    while (this.#waiting < size && this.#waiting > before) {
      before = this.#waiting;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#awaited = { size, reached: resolve };
      // The responses are sent first.
      await setImmediate();
      const timer = setTimeout(resolve, GATHERING_MS);
      await promise;
      clearTimeout(timer);
    }
    this.#awaited = undefined;
    if (!this.#mayHalve) return;
    // Half of the batch would have taken less time than Node needs for all callers.
    if (this.#waiting < size || runMs > PROMISING * (this.#nowMs() - startMs)) return;
    this.#isHalved = true;
    this.#lateInARow = 0;
  }

  /** Writes the batch. Returns what gives the callers their results, and the error of the statement. */
  async #write(batch: readonly Entry<Item, Result>[]): Promise<{ respond(): void; error?: unknown }> {
    try {
      const results = await this.#run(batch.map(({ item }) => item));
      const respond = () => {
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
      };
      return { respond };
    } catch (error) {
      // After a broken connection, nobody knows whether the batch was committed. Writing it again could make everything twice.
      if (batch.length === 1 || !isRolledBack(error)) rejectAll(batch, error);
      else await this.#writeEach(batch);
      return { respond() {}, error };
    }
  }

  /** One of the batch failed, and nothing is stored. One after another, because they have one place among the requests. */
  async #writeEach(batch: readonly Entry<Item, Result>[]): Promise<void> {
    let failure: { error: unknown } | undefined;
    for (const { item, resolve, reject } of batch) {
      if (failure !== undefined) {
        reject(failure.error);
        continue;
      }
      try {
        const [result] = await this.#run([item]);
        resolve(result!);
      } catch (error) {
        reject(error);
        // The database is slow or gone. Each of the others would wait as long in vain.
        if (isTransient(error)) failure = { error };
      }
    }
  }
}

function rejectAll(batch: readonly Pick<Entry<unknown, unknown>, 'reject'>[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}
