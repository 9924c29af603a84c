import { strFromU8, unzipSync } from 'fflate';
import { UnreadableError } from './lines.ts';

const MAXIMUM_ENTRIES = 2000;
const MAXIMUM_INFLATED_BYTES = 50 * 1024 * 1024;
const MAXIMUM_RATIO = 200;
// Small entries compress well without meaning harm.
const RATIO_FREE_BYTES = 1024 * 1024;

/**
 * One entry of a ZIP file as text. The directory is judged before a byte is inflated; inflating fills a buffer of the
 * declared size and no more, so an entry that lies about its size is cut or refused. Throws UnreadableError.
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
