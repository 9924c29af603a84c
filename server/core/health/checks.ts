import { isOutOfConnections, takesNoWrites } from '../db/faults.ts';
import { FileAccessError } from '../files/file-error.ts';
import type { Services } from '../services.ts';
import { isStoreAway } from '../store-away.ts';
import { PROCESS_DEADLINE_MS, withDeadline } from './deadline.ts';
import type { CheckResult, Checks } from './report.ts';

// A check of the document store writes, reads, and deletes an object, which object stores charge for. Balancers ask every
// few seconds.
const STORE_OK_MS = 10_000;
const STORE_FAILED_MS = 1000;

/** Checks what the process needs. Each call returns within PROCESS_DEADLINE_MS, even if a server accepts calls and then hangs. */
export class HealthChecks {
  readonly #database: Check;
  /** Of the servers beside the first. */
  readonly #servers: readonly Check[];
  readonly #documentStore: Check;
  readonly #disk: Check;

  constructor(services: Pick<Services, 'database' | 'blobs' | 'disk' | 'log' | 'now'>) {
    const { database, blobs, disk } = services;
    this.#database = new Check(services, {
      name: 'database',
      run: () => database.ping(PROCESS_DEADLINE_MS),
    });
    this.#servers = database.nodes.slice(1).map(
      (server) =>
        new Check(services, {
          name: `server ${server.name}`,
          run: () => server.database.ping(PROCESS_DEADLINE_MS),
        }),
    );
    this.#documentStore = new Check(services, {
      name: 'document store',
      run: () => blobs.check(),
      okMs: STORE_OK_MS,
      failedMs: STORE_FAILED_MS,
    });
    this.#disk = new Check(services, {
      name: 'disk',
      async run() {
        if (await disk.isLow()) throw new DiskLowError();
      },
    });
  }

  async run(): Promise<Checks> {
    const [database, servers, documentStore, disk] = await Promise.all([
      this.#database.result(),
      Promise.all(this.#servers.map((check) => check.result())),
      this.#documentStore.result(),
      this.#disk.result(),
    ]);
    return {
      database,
      ...(servers.length > 0 && {
        servers: servers.every((result) => result === 'ok') ? 'ok' : 'unreachable',
      }),
      documentStore,
      disk: disk === 'ok' ? 'ok' : 'low',
    };
  }
}

/** Of an error of the file system, what an operator must do something else about than about a store that is away. */
const FILE_RESULTS: Record<string, CheckResult> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
};

function toResult(error: unknown): CheckResult {
  if (isStoreAway(error)) return error.reason;
  if (error instanceof FileAccessError) return FILE_RESULTS[error.code] ?? 'unreachable';
  if (takesNoWrites(error)) return 'read-only';
  return isOutOfConnections(error) ? 'exhausted' : 'unreachable';
}

class DiskLowError extends Error {
  override readonly name = 'DiskLowError';
}

interface CheckOptions {
  /** For the log. */
  name: string;
  run(): Promise<void>;
  /** How long a result is reused. */
  okMs?: number;
  failedMs?: number;
}

class Check {
  readonly #services: Pick<Services, 'log' | 'now'>;
  readonly #options: CheckOptions;
  /** At most one runs at a time, and a check that hangs is not repeated, so that hanging checks cannot pile up. */
  #running: Promise<void> | undefined;
  #last: { result: CheckResult; atMs: number } | undefined;

  constructor(services: Pick<Services, 'log' | 'now'>, options: CheckOptions) {
    this.#services = services;
    this.#options = options;
  }

  async result(): Promise<CheckResult> {
    const { okMs = 0, failedMs = 0 } = this.#options;
    const nowMs = this.#services.now().getTime();
    const last = this.#last;
    if (last !== undefined && Math.abs(nowMs - last.atMs) < (last.result === 'ok' ? okMs : failedMs))
      return last.result;
    this.#running ??= this.#options.run().finally(() => {
      this.#running = undefined;
    });
    try {
      await withDeadline(this.#running, PROCESS_DEADLINE_MS);
      this.#record('ok', nowMs);
    } catch (error) {
      this.#record(toResult(error), nowMs, error);
    }
    return this.#last!.result;
  }

  /**
   * Logs only changes: probes come every few seconds. Of the messages, only those for the operator: others can contain paths and
   * addresses.
   */
  #record(result: CheckResult, atMs: number, error?: unknown): void {
    const before = this.#last?.result ?? 'ok';
    this.#last = { result, atMs };
    if (result === before) return;
    const { name: check } = this.#options;
    const { name: type, code } = (error ?? {}) as NodeJS.ErrnoException;
    if (result === 'ok') this.#services.log.info({ check }, 'health check passes again');
    else {
      const reason = isStoreAway(error) ? error.message : undefined;
      this.#services.log.warn({ check, result, type, code, reason }, 'health check failed');
    }
  }
}
