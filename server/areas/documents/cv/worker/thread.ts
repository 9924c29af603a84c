import { parentPort, workerData } from 'node:worker_threads';
import { type CvCatalogs, extractFacts } from '../extract/extract.ts';
import { UnreadableError } from '../text/lines.ts';
import { readText } from '../text/read-text.ts';
import type { ThreadAnswer } from './parse.ts';

// The thread that reads one file and ends. Whatever the file does to it, the process around it goes on.

const { bytes, catalogs } = workerData as { bytes: Uint8Array; catalogs: CvCatalogs };

function answer(message: ThreadAnswer): void {
  parentPort!.postMessage(message);
}

try {
  answer({ facts: extractFacts(await readText(bytes), catalogs) });
} catch (error) {
  // Other errors are faults that a file has found in a reader; they carry nothing out of the file.
  answer({ reason: error instanceof UnreadableError ? error.reason : 'damaged' });
}
// Readers may leave timers and streams behind.
parentPort!.close();
