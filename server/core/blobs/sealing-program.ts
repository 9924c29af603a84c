import { type MessagePort, parentPort } from 'node:worker_threads';
import { SegmentSealer } from './segments.ts';

// The thread that seals. Each blob has a port of its own. What fails here ends the thread, and with it the ports.

/** Begins a blob. */
export interface BlobOrder {
  port: MessagePort;
  key: Uint8Array<ArrayBuffer>;
}

/** A segment to seal in its buffer, which moves to this thread and back. */
export interface SegmentOrder {
  buffer: Uint8Array<ArrayBuffer>;
  length: number;
  isLast: boolean;
}

export interface SealedSegment {
  buffer: Uint8Array<ArrayBuffer>;
  /** Of the contents of the blob, with the last segment. */
  sha256: string | undefined;
}

parentPort!.on('message', ({ port, key }: BlobOrder) => {
  const sealer = new SegmentSealer(key);
  port.on('message', ({ buffer, length, isLast }: SegmentOrder) => {
    sealer.seal(buffer, length, isLast);
    const sealed: SealedSegment = { buffer, sha256: isLast ? sealer.digest() : undefined };
    port.postMessage(sealed, [buffer.buffer]);
  });
  port.on('close', () => key.fill(0));
});
