import { performance } from 'node:perf_hooks';
import { ApiError, ERROR_CATALOG } from '../http/errors.ts';
import type { RefusalLog } from './refusal-log.ts';

/** Callers who share a part of the service, such as a tenant. */
interface Group extends Queue {
  running: number;
  waiting: Waiter[];
}

interface Queue {
  /** When a request started last that had waited for a short time or not at all. */
  shortWaitAtMs: number;
  overloadedUntilMs: number;
  /** When a request ended last. */
  endedAtMs: number;
}

interface Waiter {
  sinceMs: number;
  start(): void;
  refuse(error: ApiError): void;
}

interface AdmissionOptions {
  /** How many requests run at once. */
  limit: number;
  /** The part of them that a group can use, from 0 to 1, by its name. All other groups can use three quarters each. */
  shares?: Readonly<Record<string, number>>;
  /** Milliseconds of a clock that never steps back. */
  nowMs?(): number;
  /** Where refusals are logged. */
  refusals?: RefusalLog;
  /** Whether the database responds; undefined while that is uncertain. Asked every SWEEP_MS while requests wait. */
  isDatabaseResponding?(): boolean | undefined;
}

/** The group of a request that is refused whoever sent it. */
const EVERYBODY = 'all';

/** A burst of this many requests is served, if it is over soon. */
const WAITING_IN_BURST = 500;
const WAITING_OF_GROUP_IN_BURST = 250;
/**
 * Under lasting overload, every waiting request delays each one that is served. The next one comes in a moment, so one of a group
 * suffices to fill the places: with four, as many were served, and each took half as long again.
 */
const WAITING_IN_OVERLOAD = 4;
const WAITING_OF_GROUP_IN_OVERLOAD = 1;
/**
 * A caller with more connections than places always has requests that wait. As long as they wait for less than this, their queue
 * is no overload.
 */
const SHORT_WAIT_MS = 500;
/** If every request waits longer than that for this long, it is no burst. */
const BURST_MS = 1000;
/** Reached only if nothing ends, because the database hangs. */
const MAXIMUM_WAIT_MS = 2000;
/** Ends the queue that a burst has left when it turns out to be an overload. */
const WAIT_IN_OVERLOAD_MS = 100;
const SHARE = 0.75;
const SWEEP_MS = 100;
const RETRY_AFTER_SECONDS = 2;

const SHARE_IS_USED =
  'The callers with whom you share a part of the service, such as those of this tenant, or all whose tenant is not known yet, send more requests than their share. Nothing was changed. Send fewer at once, and repeat the call after the seconds in Retry-After.';
const STUCK =
  'The database does not respond, so the calls before this one do not end. Nothing was changed. Repeat the call after the number of seconds in Retry-After.';

/**
 * Limits how many requests a process works on. A burst waits for its turn. Under lasting overload, only a few requests wait and
 * the others are refused at once, because requests that wait for long are served too late for all. A group of callers can use
 * only its share of the places. Places that become free go to the waiting groups in turn.
 */
export class Admission {
  readonly #limit: number;
  readonly #shares: Readonly<Record<string, number>>;
  readonly #nowMs: () => number;
  readonly #refusals: RefusalLog | undefined;
  readonly #isDatabaseResponding: () => boolean | undefined;
  readonly #groups = new Map<string, Group>();
  #running = 0;
  #waiting = 0;
  #refused = 0;
  readonly #all: Queue = { shortWaitAtMs: 0, overloadedUntilMs: 0, endedAtMs: 0 };
  /** Whether the queue ended in a refusal, and nothing has started since. */
  #endedInRefusal = false;
  #databaseResponds: boolean | undefined = true;
  #sweep: NodeJS.Timeout | undefined;

  constructor({
    limit,
    shares = {},
    nowMs = () => performance.now(),
    refusals,
    isDatabaseResponding = () => true,
  }: AdmissionOptions) {
    this.#limit = limit;
    this.#shares = shares;
    this.#nowMs = nowMs;
    this.#refusals = refusals;
    this.#isDatabaseResponding = isDatabaseResponding;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get refused(): number {
    return this.#refused;
  }

