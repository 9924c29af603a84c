import './low-priority.ts';

import { parentPort, workerData } from 'node:worker_threads';
import { extractFacts } from '../extract/extract.ts';
import { Recognizer } from '../recognize/recognizer.ts';
import { lineText, type ReadNotes, UnreadableError } from '../text/lines.ts';
import { readText } from '../text/read-text.ts';
import { findLeftovers } from '../weigh/leftovers.ts';
import { findDateSource, weighFacts } from '../weigh/weigh.ts';
import type { ThreadInput, ThreadResult } from './parse.ts';

// The thread that reads one file and ends. A file that breaks it does not harm the rest of the process.

const { bytes, catalogs, recognizesText } = workerData as ThreadInput;

function post(result: ThreadResult): void {
  parentPort!.postMessage(result);
}

try {
  const notes: ReadNotes = { pagesWithoutText: [], recognizedPages: [], unreadPages: [] };
  const recognizer = recognizesText ? new Recognizer() : undefined;
  const lines = await readText(bytes, { notes, recognizer });
  const facts = extractFacts(lines, catalogs);
  const values = weighFacts(facts, lines, catalogs);
  post({
    cv: {
      ...facts,
      text: lines.map(lineText).join('\n'),
      values,
      dateSource: findDateSource(lines),
      leftovers: findLeftovers(facts, lines, notes, values),
    },
  });
} catch (error) {
  // Other errors are bugs in a reader that the file triggered. They are not passed on: they can contain text of the file.
  post({ reason: error instanceof UnreadableError ? error.reason : 'damaged' });
}
// Libraries can leave timers and streams open.
parentPort!.close();
