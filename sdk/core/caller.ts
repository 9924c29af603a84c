import type { Clock } from './clock.ts';
import {
  AbortedError,
  foreignTypeOf,
  NotFoundError,
  NotModifiedError,
  type StellwerkError,
  toApiError,
  UnexpectedResponseError,
  type ValidationFault,
} from './errors.ts';
import { Exchange } from './exchange.ts';
import { unexpected } from './foreign.ts';
import { type CallArguments, nameOf, type Operation, readArguments, toTarget } from './operation.ts';
import { type RequestBody, SourceFailure, toRequestBody } from './request-body.ts';
import { delayBeforeRetry, mayHaveTakenEffect, readRetryAfter, shouldRetry } from './retry.ts';
import { checkTimeout, type Settings } from './settings.ts';
import { TokenSource } from './tokens.ts';

/** A call as it is sent, the same for every attempt. */
interface Prepared {
  operation: Operation;
  url: string;
  headers: Record<string, string>;
  body: RequestBody | undefined;
  signal: AbortSignal | undefined;
  timeoutMs: number;
  maxRetries: number;
  isIdempotent: boolean;
}

/** What earlier attempts of a call have established. */
interface CallState {
  /** The token was renewed, which happens once per call. */
  isRenewed: boolean;
  /** An attempt failed, but may have taken effect. */
  mayHaveTakenEffect: boolean;
}

/** A successful response whose body has not been read. */
export interface OpenResponse {
  exchange: Exchange;
  response: Response;
}

/** Calls operations: adds the token and the headers, retries, and throws errors. */
export class Caller {
  readonly #settings: Settings;
  readonly #clock: Clock;
  readonly #tokens: TokenSource;
  /** A token that the service has rejected in a call that could not be sent again. The next call replaces it. */
  #rejected: string | undefined;

  constructor(settings: Settings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#tokens = new TokenSource(settings, clock);
  }

  get clock(): Clock {
    return this.#clock;
  }

  /**
   * Calls an operation and passes the response to `read`, which reads the body or returns something that will. If `read`
   * fails because the connection breaks, the call is retried as if there had been no response.
   */
  async call<T>(
    operation: Operation,
    values: readonly unknown[],
    read: (response: OpenResponse) => Promise<T>,
  ): Promise<T> {
    const call = this.#prepare(operation, readArguments(operation, values));
    try {
      return await this.#attempt(call, read);
    } catch (error) {
      // Waiting for a token or before a retry ends with the signal's reason.
      const isReason = call.signal?.aborted === true && error === call.signal.reason;
      throw isReason ? new AbortedError(nameOf(operation), error) : error;
    }
  }

  /** Sends the call until it succeeds or must not be retried. */
  async #attempt<T>(call: Prepared, read: (response: OpenResponse) => Promise<T>): Promise<T> {
    const { operation } = call;
    const state: CallState = { isRenewed: false, mayHaveTakenEffect: false };
    for (let attempt = 0; ; attempt++) {
      // Outside the try block: a token request has its own retries.
      const token = await this.#getToken(call, state);
      try {
        return await read(await this.#send(call, token, state));
      } catch (error) {
        if (error instanceof SourceFailure) throw error.cause;
        const hasKey = operation.creates === true;
        if (
          attempt >= call.maxRetries ||
          (call.body !== undefined && !call.body.isRepeatable) ||
          !shouldRetry(error, call.isIdempotent, hasKey)
        )
          throw error;
        state.mayHaveTakenEffect ||= mayHaveTakenEffect(error);
        await this.#clock.sleep(delayBeforeRetry(error, attempt, this.#clock), call.signal);
      }
    }
  }

