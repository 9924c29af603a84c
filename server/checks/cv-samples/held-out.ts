import { createHash } from 'node:crypto';

// The split is made by hash and was fixed before the first rule of extraction was written: rules are made on one part
// and judged on the other.

const THIRD = 3;

function rank(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

/** `share` 3: one in three. Whether a sample, a word of the vocabulary or anything else with an id is in the part that rules never see. */
export function isHeldOut(id: string, share = THIRD): boolean {
  return rank(id) % share === 0;
}

/** The given number of ids with the lowest hashes: layouts that occur in the held-out part only. */
export function pickHeldOut(ids: readonly string[], count: number): Set<string> {
  return new Set(
    [...ids].sort((left, right) => rank(`layout ${left}`) - rank(`layout ${right}`)).slice(0, count),
  );
}
