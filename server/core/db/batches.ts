import { setImmediate } from 'node:timers/promises';
import { traced } from '../tracing/index.ts';
import type { TenantDatabase } from './connection.ts';
import { isRolledBack, isTransient } from './faults.ts';
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

const MAXIMUM_ITEMS = 32;
/** About as long as a commit. A batch that waits so long for one more write does not need another commit for it. */
const GATHERING_MS = 1;

/**
 * Gathers the writes of a tenant that come while another one is committed, and makes them with one statement and one commit. If
 * none is in progress, and none of several has just ended, a write is made at once. Each write has the result that it would have
 * if they were made one after another.
 */
export class Batches {
  readonly #queues = new Map<object, unknown>();
  readonly #counts = { waiting: 0 };

  /** Writes that wait for the batch before theirs. */
  get waiting(): number {
    return this.#counts.waiting;
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
        this.#counts,
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

/** The writes of one kind and one tenant. One batch runs, and those that come meanwhile gather in the next. */
class Queue<Item, Result> {
  readonly #run: (items: readonly Item[]) => Promise<Result[]>;
  readonly #onIdle: () => void;
  readonly #counts: { waiting: number };
  /** The batch that was begun last, if it waits for the one before it. */
  #gathering: Entry<Item, Result>[] | undefined;
  /** Writes that wait for the batch before theirs. */
  #waiting = 0;
  /** Called when so many writes wait. */
  #awaited: { size: number; reached(): void } | undefined;
  /** Resolves when the batch that was begun last is over. */
  #lastEnd: Promise<void> | undefined;

  constructor(
    run: (items: readonly Item[]) => Promise<Result[]>,
    onIdle: () => void,
    counts: { waiting: number },
  ) {
    this.#run = run;
    this.#onIdle = onIdle;
    this.#counts = counts;
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
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    this.#lastEnd = end;
    if (before !== undefined) {
      this.#gathering = batch;
      this.#addWaiting(1);
      await before;
      this.#addWaiting(-batch.length);
      if (this.#gathering === batch) this.#gathering = undefined;
    }
    await this.#write(batch);
    if (batch.length > 1) await this.#untilGathered(batch.length);
    if (this.#lastEnd === end) {
      this.#lastEnd = undefined;
      this.#onIdle();
    }
    finish();
  }

  #addWaiting(writes: number): void {
    this.#waiting += writes;
    this.#counts.waiting += writes;
    if (this.#awaited !== undefined && this.#waiting >= this.#awaited.size) this.#awaited.reached();
  }

  /**
   * Waits until as many writes gather as this batch had, or until none has come for a moment. Callers who have just got their
   * responses send their next requests together. The first of them would otherwise be a batch with a commit that all others
   * wait for, each time.
   */
  async #untilGathered(size: number): Promise<void> {
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
  }

  async #write(batch: readonly Entry<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
    } catch (error) {
      // After a broken connection, nobody knows whether the batch was committed. Writing it again could make everything twice.
      if (batch.length === 1 || !isRolledBack(error)) for (const { reject } of batch) reject(error);
      else await this.#writeEach(batch);
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
