/** The data of a response with its status and headers. */
export interface ApiResponse<T> {
  data: T;
  status: number;
  headers: Headers;
  /** Identifies the request in the log of the service. */
  requestId: string | null;
  /** Pass it as `ifNoneMatch` to read again only if something has changed, or as `ifMatch` to change only what you have read. */
  etag: string | null;
  /** True if this is the stored response of an earlier call with the same idempotency key. */
  isReplay: boolean;
}

/** A running call. Await it for the data, or await `withResponse()` for the data and the headers. */
export class Call<T> extends Promise<T> {
  // then() returns a plain promise, not a Call.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #response: Promise<ApiResponse<T>>;

  constructor(response: Promise<ApiResponse<T>>) {
    // This promise itself is never awaited, because then() below delegates to the response. A promise derived here
    // would be reported as unhandled whenever a caller of withResponse() handles the error there.
    super((resolve) => resolve(undefined as T));
    this.#response = response;
  }

  withResponse(): Promise<ApiResponse<T>> {
    return this.#response;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise.
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#response.then(({ data }) => data).then(onFulfilled, onRejected);
  }
}

export function toApiResponse<T>(data: T, response: Response): ApiResponse<T> {
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
