import { strFromU8, unzipSync } from 'fflate';
import { UnreadableError } from './lines.ts';

/** A document has some dozens, with pictures some hundreds. */
const MAXIMUM_ENTRIES = 2000;
/** Of all entries together, as the directory declares them. */
const MAXIMUM_INFLATED_BYTES = 50 * 1024 * 1024;
/** Inflated bytes for each compressed byte. XML of documents compresses to a tenth or a twentieth. */
const MAXIMUM_RATIO = 200;
/** Entries up to this size are not held to the ratio: small ones can compress well and are harmless. */
const RATIO_FREE_BYTES = 1024 * 1024;

/**
 * One entry of a ZIP file as text. The directory is checked before a byte is inflated. Inflating never writes more than
 * the declared size, so an entry with a false size is cut or rejected. Throws UnreadableError.
 */
export function readZipEntry(bytes: Uint8Array, name: string): string | undefined {
  let entries = 0;
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter(file) {
        entries += 1;
        total += file.originalSize;
        if (entries > MAXIMUM_ENTRIES) throw new UnreadableError('tooManyEntries');
        if (total > MAXIMUM_INFLATED_BYTES) throw new UnreadableError('suspiciousCompression');
        if (file.originalSize > RATIO_FREE_BYTES && file.originalSize > file.size * MAXIMUM_RATIO)
          throw new UnreadableError('suspiciousCompression');
        return file.name === name;
      },
    });
    const file = files[name];
    return file === undefined ? undefined : strFromU8(file);
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError('damaged');
  }
}
