import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { contentTag, matches } from './entity-tag.ts';
import type { RouteResponse } from './routes.ts';

export type Encoding = 'br' | 'gzip';

/** Responses below this many bytes are sent as they are. */
export const COMPRESSED_FROM_BYTES = 1024;

/** `encoding` is undefined for the plain text. */
export interface Encoded {
  encoding: Encoding | undefined;
  body: Buffer;
}

/** The best quality, 11, takes 2 seconds for a megabyte and saves a twentieth. */
const BROTLI_QUALITY = 9;

const compressors: Record<Encoding, (text: Buffer, brotliQuality: number) => Promise<Buffer>> = {
  br: (text, quality) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (text) => promisify(gzip)(text),
};

/**
 * A text that is the same for all readers. Each encoding is compressed once, on its first request and outside the main
 * thread: compressing it for every reader would cost the other requests more than the text is worth.
 */
export class StaticText {
  readonly type: string;
  readonly entityTag: string;
  readonly #plain: Encoded;
  readonly #brotliQuality: number;
  readonly #compressed = new Map<Encoding, Encoded | Promise<Encoded>>();

  /** A text that is soon replaced by another one deserves a lower quality. */
  constructor(type: string, text: string | Buffer, brotliQuality = BROTLI_QUALITY) {
    this.type = type;
    this.#plain = { encoding: undefined, body: typeof text === 'string' ? Buffer.from(text) : text };
    this.#brotliQuality = brotliQuality;
    this.entityTag = contentTag(this.plain);
  }

  get plain(): Buffer {
    return this.#plain.body;
  }

  get bytes(): number {
    return this.plain.length;
  }

  /** Returns a 304 if the reader has the text already. */
  async respond(
    { headers }: { headers: IncomingHttpHeaders },
    responseHeaders: Readonly<Record<string, string>>,
  ): Promise<RouteResponse> {
    const common = { ...responseHeaders, etag: this.entityTag, vary: 'accept-encoding' };
    if (matches(headers['if-none-match'], this.entityTag)) return { status: 304, headers: common };
    const { encoding, body } = await this.encode(headers);
    return {
      type: this.type,
      headers: encoding === undefined ? common : { ...common, 'content-encoding': encoding },
      body,
    };
  }

  /** Returns the text in the encoding that the reader prefers, as a promise if it is not compressed yet. */
  encode(headers: IncomingHttpHeaders): Encoded | Promise<Encoded> {
    return this.encodeAs(chooseEncoding(headers));
  }

  /**
   * Returns the text in an encoding, as a promise if it is not compressed yet, and later always the same object. A short one is never
   * compressed.
   */
  encodeAs(encoding: Encoding | undefined): Encoded | Promise<Encoded> {
    if (encoding === undefined || this.bytes < COMPRESSED_FROM_BYTES) return this.#plain;
    return this.#compressed.get(encoding) ?? this.#compress(encoding);
  }

  #compress(encoding: Encoding): Promise<Encoded> {
    const compressing = compressors[encoding](this.plain, this.#brotliQuality).then((body) => {
      const encoded = { encoding, body };
      this.#compressed.set(encoding, encoded);
      return encoded;
    });
    compressing.catch(() => this.#compressed.delete(encoding));
    this.#compressed.set(encoding, compressing);
    return compressing;
  }
}

/** Prefers Brotli, unless the reader prefers the plain text or excludes Brotli with q=0. */
export function chooseEncoding(headers: IncomingHttpHeaders): Encoding | undefined {
  if (headers['accept-encoding'] === undefined) return undefined;
  const accepted = new Negotiator({ headers }).encodings(['br', 'gzip', 'identity']);
  if (accepted[0] === 'identity') return undefined;
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}
