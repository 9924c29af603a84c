import { Worker } from 'node:worker_threads';
import type { CvCatalogs } from '../extract/extract.ts';
import type { ReadCv } from '../extract/facts.ts';
import type { UnreadableReason } from '../text/lines.ts';
import { MAXIMUM_INPUT_BYTES } from '../text/read-text.ts';

export interface ThreadInput {
  bytes: Uint8Array;
  catalogs: CvCatalogs;
  recognizesText: boolean;
}

/** What the thread posts before it ends. */
export type ThreadResult = { cv: ReadCv } | { reason: UnreadableReason };

/** Why a file was not read: it is unreadable, took too long or too much memory, or ended the thread. */
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
  /** Limit of the thread's CPU time. On a busy machine, the thread has a low priority and waits for it. */
  cpuMs: number;
  /** Limit of the thread's JavaScript heap. */
  heapMb: number;
  /** How much the whole process may grow in the meantime: buffers are not part of a heap. */
  processGrowthMb: number;
}

/** Ends what waits for something that never comes. On a busy machine, a CV of a second of CPU time can take a minute. */
const TIMEOUT_MS = 240_000;

/** Far above what real CVs need. Only hostile files reach these limits. */
export const PARSING_LIMITS: ParsingLimits = {
  timeoutMs: TIMEOUT_MS,
  cpuMs: 10_000,
  heapMb: 256,
  processGrowthMb: 700,
};

/** With the recognition of text, which takes some seconds and some hundred megabytes for a page. */
export const RECOGNITION_LIMITS: ParsingLimits = {
  timeoutMs: TIMEOUT_MS,
  cpuMs: 120_000,
  heapMb: 256,
  processGrowthMb: 900,
};

/** For short-lived objects, in addition to `heapMb`. */
const YOUNG_GENERATION_MB = 48;
/** The default of a worker thread, stated because deeply nested files depend on it. */
const STACK_MB = 4;
/** For so long the process can grow beyond its limit before the thread is stopped. */
const WATCH_INTERVAL_MS = 50;
/** For so long the thread can exceed its CPU time. */
const CPU_INTERVAL_MS = 250;

/**
 * Reads a CV in a separate thread, which ends with the result or at a limit. Scans and pictures are only read if
 * `recognizesText`, which requires packages of their own. The bytes are copied. Rejects only with CvParsingError.
 */
export async function parseCv(
  bytes: Uint8Array,
  catalogs: CvCatalogs,
  limits: ParsingLimits = PARSING_LIMITS,
  recognizesText = false,
): Promise<ReadCv> {
  if (bytes.length > MAXIMUM_INPUT_BYTES) throw new CvParsingError('tooLarge');
  const copy = new Uint8Array(bytes);
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { bytes: copy, catalogs, recognizesText } satisfies ThreadInput,
    transferList: [copy.buffer],
    execArgv: [],
    env: {},
    // Warnings that libraries print about a file must not reach the service's log.
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
  let cpuWatch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ReadCv>((resolve, reject) => {
      const fail = (reason: ParsingReason) => reject(new CvParsingError(reason));
      timer = setTimeout(() => fail('timeout'), limits.timeoutMs);
      watch = setInterval(() => {
        if (process.memoryUsage.rss() - startBytes > limits.processGrowthMb * 2 ** 20) fail('memory');
      }, WATCH_INTERVAL_MS);
      cpuWatch = setInterval(async () => {
        // Undefined before the thread runs and after it has ended.
        const used = await worker.cpuUsage().catch(() => undefined);
        if (used !== undefined && (used.user + used.system) / 1000 > limits.cpuMs) fail('timeout');
      }, CPU_INTERVAL_MS);
      worker.once('message', (result: ThreadResult) =>
        'cv' in result ? resolve(result.cv) : fail(result.reason),
      );
      worker.once('error', (error: NodeJS.ErrnoException) =>
        fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed'),
      );
      worker.once('exit', () => fail('crashed'));
    });
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    clearInterval(cpuWatch);
    // Also stops an endless loop.
    await worker.terminate();
  }
}
