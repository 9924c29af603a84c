import type { Agent, Dispatcher } from 'undici';
import { truncate } from '../../../core/text/truncate.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { describeFailure, describeStatus } from './describe-failure.ts';
import type { Resolve } from './public-addresses.ts';
import { resolveHost } from './resolve-host.ts';

export const CALL_TIMEOUT_MS = 15_000;
const MAXIMUM_RESPONSE_BYTES = 65_536;
const MAXIMUM_HEADER_BYTES = 16_384;
const EXCERPT_LENGTH = 500;
/** With a 200 the call has succeeded. The body is then read only so that the connection can be reused. */
const BODY_TIMEOUT_MS = 1000;

interface CallerOptions {
  allowPrivate: boolean;
  timeoutMs?: number;
  resolve?: Resolve;
}

export interface Outcome {
  isSuccess: boolean;
  /** The HTTP status; null if there was no response. */
  status: number | null;
  /** Why there was no response: `timeout` or the code of the error. */
  cause?: string;
  /** Why the call failed; null after a success. */
  reason: string | null;
  latencyMs: number;
  /** The start of the response body; null if it is empty. */
  excerpt: string | null;
  /** Seconds until the next call, as requested by the receiver. */
  retryAfterSeconds?: number;
}

/**
 * Makes the outgoing calls of a process. Receivers are not trusted. A call ends after 15 seconds (from the DNS lookup to the
 * status), 16 KiB of headers or 64 KiB of body. Redirects are not followed. A connection is opened only to an address that
 * was checked for this connection.
 */
export class WebhookCaller {
  readonly #openAgent: () => Promise<Agent>;
  #agent: Promise<Agent> | undefined;
  readonly #timeoutMs: number;

  constructor({ allowPrivate, timeoutMs = CALL_TIMEOUT_MS, resolve = resolveHost }: CallerOptions) {
    this.#timeoutMs = timeoutMs;
    this.#openAgent = async () => {
      // Loaded with the first call: most processes make none, and it takes a tenth of their loading time.
      const { openAgent } = await import('./agent.ts');
      return openAgent({ allowPrivate, timeoutMs, resolve, maximumHeaderBytes: MAXIMUM_HEADER_BYTES });
    };
  }

  /** Posts the body. Returns undefined if `signal` aborted the call. A failed call is an outcome and does not reject. */
  async post(
    url: string,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> {
    const agent = await this.#getAgent();
    const startedAt = performance.now();
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    const latencyMs = () => Math.round(performance.now() - startedAt);
    try {
      const response = await agent.request({
        origin: new URL(url).origin,
        path: pathOf(url),
        method: 'POST',
        headers: { 'user-agent': `Stellwerk-Webhooks/${packageFile.version}`, ...headers },
        body,
        signal: AbortSignal.any([signal, timeout]),
      });
      const responseMs = latencyMs();
      const { statusCode: status } = response;
      const isSuccess = status === 200;
      const excerpt = await readExcerpt(response.body, isSuccess ? BODY_TIMEOUT_MS : undefined);
      if (isSuccess) return { isSuccess, status, reason: null, latencyMs: responseMs, excerpt };
      return {
        isSuccess,
        status,
        reason: describeStatus(status, excerpt),
        latencyMs: responseMs,
        excerpt,
        retryAfterSeconds: readRetryAfter(response.headers['retry-after']),
      };
    } catch (error) {
      if (signal.aborted) return undefined;
      const reason = timeout.aborted
        ? `No response within ${this.#timeoutMs / 1000} seconds.`
        : describeFailure(error, MAXIMUM_HEADER_BYTES);
      const cause = timeout.aborted ? 'timeout' : causeOf(error);
      return { isSuccess: false, status: null, cause, reason, latencyMs: latencyMs(), excerpt: null };
    }
  }

  /** Ends the calls that run, also those that are still connecting: their signal ends them only afterwards. */
  async close(): Promise<void> {
    const agent = await this.#agent?.catch(() => undefined);
    await agent?.destroy();
  }

  /** A failure to load it, such as too many open files, is not that of the next call. */
  #getAgent(): Promise<Agent> {
    this.#agent ??= this.#openAgent().catch((error) => {
      this.#agent = undefined;
      throw error;
    });
    return this.#agent;
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function readExcerpt(
  body: Dispatcher.ResponseData['body'],
  timeoutMs: number | undefined,
): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => body.destroy(), timeoutMs);
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      chunks.push(chunk);
      // Ending the loop closes the connection.
      if (bytes >= MAXIMUM_RESPONSE_BYTES) break;
    }
  } catch {
    // The status is known, so a partial body is enough.
  } finally {
    clearTimeout(timer);
  }
  // PostgreSQL's text type cannot store NUL.
  const text = truncate(Buffer.concat(chunks).toString('utf8').replaceAll('\0', ''), EXCERPT_LENGTH);
  return text === '' ? null : text;
}

/** RFC 9110, section 10.2.3: a number of seconds or a date. */
function readRetryAfter(header: string | string[] | undefined): number | undefined {
  const text = String(header ?? '').trim();
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}

/** For the log: messages of errors can contain addresses. */
function causeOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name;
}
