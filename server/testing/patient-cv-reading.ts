import { after } from 'node:test';
import { CV_READING } from '../areas/portal/application/cv-reader.ts';

/** The portal stops reading a CV for which a visitor waits too long. In the tests of the calling file, it takes its time on a slow machine. */
export function readCvsPatiently(): void {
  const before = { ...CV_READING };
  Object.assign(CV_READING, {
    limits: { ...before.limits, timeoutMs: 300_000 },
    maximumWaitMs: 300_000,
  });
  after(() => void Object.assign(CV_READING, before));
}
