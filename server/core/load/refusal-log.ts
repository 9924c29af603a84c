import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';

/** Whose requests were refused, and why. */
interface Refusal {
  code: string;
  status: number;
  /** Callers who share a limit, such as a tenant. */
  group: string;
  /** What there is too much of. */
  what: string;
}

const LINE_EVERY_MS = 1000;

/**
 * Logs requests that are refused because there is too much to do. Under overload most requests are, and a line for each would cost
 * what is missing for the others. So refusals of the same kind within a second share a messageGuid, which one line names with their
 * number. A process that is killed loses that second.
 */
export class RefusalLog {
  readonly #log: Pick<Logger, 'info'>;
  /** The refusals of the current second, by their kind. As many as there are groups, at most. */
  readonly #counted = new Map<string, Refusal & { messageGuid: string; refused: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Pick<Logger, 'info'>) {
    this.#log = log;
  }

  /** Counts a refusal and returns its messageGuid. */
  add(refusal: Refusal): string {
    const kind = `${refusal.code} ${refusal.group} ${refusal.what}`;
    let counted = this.#counted.get(kind);
    if (counted === undefined) {
      counted = { messageGuid: randomUUID(), ...refusal, refused: 0 };
      this.#counted.set(kind, counted);
      this.#timer ??= setTimeout(() => this.flush(), LINE_EVERY_MS).unref();
    }
    counted.refused += 1;
    return counted.messageGuid;
  }

  /** Writes the lines of the current second. Call it when the last request has its response. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const line of this.#counted.values()) this.#log.info(line, 'requests refused');
    this.#counted.clear();
  }
}
