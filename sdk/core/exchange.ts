import { AbortedError, ConnectionError, TimeoutError } from './errors.ts';

// Timeouts of fetch itself.
const TIMEOUT_CODES = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

interface ExchangeOptions {
  /** For messages: the method and path template. */
  operation: string;
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** One request and its response. It is aborted after `timeoutMs` without progress, or when the caller's signal is. */
export class Exchange {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #origin: string;
  /** For messages: the method and path template. */
  readonly operation: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  readonly #onAbort = () => this.#controller.abort(this.#signal!.reason);

  private constructor(origin: string, { operation, timeoutMs, signal }: ExchangeOptions) {
    this.#origin = origin;
    this.operation = operation;
    this.#timeoutMs = timeoutMs;
    this.#signal = signal;
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.progress();
  }

  /** Sends the request and returns once the status and the headers have arrived. The timer keeps running. */
  static async open(
    url: string,
    init: (exchange: Exchange) => RequestInit,
    options: ExchangeOptions,
  ): Promise<{ exchange: Exchange; response: Response }> {
    const exchange = new Exchange(new URL(url).origin, options);
    try {
      const response = await options.fetch(url, {
        ...init(exchange),
        // The service never redirects. If something else does, it must not get the token.
        redirect: 'manual',
        signal: exchange.#controller.signal,
      });
      return { exchange, response };
    } catch (error) {
      exchange.close();
      throw exchange.explain(error);
    }
  }

  /** True once the rest of the request body is of no use. */
  get isOver(): boolean {
    return this.#isClosed || this.#controller.signal.aborted;
  }

  /** Restarts the timer. */
  progress(): void {
    this.pause();
    this.#timer = setTimeout(() => {
      this.#controller.abort(
        new TimeoutError(
          this.operation,
          `no response from ${this.#origin} within ${this.#timeoutMs} ms (timeoutMs).`,
        ),
      );
    }, this.#timeoutMs);
  }

  /** Stops the timer while the client is not waiting for the service. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Must be called for every exchange. Otherwise its timer keeps the process alive. */
  close(): void {
    this.#isClosed = true;
    this.pause();
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }

  /** Closes the exchange and ends the transfer. */
  abandon(): void {
    this.close();
    this.#controller.abort();
  }

  /** Reads the whole body as text before the timer expires. */
  async readText(response: Response): Promise<string> {
    try {
      return await response.text();
    } catch (error) {
      throw this.explain(error);
    } finally {
      this.close();
    }
  }

  /** Reads the body part by part and restarts the timer for each. Leaving the loop early ends the transfer. */
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

  /** Converts the error of a failed fetch or read to one of the client. */
  explain(error: unknown): unknown {
    if (this.#signal?.aborted) return new AbortedError(this.operation, this.#signal.reason);
    if (this.#controller.signal.reason instanceof TimeoutError) return this.#controller.signal.reason;
    if (error instanceof ConnectionError) return error;
    const reason = reasonOf(error);
    if (TIMEOUT_CODES.includes(reason))
      return new TimeoutError(
        this.operation,
        `no response from ${this.#origin} before the timeout of fetch (${reason}).`,
        { cause: error },
      );
    const text = `no complete response from ${this.#origin}: ${reason}.`;
    return new ConnectionError(this.operation, text, { cause: error });
  }
}

/** The message of Node's error is only "fetch failed". The reason is in its cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? (cause?.message || message || 'unknown reason');
}
