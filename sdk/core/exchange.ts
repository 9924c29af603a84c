import { ConnectionError, TimeoutError } from './errors.ts';

export interface ExchangeOptions {
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** One request and its answer, watched: it ends when nothing happens for the time allowed, or when the caller says. */
export class Exchange {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #where: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  readonly #onAbort = () => this.#controller.abort(this.#signal!.reason);

  private constructor(where: string, { timeoutMs, signal }: ExchangeOptions) {
    this.#where = where;
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.progress();
  }

  /** Sends the request; answers when the status and the headers are there. The time keeps running. */
  static async open(
    url: string,
    init: (exchange: Exchange) => RequestInit,
    options: ExchangeOptions,
  ): Promise<{ exchange: Exchange; response: Response }> {
    const exchange = new Exchange(new URL(url).origin, options);
    try {
      const response = await options.fetch(url, {
        ...init(exchange),
        // The service redirects nowhere; whatever does must not get the token.
        redirect: 'manual',
        signal: exchange.#controller.signal,
      });
      return { exchange, response };
    } catch (error) {
      exchange.close();
      throw exchange.explain(error);
    }
  }

  /** Nothing that is still to be sent matters any more. */
  get isOver(): boolean {
    return this.#isClosed || this.#controller.signal.aborted;
  }

  /** The time allowed starts anew. */
  progress(): void {
    this.pause();
    this.#timer = setTimeout(() => {
      this.#controller.abort(
        new TimeoutError(`${this.#where} did nothing for ${this.#timeoutMs} ms (timeoutMs).`),
      );
    }, this.#timeoutMs);
  }

  /** The time stands still: nobody waits for the service at the moment. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Ends the watch. Must be called for every exchange, otherwise its timer keeps the process alive. */
  close(): void {
    this.#isClosed = true;
    this.pause();
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }

  /** Ends watch and transfer. */
  abandon(): void {
    this.close();
    this.#controller.abort();
  }

  /** The whole body as text, within the time allowed for the exchange. */
  async readText(response: Response): Promise<string> {
    try {
      return await response.text();
    } catch (error) {
      throw this.explain(error);
    } finally {
      this.close();
    }
  }

  /** The body part by part, the time allowed counted for each. Ending the iteration early ends the transfer. */
  async *readParts(response: Response): AsyncGenerator<Uint8Array> {
    if (response.body === null) return this.close();
    const reader = response.body.getReader();
    let isWhole = false;
    try {
      while (true) {
        this.progress();
        const { done, value } = await reader.read();
        this.pause();
        if (done) break;
        yield value;
      }
      isWhole = true;
    } catch (error) {
      throw this.explain(error);
    } finally {
      if (isWhole) this.close();
      else this.abandon();
    }
  }

  /** What a failed fetch or read means. */
  explain(error: unknown): unknown {
    if (this.#signal?.aborted) return this.#signal.reason;
    if (this.#controller.signal.reason instanceof TimeoutError) return this.#controller.signal.reason;
    if (error instanceof ConnectionError) return error;
    return new ConnectionError(`No complete answer from ${this.#where}: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

/** Node says "fetch failed" and keeps the reason in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? (cause?.message || message || 'unknown reason');
}