  #prepare(operation: Operation, { path, body, query, options }: CallArguments): Prepared {
    const settings = this.#settings;
    const headers: Record<string, string> = {
      accept: operation.bytes ? '*/*' : 'application/json',
      'user-agent': settings.userAgent,
    };
    if (operation.body) {
      if (body === null || typeof body !== 'object')
        throw new TypeError(`${nameOf(operation)}: the body must be an object.`);
      headers['content-type'] = 'application/json';
    }
    if (operation.creates) headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID();
    if (operation.strict && (options.strict ?? settings.strict)) headers.prefer = 'handling=strict';
    const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
    checkTimeout(timeoutMs, settings.maximumTimeoutMs);
    const language = options.language ?? settings.language;
    if (operation.language && language !== undefined) headers['accept-language'] = language;
    if (typeof options.ifNoneMatch === 'string') headers['if-none-match'] = options.ifNoneMatch;
    const hasCondition = typeof options.ifMatch === 'string';
    if (hasCondition) headers['if-match'] = options.ifMatch as string;
    if (options.range !== undefined) headers.range = options.range;
    if (options.ifRange !== undefined) headers['if-range'] = options.ifRange;
    return {
      operation,
      url: settings.baseUrl + toTarget(operation, path, query),
      headers,
      body: operation.body ? toRequestBody(body) : undefined,
      signal: options.signal,
      timeoutMs,
      maxRetries: options.maxRetries ?? settings.maxRetries,
      // A condition is no longer true once the call has taken effect, so a second attempt would report a conflict with the first one.
      isIdempotent:
        operation.creates === true ||
        operation.reads === true ||
        (operation.method !== 'POST' && operation.method !== 'PATCH' && !hasCondition),
    };
  }

  async #getToken({ signal }: Prepared, state: CallState): Promise<string> {
    const token = await this.#tokens.get(signal);
    if (token !== this.#rejected || state.isRenewed) return token;
    const other = await this.#tokens.replace(token, signal);
    state.isRenewed = other !== undefined;
    return other ?? token;
  }

  /** Sends the request. After a 401 it is sent again with a new token, once per call, unless its body can be read only once. */
  async #send(call: Prepared, token: string, state: CallState): Promise<OpenResponse> {
    let opened = await this.#open(call, token);
    const isRepeatable = call.body?.isRepeatable ?? true;
    if (opened.response.status === 401 && (state.isRenewed || !isRepeatable)) {
      if (state.isRenewed) this.#tokens.replacementRejected();
      this.#rejected = token;
    } else if (opened.response.status === 401) {
      const body = await opened.exchange.readText(opened.response);
      const other = await this.#tokens.replace(token, call.signal);
      if (other === undefined) throw this.#toError(call, opened.response, body);
      state.isRenewed = true;
      opened = await this.#open(call, other);
      if (opened.response.status === 401) this.#tokens.replacementRejected();
    }
    if (opened.response.status !== 401) {
      if (token === this.#rejected) this.#rejected = undefined;
      this.#tokens.accepted();
    }
    return this.#check(call, opened, state);
  }

  async #open(call: Prepared, token: string): Promise<OpenResponse> {
    const { operation, url, headers, body, signal, timeoutMs } = call;
    let failure: SourceFailure | undefined;
    try {
      return await Exchange.open(
        url,
        (exchange) => {
          const content = body?.open();
          const isStream = content !== undefined && typeof content !== 'string';
          const onFailure = (error: SourceFailure) => {
            failure = error;
          };
          return {
            method: operation.method,
            headers: { ...headers, authorization: `Bearer ${token}` },
            ...(content === undefined
              ? {}
              : { body: isStream ? toStream(content, exchange, onFailure) : content }),
            ...(isStream ? { duplex: 'half' } : {}),
          };
        },
        { operation: nameOf(operation), fetch: this.#settings.fetch, timeoutMs, signal },
      );
    } catch (error) {
      throw failure ?? error;
    }
  }

  /** Returns a successful response and throws an error for any other. */
  async #check(call: Prepared, opened: OpenResponse, state: CallState): Promise<OpenResponse> {
    const { exchange, response } = opened;
    if (response.ok) {
      this.#warnOfIgnored(call.operation, response.headers);
      return opened;
    }
    const body = await exchange.readText(response);
    if (response.status === 304)
      throw new NotModifiedError(nameOf(call.operation), response.headers.get('etag'));
    const error = this.#toError(call, response, body);
    // A retried deletion finds nothing if the first attempt worked but its response was lost. Without a messageGuid, the 404 is not from
    // the service, and says nothing about the record.
    if (
      state.mayHaveTakenEffect &&
      call.operation.method === 'DELETE' &&
      error instanceof NotFoundError &&
      error.messageGuid !== null
    )
      return { exchange, response: new Response(null, { status: 204, headers: response.headers }) };
    throw error;
  }

  #toError({ operation }: Prepared, { status, headers }: Response, body: string): StellwerkError {
    return toApiError({
      operation: nameOf(operation),
      status,
      ...parseErrorRecord(body),
      foreignType: body === '' ? null : foreignTypeOf(headers),
      requestId: headers.get('x-request-id'),
      retryAfterSeconds: readRetryAfter(headers, this.#clock.now()),
    });
  }

  #warnOfIgnored(operation: Operation, headers: Headers): void {
    const ignored = headers.get('ignored-properties');
    if (ignored === null) return;
    this.#settings.onWarning({
      kind: 'ignoredProperties',
      operation: nameOf(operation),
      properties: ignored.split(',').map((name) => name.trim()),
      message: `${nameOf(operation)} ignored unknown properties: ${ignored}.`,
    });
  }
}

/**
 * Parses the body as JSON. Returns undefined if there is no body and the operation has none. JSON of a proxy must not look like the result
 * of a change.
 */
export async function readJson(
  { json, returns = [] }: Operation,
  { exchange, response }: OpenResponse,
): Promise<unknown> {
  const text = await exchange.readText(response);
  if (text === '' && !json) return undefined;
  if (text === '') throw unexpected(exchange.operation, response, 'the response is empty.');
  let data: Record<string, unknown> | null;
  try {
    data = JSON.parse(text);
  } catch {
    // No cause: its message quotes the response, which contains personal data.
    throw new UnexpectedResponseError(exchange.operation, response);
  }
  // One is enough: a service of an earlier version may lack others.
  if (returns.length > 0 && returns.every((name) => data?.[name] === undefined))
    throw unexpected(exchange.operation, response, `the response has no ${returns.join(', ')}.`);
  return data;
}

/** A stream that reads its source only as fast as the connection sends. Every part that is sent counts as progress. */
function toStream(
  content: AsyncIterable<Uint8Array>,
  exchange: Exchange,
  onFailure: (error: SourceFailure) => void,
): ReadableStream<Uint8Array> {
  const iterator = content[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        exchange.pause();
        try {
          const { done, value } = await iterator.next();
          // After an abort, Node's fetch keeps reading the source to its end, as fast as it can.
          if (exchange.isOver) {
            await iterator.return?.();
            throw new Error('The request has ended.');
          }
          exchange.progress();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (error instanceof SourceFailure) onFailure(error);
          controller.error(error);
        }
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function parseErrorRecord(body: string): {
  text: string | null;
  messageGuid: string | null;
  validationErrors: readonly ValidationFault[];
} {
  let record: { message?: unknown; messageGuid?: unknown; validationErrors?: unknown } | null;
  try {
    record = JSON.parse(body);
  } catch {
    // The response may be a page from a proxy.
    record = null;
  }
  return {
    text: typeof record?.message === 'string' ? record.message : null,
    messageGuid: typeof record?.messageGuid === 'string' ? record.messageGuid : null,
    validationErrors: Array.isArray(record?.validationErrors) ? record.validationErrors : [],
  };
}
