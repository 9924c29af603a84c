/** An answer with what came around it. */
export interface Answer<T> {
  data: T;
  status: number;
  headers: Headers;
  /** Names the exchange in the log of the service. */
  requestId: string | null;
  /** For `ifNoneMatch` of the next read. */
  etag: string | null;
  /** True when the service repeated the stored answer of an earlier call with the same idempotency key. */
  isReplay: boolean;
}

/** A call under way. Await it for the data, or `withResponse()` for the data and the headers. */
export class Call<T> extends Promise<T> {
  // Promises made out of this one by then() are plain ones.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #answer: Promise<Answer<T>>;

  constructor(answer: Promise<Answer<T>>) {
    // The state of this object itself is never looked at: then() below goes to the answer. Deriving a second promise
    // here would report a refusal as unhandled to everyone who uses withResponse().
    super((resolve) => resolve(undefined as T));
    this.#answer = answer;
  }

  withResponse(): Promise<Answer<T>> {
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected);
  }
}

export function toAnswer<T>(data: T, response: Response): Answer<T> {
  const { headers } = response;
  return {
    data,
    status: response.status,
    headers,
    requestId: headers.get('x-request-id'),
    etag: headers.get('etag'),
    isReplay: headers.get('idempotency-replayed') === 'true',
  };
}
