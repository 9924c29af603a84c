import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPRESSED_FROM_BYTES, type Encoding } from './static-text.ts';

/**
 * Of a text that is compressed for one response. Higher qualities take longer than the bytes that they save. A window of 256 KiB
 * instead of 4 MiB stays in the processor's cache, and a list repeats itself within it.
 */
export const BROTLI_PARAMS = {
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_LGWIN]: 18,
};

const compressors: Readonly<Record<Encoding, (text: string) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: BROTLI_PARAMS }),
  gzip: (text) => promisify(gzip)(text),
};

/** Compresses a whole text, outside the main thread. Undefined if it is too short. */
export function compressText(
  text: string,
  encoding: Encoding,
  fromBytes = COMPRESSED_FROM_BYTES,
): Promise<{ bytes: Buffer; encoding: Encoding }> | undefined {
  if (Buffer.byteLength(text) < fromBytes) return undefined;
  return compressors[encoding](text).then((bytes) => ({ bytes, encoding }));
}
