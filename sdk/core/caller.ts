import type { Clock } from './clock.ts';
import { NotModifiedError, StellwerkError, toApiError, type ValidationFault } from './errors.ts';
import { Exchange } from './exchange.ts';
import { type CallArguments, nameOf, type Operation, readArguments, toTarget } from './operation.ts';
import { type RequestBody, SourceFailure, toRequestBody } from './request-body.ts';
import { delayBeforeRepeat, mayBeDone, mayRepeat, readRetryAfter } from './retry.ts';
import type { Settings } from './settings.ts';
import { TokenSource } from './tokens.ts';

/** A call as it goes out, the same at every repetition. */
interface Prepared {
  operation: Operation;
  url: string;
  headers: Record<string, string>;
  body: RequestBody | undefined;
  signal: AbortSignal | undefined;
  timeoutMs: number;
  maxRetries: number;
  isRepeatable: boolean;
}

/** What the tries of a call have come to know. */
interface CallState {
  /** The call has had its one new token. */
  isRenewed: boolean;
  /** A try failed in a way that leaves open whether it did its work. */
  mayBeDone: boolean;
}

/** An answer of success whose body has not been read. */
export interface OpenAnswer {
  exchange: Exchange;
  response: Response;
}

/** Calls operations: token, headers, repetitions, errors. */
export class Caller {
  readonly #settings: Settings;
  readonly #clock: Clock;
  readonly #tokens: TokenSource;

  constructor(settings: Settings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#tokens = new TokenSource(settings, clock);
  }

  get clock(): Clock {
    return this.#clock;
  }

  /**
   * Calls and hands the answer to `read`, which reads its body or leaves that to whoever gets what it returns. When
   * reading breaks off, the call is repeated like one without an answer.
   */
  async call<T>(
    operation: Operation,
    values: readonly unknown[],
    read: (answer: OpenAnswer) => Promise<T>,
  ): Promise<T> {
    const call = this.#prepare(operation, readArguments(operation, values));
    const state: CallState = { isRenewed: false, mayBeDone: false };
    for (let attempt = 0; ; attempt++) {
      // Outside of the repetitions: requesting a token has its own.
      const token = await this.#tokens.get(call.signal);
      try {
        return await read(await this.#send(call, token, state));
      } catch (error) {
        if (error instanceof SourceFailure) throw error.cause;
        const hasKey = operation.creates === true;
        if (
          attempt >= call.maxRetries ||
          (call.body !== undefined && !call.body.isRepeatable) ||
          !mayRepeat(error, call.isRepeatable, hasKey)
        )
          throw error;
        state.mayBeDone ||= mayBeDone(error);
        await this.#clock.sleep(delayBeforeRepeat(error, attempt, this.#clock), call.signal);
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
        throw new TypeError(`${nameOf(operation)} takes an object.`);
      headers['content-type'] = 'application/json';
    }
    if (operation.creates) headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID();
    if (operation.strict && (options.strict ?? settings.strict)) headers.prefer = 'handling=strict';
    const language = options.language ?? settings.language;
    if (operation.language && language !== undefined) headers['accept-language'] = language;
    if (options.ifNoneMatch !== undefined) headers['if-none-match'] = options.ifNoneMatch;
    if (options.range !== undefined) headers.range = options.range;
    if (options.ifRange !== undefined) headers['if-range'] = options.ifRange;
    return {
      operation,
      url: settings.baseUrl + toTarget(operation, path, query),
      headers,
      body: operation.body ? toRequestBody(body) : undefined,
      signal: options.signal,
      timeoutMs: options.timeoutMs ?? settings.timeoutMs,
      maxRetries: options.maxRetries ?? settings.maxRetries,
      isRepeatable:
        operation.method !== 'POST' && operation.method !== 'PATCH' ? true : operation.creates === true,
    };
  }

  /** One request; after a 401 a second one with a new token, once per call. */
  async #send(call: Prepared, token: string, state: CallState): Promise<OpenAnswer> {
    let answer = await this.#open(call, token);
    if (answer.response.status === 401 && !state.isRenewed && (call.body?.isRepeatable ?? true)) {
      const refusal = await answer.exchange.readText(answer.response);
      const other = await this.#tokens.replace(token, call.signal);
      if (other === undefined) throw this.#toError(call, answer.response, refusal);
      state.isRenewed = true;
      answer = await this.#open(call, other);
      if (answer.response.status === 401) this.#tokens.replacementRefused();
    }
    if (answer.response.status !== 401) this.#tokens.accepted();
    return this.#judge(call, answer, state);
  }

  async #open(call: Prepared, token: string): Promise<OpenAnswer> {
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
        { fetch: this.#settings.fetch, timeoutMs, signal },
      );
    } catch (error) {
      throw failure ?? error;
    }
  }

  /** The answer if it is a success; throws the error it means otherwise. */
  async #judge(call: Prepared, answer: OpenAnswer, { mayBeDone }: CallState): Promise<OpenAnswer> {
    const { exchange, response } = answer;
    if (response.ok) {
      this.#warnOfIgnored(call.operation, response.headers);
      return answer;
    }
    const body = await exchange.readText(response);
    if (response.status === 304)
      throw new NotModifiedError(nameOf(call.operation), response.headers.get('etag'));
    // A deletion whose answer was lost finds nothing when it is repeated: what was to be gone is gone.
    if (mayBeDone && call.operation.method === 'DELETE' && response.status === 404)
      return { exchange, response: new Response(null, { status: 204, headers: response.headers }) };
    throw this.#toError(call, response, body);
  }

  #toError({ operation }: Prepared, { status, headers }: Response, body: string): StellwerkError {
    return toApiError({
      operation: nameOf(operation),
      status,
      ...parseErrorRecord(body),
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
      message: `${nameOf(operation)} does not take, and has ignored: ${ignored}.`,
    });
  }
}

/** The body as JSON; undefined where there is none. */
export async function readJson({ exchange, response }: OpenAnswer): Promise<unknown> {
  const text = await exchange.readText(response);
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Without the cause: its message repeats the text, and the text is somebody's data.
    throw new StellwerkError(`The service answered ${response.status} with something that is not JSON.`);
  }
}

/** A stream that reads on when the connection takes more; every part taken counts as progress. */
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
          // Node's fetch goes on reading after it was aborted, as fast as it can and to the end of the source.
          if (exchange.isOver) {
            await iterator.return?.();
            throw new Error('Nobody waits for the rest.');
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
    // A page of some proxy on the way.
    record = null;
  }
  return {
    text: typeof record?.message === 'string' ? record.message : null,
    messageGuid: typeof record?.messageGuid === 'string' ? record.messageGuid : null,
    validationErrors: Array.isArray(record?.validationErrors) ? record.validationErrors : [],
  };
}
