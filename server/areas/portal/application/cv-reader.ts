import { BlobDamagedError, BlobNotFoundError, type SealedBlob } from '../../../core/blobs/index.ts';
import { Gate, GateFullError } from '../../../core/crypto/gate.ts';
import type { Services } from '../../../core/services.ts';
import { type CvFacts, CvParsingError, type ParsingLimits, readCv } from '../../documents/index.ts';
import { toSender } from './usage.ts';

// Strangers can send any file, so the limits are lower than those for the CV of an application, which is read in the
// background. A CV that is not read here is still part of the application. Tests change the times.
export const CV_READING: { limits: ParsingLimits; maximumWaitMs: number } = {
  limits: { timeoutMs: 8000, cpuMs: 4000, heapMb: 128, processGrowthMb: 400 },
  /** The visitor waits no longer, including the time until it is the CV's turn. */
  maximumWaitMs: 12_000,
};
const MAXIMUM_BYTES = 10 * 1024 * 1024;
const AT_ONCE = { running: 1, waiting: 8 };
/** Of the CVs that are read or wait. One address must not take all places. */
const PER_SENDER = 3;

/** Reads CVs while visitors fill in the form. */
export class CvReader {
  readonly #services: Services;
  readonly #gate = new Gate(AT_ONCE);
  readonly #senders = new Map<string, number>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Returns undefined if the CV cannot be read, or not now. */
  async read(tenantId: number, blob: SealedBlob, address: string): Promise<CvFacts | undefined> {
    const sender = toSender(address);
    const count = this.#senders.get(sender) ?? 0;
    if (blob.sizeBytes > MAXIMUM_BYTES || count >= PER_SENDER) return undefined;
    this.#senders.set(sender, count + 1);
    try {
      return await this.#readInTime(tenantId, blob);
    } finally {
      const rest = this.#senders.get(sender)! - 1;
      if (rest === 0) this.#senders.delete(sender);
      else this.#senders.set(sender, rest);
    }
  }

  async #readInTime(tenantId: number, blob: SealedBlob): Promise<CvFacts | undefined> {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), CV_READING.maximumWaitMs);
    });
    const reading = this.#gate.run(async () =>
      isOver ? undefined : readCv(this.#services, tenantId, blob, CV_READING.limits),
    );
    try {
      return await Promise.race([reading, tooLate]);
    } catch (error) {
      if (isExpected(error)) return undefined;
      throw error;
    } finally {
      isOver = true;
      clearTimeout(timer);
      // After the deadline, nobody awaits it.
      reading.catch(() => {});
    }
  }
}

function isExpected(error: unknown): boolean {
  return (
    error instanceof CvParsingError ||
    error instanceof GateFullError ||
    error instanceof BlobDamagedError ||
    error instanceof BlobNotFoundError
  );
}
