import { Worker } from 'node:worker_threads';
import type { CvCatalogs } from '../extract/extract.ts';
import type { CvFacts } from '../extract/facts.ts';
import type { UnreadableReason } from '../text/lines.ts';
import { MAXIMUM_INPUT_BYTES } from '../text/read-text.ts';

export type ThreadAnswer = { facts: CvFacts } | { reason: UnreadableReason };

/** Why a file was not read: it cannot be, took too long, took too much memory, or ended the thread. */
export type ParsingReason = UnreadableReason | 'timeout' | 'memory' | 'crashed';

export class CvParsingError extends Error {
  override readonly name = 'CvParsingError';
  readonly reason: ParsingReason;
  constructor(reason: ParsingReason) {
    super(`The CV was not parsed (${reason}).`);
    this.reason = reason;
  }
}

export interface ParsingLimits {
  timeoutMs: number;
  /** Of the JavaScript heap of the thread. */
  heapMb: number;
  /** By how much the whole process may grow meanwhile: buffers are outside of any heap. */
  processGrowthMb: number;
}

export const PARSING_LIMITS: ParsingLimits = { timeoutMs: 20_000, heapMb: 256, processGrowthMb: 700 };

const YOUNG_GENERATION_MB = 48;
const STACK_MB = 4;
const WATCH_INTERVAL_MS = 50;

/**
 * Reads a CV in a thread of its own, which ends with the answer or at a limit. The bytes are copied. Rejects with
 * CvParsingError and with nothing else.
 */
export async function parseCv(
  bytes: Uint8Array,
  catalogs: CvCatalogs,
  limits: ParsingLimits = PARSING_LIMITS,
): Promise<CvFacts> {
  if (bytes.length > MAXIMUM_INPUT_BYTES) throw new CvParsingError('tooLarge');
  const copy = new Uint8Array(bytes);
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { bytes: copy, catalogs },
    transferList: [copy.buffer],
    execArgv: [],
    env: {},
    // Readers that complain about a file must not write into the service's log.
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: limits.heapMb,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      stackSizeMb: STACK_MB,
    },
  });
  const startBytes = process.memoryUsage.rss();
  let timer: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<CvFacts>((resolve, reject) => {
      const fail = (reason: ParsingReason) => reject(new CvParsingError(reason));
      timer = setTimeout(() => fail('timeout'), limits.timeoutMs);
      watch = setInterval(() => {
        if (process.memoryUsage.rss() - startBytes > limits.processGrowthMb * 2 ** 20) fail('memory');
      }, WATCH_INTERVAL_MS);
      worker.once('message', (answer: ThreadAnswer) =>
        'facts' in answer ? resolve(answer.facts) : fail(answer.reason),
      );
      worker.once('error', (error: NodeJS.ErrnoException) =>
        fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed'),
      );
      worker.once('exit', () => fail('crashed'));
    });
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    // Also stops a loop without end.
    await worker.terminate();
  }
}
