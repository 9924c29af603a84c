import type { OpenResponse } from './caller.ts';

/** The contents of a document, unencoded. */
export interface Content {
  /** 200 for the whole document, 206 for a part. */
  status: number;
  headers: Headers;
  requestId: string | null;
  mimeType: string | null;
  filename: string | null;
  etag: string | null;
  /** Number of bytes in `body`. Null if the service does not say. */
  sizeBytes: number | null;
  /** The header Content-Range. Null for the whole document. */
  contentRange: string | null;
  /** The bytes. Read the stream to its end or cancel it. Fails with a ConnectionError if the connection breaks. */
  body: ReadableStream<Uint8Array>;
  /** Reads all bytes into memory. */
  bytes(): Promise<Uint8Array>;
}

export function toContent({ exchange, response }: OpenResponse): Content {
  exchange.pause();
  const { headers, status } = response;
  const parts = exchange.readParts(response);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await parts.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(error);
        }
      },
      async cancel() {
        await parts.return(undefined);
        exchange.abandon();
      },
    },
    { highWaterMark: 0 },
  );
  const length = headers.get('content-length');
  return {
    status,
    headers,
    requestId: headers.get('x-request-id'),
    mimeType: headers.get('content-type'),
    filename: readFilename(headers.get('content-disposition')),
    etag: headers.get('etag'),
    sizeBytes: length === null || headers.has('content-encoding') ? null : Number(length),
    contentRange: headers.get('content-range'),
    body,
    bytes: async () => new Uint8Array(await new Response(body).arrayBuffer()),
  };
}

/** The file name in a Content-Disposition. `filename*` takes precedence (RFC 6266 section 4.3). */
function readFilename(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // Invalid encoding; use the plain name.
    }
  }
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? null;
}
