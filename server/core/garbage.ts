import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// What remains of a few reads. V8 counts their buffers as memory outside of its heap and, at 32 MiB, looks for garbage in the whole
// heap, several threads for tenths of a second, again and again. Looking only at what is new takes a millisecond.
const EVERY_BYTES = 6 * 1024 * 1024;

let collect: NodeJS.GCFunction | undefined;
let bytesSince = 0;

/** Counts a buffer that is about to be garbage, and now and then collects the new ones. For streams of many megabytes. */
export function countGarbage(bytes: number): void {
  bytesSince += bytes;
  if (bytesSince < EVERY_BYTES) return;
  bytesSince = 0;
  collect ??= collector();
  collect({ type: 'minor' });
}

/** V8's function that collects garbage. */
export function collector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  const gc: NodeJS.GCFunction = runInNewContext('gc');
  // V8 accepts compiled code only with the flags that it was compiled with.
  setFlagsFromString('--no-expose-gc');
  return gc;
}
