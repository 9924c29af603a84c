import type pg from 'pg';
import { breakConnection, onResponse } from './bounded-client.ts';
import { CONNECTION_LOST } from './faults.ts';

/** A database that works responds to something within this time, or to the ping that follows. */
const RECENT_MS = 300;

/**
 * Notices a database that is frozen: a stopped process, a hanging disk, a network that swallows packets. Nothing breaks then,
 * so every call would wait for its own timeout, one connection after the other. A ping on a separate connection tells this
 * from statements that take long. After `silenceMs` without any response on any connection, all connections break, because it is
 * uncertain whether they still lead anywhere, and no further call waits until a ping succeeds.
 *
 * A process that did not run for a while (a long computation, a suspended machine) finds its timers due before it reads what has
 * arrived meanwhile. So time alone is no proof: as many pings in a row must fail as fit into the time.
 */
export class SilenceWatch {
  readonly #ping: () => Promise<void>;
  readonly #silenceMs: number;
  readonly #pauseMs: number;
  readonly #minimumFailures: number;
  readonly #clients = new Set<pg.ClientBase>();
  #timer: NodeJS.Timeout | undefined;
  #heardAtMs = 0;
  #isPinging = false;
  /** Pings in a row that failed. */
  #failures = 0;
  #failedAtMs = 0;
  #isSilent = false;
  #isClosed = false;

  /** `ping` resolves if the server responds in any way, and rejects after `pingMs`. */
  constructor(options: { ping(): Promise<void>; pingMs: number; silenceMs: number }) {
    this.#ping = options.ping;
    this.#silenceMs = options.silenceMs;
    this.#pauseMs = options.silenceMs / 5;
    this.#minimumFailures = Math.ceil(options.silenceMs / (this.#pauseMs + options.pingMs));
  }

  observe(pool: pg.Pool): void {
    pool.on('connect', (client) => {
      this.#clients.add(client);
      onResponse(client, () => {
        this.#heardAtMs = performance.now();
      });
    });
    pool.on('remove', (client) => this.#clients.delete(client));
  }

  /** Throws while the database is silent. Call it before a connection is taken from the pool. */
  check(): void {
    if (this.#isSilent) {
      throw Object.assign(new Error('The database does not respond.'), { code: CONNECTION_LOST });
    }
    if (this.#timer !== undefined || this.#isClosed) return;
    this.#heardAtMs = performance.now();
    this.#plan();
  }

  /**
   * Whether the database responds. If it has said nothing for a moment, sends a ping, and returns undefined until that has a response
   * or fails. For callers who ask repeatedly while something waits.
   */
  isResponding(): boolean | undefined {
    if (this.#timer === undefined || this.#isClosed) return true;
    if (performance.now() - this.#heardAtMs < RECENT_MS) return true;
    if (this.#failedAtMs > this.#heardAtMs) return false;
    if (!this.#isPinging) {
      clearTimeout(this.#timer);
      void this.#listen();
    }
    return undefined;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #plan(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#listen(), this.#pauseMs);
    this.#timer.unref();
  }

  async #listen(): Promise<void> {
    this.#isPinging = true;
    try {
      await this.#ping();
      this.#heardAtMs = performance.now();
      this.#failures = 0;
      this.#isSilent = false;
    } catch {
      this.#failures += 1;
      this.#failedAtMs = performance.now();
      const silentMs = this.#failedAtMs - this.#heardAtMs;
      if (this.#failures >= this.#minimumFailures && silentMs >= this.#silenceMs) {
        this.#isSilent = true;
        for (const client of this.#clients) breakConnection(client);
      }
    }
    this.#isPinging = false;
    this.#plan();
  }
}
