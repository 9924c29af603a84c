import { ApiError, ERROR_CATALOG } from '../http/errors.ts';
import type { RefusalLog } from './refusal-log.ts';

/** Whom a slot is counted for. */
interface SlotHolder {
  tenantId: number;
  /** Identifies the application or the user among all. */
  caller: string;
}

interface SlotRules {
  total: number;
  /** What the slots are for, as in the sentence "… can receive at most 2 documents". */
  what: string;
  /** What a caller does with them. */
  verb: 'receive' | 'send';
  /** The setting that the operator can increase. */
  setting: string;
  /** Where refusals are logged. */
  refusals: RefusalLog;
}

interface Waiter {
  holder: SlotHolder;
  start(): void;
}

type Level = 'caller' | 'tenant' | 'total';

/** Long enough for the many short streams of a caller that reads in parallel. */
const WAIT_MS = 2000;
const MAXIMUM_WAITING = { caller: 50, tenant: 150, total: 500 };
const RETRY_AFTER_SECONDS = 5;

/**
 * A limited number of long responses. A caller can use a third of the slots and a tenant two thirds, so that neither keeps the
 * others out. Beyond this, requests wait for a moment and are then rejected.
 */
export class Slots {
  readonly #rules: SlotRules;
  readonly #limits: Record<Level, number>;
  readonly #running = new Map<string, number>();
  readonly #waitingCount = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();

  constructor(rules: SlotRules) {
    const { total } = rules;
    this.#rules = rules;
    this.#limits = { caller: Math.ceil(total / 3), tenant: Math.ceil((total * 2) / 3), total };
  }

  get running(): number {
    return this.#running.get('total') ?? 0;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves to the function that releases the slot, which is idempotent. Rejects with a 429 or a 503. */
  async acquire(holder: SlotHolder, signal: AbortSignal): Promise<() => void> {
    const exceeded = findExceeded(this.#running, holder, this.#limits);
    if (exceeded !== undefined) await this.#wait(holder, exceeded, signal);
    else change(this.#running, holder, 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      change(this.#running, holder, -1);
      this.#startWaiting();
    };
  }

  #wait(holder: SlotHolder, exceeded: Level, signal: AbortSignal): Promise<void> {
    if (signal.aborted || findExceeded(this.#waitingCount, holder, MAXIMUM_WAITING) !== undefined)
      throw this.#refuse(holder, exceeded);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stopWaiting = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      this.#waiting.delete(waiter);
      change(this.#waitingCount, holder, -1);
    };
    const giveUp = () => {
      stopWaiting();
      reject(this.#refuse(holder, findExceeded(this.#running, holder, this.#limits) ?? exceeded));
    };
    const waiter: Waiter = {
      holder,
      start() {
        stopWaiting();
        resolve();
      },
    };
    const timer = setTimeout(giveUp, WAIT_MS);
    signal.addEventListener('abort', giveUp, { once: true });
    this.#waiting.add(waiter);
    change(this.#waitingCount, holder, 1);
    return promise;
  }

  #startWaiting(): void {
    for (const waiter of this.#waiting) {
      if (this.running >= this.#limits.total) return;
      if (findExceeded(this.#running, waiter.holder, this.#limits) !== undefined) continue;
      change(this.#running, waiter.holder, 1);
      waiter.start();
    }
  }

  #refuse(holder: SlotHolder, level: Level): ApiError {
    const { what, setting, verb: verbOfCaller, refusals } = this.#rules;
    const who = {
      caller: 'This application or user',
      tenant: 'All applications and users of this tenant together',
      total: 'The service',
    }[level];
    const verbOfService = verbOfCaller === 'receive' ? 'send' : 'receive';
    const verb = level === 'total' ? verbOfService : verbOfCaller;
    const message = `${who} can ${verb} at most ${this.#limits[level]} ${what} at once. Wait for one to end, or for the number of seconds in Retry-After. The operator sets the limit with ${setting}.`;
    const code = level === 'total' ? 'overloaded' : 'tooManyRequests';
    const { status } = ERROR_CATALOG[code];
    return new ApiError(code, {
      message,
      messageGuid: refusals.add({ code, status, group: keysOf(holder)[level], what }),
      headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    });
  }
}

function keysOf({ tenantId, caller }: SlotHolder): Record<Level, string> {
  return { caller: `caller ${caller}`, tenant: `tenant ${tenantId}`, total: 'total' };
}

/** The narrowest limit that one more would exceed. */
function findExceeded(
  counts: ReadonlyMap<string, number>,
  holder: SlotHolder,
  limits: Record<Level, number>,
): Level | undefined {
  const keys = keysOf(holder);
  return (['caller', 'tenant', 'total'] as const).find(
    (level) => (counts.get(keys[level]) ?? 0) >= limits[level],
  );
}

function change(counts: Map<string, number>, holder: SlotHolder, by: number): void {
  for (const key of Object.values(keysOf(holder))) {
    const count = (counts.get(key) ?? 0) + by;
    // Keeps the map as small as what runs now.
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  }
}
