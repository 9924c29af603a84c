import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { PARSING_LIMITS, parseCv, RECOGNITION_LIMITS } from '../../areas/documents/cv/worker/parse.ts';
import { builtInCatalogs } from './measure.ts';

// node server/checks/cv-samples/damage.ts [--copies 20] [--ocr] FILE…: reads damaged copies of files as the service does, and fails if
// one ends the thread or takes too long. The damage is the same in every run.

const LARGEST_PIECE = 4096;

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A copy with flipped bytes, without a piece, with a piece twice, cut off, or with a piece of another file. */
export function damage(bytes: Uint8Array, other: Uint8Array, seed: number): Uint8Array {
  const random = randomOf(seed);
  const place = (length: number) => Math.floor(random() * length);
  const start = place(bytes.length);
  const piece = bytes.subarray(start, start + place(LARGEST_PIECE));
  const [before, after] = [bytes.subarray(0, start), bytes.subarray(start + piece.length)];
  switch (seed % 5) {
    case 0: {
      const copy = new Uint8Array(bytes);
      for (let count = 1 + place(30); count > 0; count--) copy[place(copy.length)]! ^= 1 << place(8);
      return copy;
    }
    case 1:
      return new Uint8Array(Buffer.concat([before, after]));
    case 2:
      return new Uint8Array(Buffer.concat([before, piece, piece, after]));
    case 3:
      return new Uint8Array(before);
    default: {
      const from = place(other.length);
      return new Uint8Array(
        Buffer.concat([before, other.subarray(from, from + place(LARGEST_PIECE)), after]),
      );
    }
  }
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { copies: { type: 'string', default: '20' }, ocr: { type: 'boolean', default: false } },
  });
  const files = await Promise.all(positionals.map(async (path) => new Uint8Array(await readFile(path))));
  const catalogs = builtInCatalogs();
  const limits = values.ocr ? RECOGNITION_LIMITS : PARSING_LIMITS;
  const outcomes = new Map<string, number>();
  const failed: string[] = [];
  for (const [index, bytes] of files.entries()) {
    for (let copy = 0; copy < Number(values.copies); copy++) {
      const seed = index * 1000 + copy;
      const damaged = damage(bytes, files[(index + 1) % files.length]!, seed);
      const outcome = await parseCv(damaged, catalogs, limits, values.ocr).then(
        () => 'parsed',
        (error: { reason?: string }) => error.reason ?? 'unknown',
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (['crashed', 'timeout', 'memory', 'unknown'].includes(outcome))
        failed.push(`${positionals[index]} with seed ${seed}: ${outcome}`);
    }
  }
  for (const [outcome, count] of outcomes) console.log(`${outcome}: ${count}`);
  for (const line of failed) console.error(line);
  if (failed.length > 0) process.exitCode = 1;
}