  /** Throws if a request would be refused, whoever sent it. Cheap, for a check before anything else. */
  check(): void {
    if (this.#isFull()) throw this.#refuse(this.#all, 'overloaded', EVERYBODY);
  }

  /** Throws if a request of this group would be refused. */
  checkGroup(name: string): void {
    const group = this.#groups.get(name);
    if (group !== undefined && this.#isGroupFull(group)) throw this.#refuse(group, 'tooManyRequests', name);
  }

  /** Whether one of these checks would throw now. Does not count as a refusal. */
  wouldRefuse(name: string): boolean {
    const group = this.#groups.get(name);
    return this.#isFull() || (group !== undefined && this.#isGroupFull(group));
  }

  #isFull(): boolean {
    if (this.#waiting < WAITING_IN_OVERLOAD) return false;
    const isOverloaded = this.#running >= this.#limit && this.#isOverloaded(this.#all);
    return isOverloaded || this.#waiting >= WAITING_IN_BURST;
  }

  #isGroupFull(group: Group): boolean {
    if (group.waiting.length < WAITING_OF_GROUP_IN_OVERLOAD) return false;
    return this.#isOverloaded(group) || group.waiting.length >= WAITING_OF_GROUP_IN_BURST;
  }

  /**
   * Whether a request that ends before another one can begin would start at once. It need not `enter`, and counts as one that did
   * not wait.
   */
  canPass(name: string): boolean {
    const group = this.#groups.get(name);
    if (this.#running >= this.#limit) return false;
    if (group !== undefined && group.running >= this.#limitOf(name)) return false;
    this.#noteShortWait(group, this.#nowMs());
    this.#endedInRefusal = false;
    return true;
  }

  /** Returns the function that ends the request, as a promise if the request has to wait. Throws or rejects if it is refused. */
  enter(name: string): (() => void) | Promise<() => void> {
    const group = this.#groups.get(name) ?? {
      running: 0,
      waiting: [],
      shortWaitAtMs: 0,
      overloadedUntilMs: 0,
      endedAtMs: 0,
    };
    const sinceMs = this.#nowMs();
    if (this.#running < this.#limit && group.running < this.#limitOf(name))
      return this.#start(name, group, sinceMs);
    this.check();
    this.checkGroup(name);
    // A queue that was emptied by refusals is no new one.
    if (this.#waiting === 0 && !this.#endedInRefusal) this.#all.shortWaitAtMs = sinceMs;
    if (group.waiting.length === 0) group.shortWaitAtMs = sinceMs;
    this.#waiting += 1;
    this.#groups.set(name, group);
    this.#sweep ??= setInterval(() => this.#sweepGroups(), SWEEP_MS).unref();
    return new Promise((resolve, reject) => {
      group.waiting.push({
        sinceMs,
        start: () => resolve(this.#start(name, group, sinceMs)),
        refuse: reject,
      });
    });
  }

  #limitOf(name: string): number {
    return Math.ceil(this.#limit * (this.#shares[name] ?? SHARE));
  }

  /**
   * A request that did not wait at all shows as well that the process is not overloaded. Otherwise, a group that waits for its own
   * share would make the process refuse all others.
   */
  #start(name: string, group: Group, sinceMs: number): () => void {
    const nowMs = this.#nowMs();
    if (nowMs - sinceMs < SHORT_WAIT_MS) this.#noteShortWait(group, nowMs);
    this.#endedInRefusal = false;
    this.#running += 1;
    group.running += 1;
    this.#groups.set(name, group);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running -= 1;
      group.running -= 1;
      group.endedAtMs = this.#nowMs();
      this.#all.endedAtMs = group.endedAtMs;
      this.#startWaiting();
      this.#forgetIfIdle(name, group);
    };
  }

  #noteShortWait(group: Group | undefined, nowMs: number): void {
    if (group !== undefined) group.shortWaitAtMs = nowMs;
    this.#all.shortWaitAtMs = nowMs;
  }

  #startWaiting(): void {
    if (this.#waiting === 0 || this.#running >= this.#limit) return;
    for (const [name, group] of this.#groups) {
      if (group.waiting.length === 0 || group.running >= this.#limitOf(name)) continue;
      const waiter = group.waiting.shift()!;
      this.#waiting -= 1;
      // The last of all, so that the next place goes to another group.
      this.#groups.delete(name);
      waiter.start();
      return;
    }
  }

  /** A group whose excess was refused is remembered for a while: a moment without requests does not end its overload. */
  #forgetIfIdle(name: string, group: Group): void {
    if (group.running > 0 || group.waiting.length > 0 || this.#nowMs() < group.overloadedUntilMs) return;
    this.#groups.delete(name);
  }

  /** Only for a queue in which requests wait. If the database may be the reason why none of them ends, they wait until that is known. */
  #isOverloaded(queue: Queue): boolean {
    if (this.#databaseResponds === undefined && this.#isStuck(queue)) return false;
    const nowMs = this.#nowMs();
    return nowMs - queue.shortWaitAtMs > BURST_MS || nowMs < queue.overloadedUntilMs;
  }

  /** If requests of a group end, its database responds: the silent one is another server. */
  #isStuck({ endedAtMs }: Queue): boolean {
    return this.#nowMs() - endedAtMs > BURST_MS;
  }

  #sweepGroups(): void {
    const nowMs = this.#nowMs();
    this.#databaseResponds = this.#isDatabaseResponding();
    let hasIdle = false;
    for (const [name, group] of this.#groups) {
      const oldestMs = nowMs - (this.#isOverloaded(group) ? WAIT_IN_OVERLOAD_MS : MAXIMUM_WAIT_MS);
      while (group.waiting.length > 0 && group.waiting[0]!.sinceMs < oldestMs) {
        const waiter = group.waiting.shift()!;
        this.#waiting -= 1;
        this.#endedInRefusal = true;
        // A group that uses its share would wait in a process with free places as well.
        const code = group.running >= this.#limitOf(name) ? 'tooManyRequests' : 'overloaded';
        waiter.refuse(this.#refuse(group, code, name));
      }
      this.#forgetIfIdle(name, group);
      hasIdle ||= group.running === 0 && this.#groups.has(name);
    }
    if (this.#waiting > 0 || hasIdle) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
    this.#databaseResponds = true;
  }

  #refuse(queue: Queue, reason: 'overloaded' | 'tooManyRequests', group: string): ApiError {
    this.#refused += 1;
    // Otherwise, the queue of a burst would fill up again each time it is empty.
    queue.overloadedUntilMs = this.#nowMs() + BURST_MS;
    const isStuck = this.#databaseResponds !== true && this.#isStuck(queue);
    const code = isStuck ? 'overloaded' : reason;
    const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
    const { status } = ERROR_CATALOG[code];
    const messageGuid = this.#refusals?.add({ code, status, group, what: 'requests' });
    if (isStuck) return new ApiError(code, { message: STUCK, headers, messageGuid });
    if (code === 'overloaded') return new ApiError(code, { headers, messageGuid });
    return new ApiError(code, { message: SHARE_IS_USED, headers, messageGuid });
  }
}
