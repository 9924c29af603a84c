import { createHash } from 'node:crypto';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { SegmentSealer } from './segments.ts';

// The thread that seals and hashes. Each blob and each hash has a port of its own. What fails here ends the thread, and with it
// the ports.

/** Begins a blob, or without a key a hash. */
export interface Beginning {
  port: MessagePort;
  key: Uint8Array<ArrayBuffer> | undefined;
}

/** Bytes to seal in their buffer, or to hash. The buffer moves to this thread and back. */
export interface Order {
  buffer: Uint8Array<ArrayBuffer>;
  length: number;
  isLast: boolean;
}

export interface Answer {
  buffer: Uint8Array<ArrayBuffer>;
  /** Of all contents, with the last order. */
  sha256: string | undefined;
}

/** Carries out one order and returns the hash of all if it is the last one. */
type Work = (order: Order) => string | undefined;

parentPort!.on('message', ({ port, key }: Beginning) => {
  const work = key === undefined ? toHashWork() : toSealingWork(key);
  port.on('message', (order: Order) => {
    const { buffer } = order;
    const answer: Answer = { sha256: work(order), buffer };
    port.postMessage(answer, [buffer.buffer]);
  });
  port.on('close', () => key?.fill(0));
});

function toSealingWork(key: Uint8Array): Work {
  const sealer = new SegmentSealer(key);
  return ({ buffer, length, isLast }) => {
    sealer.seal(buffer, length, isLast);
    return isLast ? sealer.digest() : undefined;
  };
}

function toHashWork(): Work {
  const hash = createHash('sha256');
  return ({ buffer, length, isLast }) => {
    hash.update(buffer.subarray(0, length));
    return isLast ? hash.digest('hex') : undefined;
  };
}
