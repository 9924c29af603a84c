import type { OpenAnswer } from './caller.ts';

/** The contents of a document as they are. */
export interface Content {
  /** 200 for the whole, 206 for a part. */
  status: number;
  headers: Headers;
  requestId: string | null;
  mimeType: string | null;
  filename: string | null;
  etag: string | null;
  /** How many bytes `body` gives; null when the service does not say. */
  sizeBytes: number | null;
  /** Which bytes of how many, as the header Content-Range says; null for the whole. */
  contentRange: string | null;
  /** The bytes; read it to its end or cancel it. Ends with a ConnectionError when the transfer breaks off. */
  body: ReadableStream<Uint8Array>;
  /** All bytes at once. */
  bytes(): Promise<Uint8Array>;
}

export function toContent({ exchange, response }: OpenAnswer): Content {
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

/** The name in a Content-Disposition: the one in UTF-8 where there is one (RFC 6266 section 4.3). */
function readFilename(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // Not encoded as it should be; the plain name may do.
    }
  }
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? null;
}
