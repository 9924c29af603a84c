import { createHash } from 'node:crypto';

// A hash splits the samples. The split was fixed before the first extraction rule was written: rules are developed on one
// part and measured on the other.

const THIRD = 3;

function rank(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

/**
 * Whether a sample, a word of the vocabulary or anything else with an id is in the part that rules never see. A `share` of
 * 3 holds out one in three.
 */
export function isHeldOut(id: string, share = THIRD): boolean {
  return rank(id) % share === 0;
}

/** This many ids, those with the lowest hashes: layouts that occur only in the held-out part. */
export function pickHeldOut(ids: readonly string[], count: number): Set<string> {
  return new Set(
    [...ids].sort((left, right) => rank(`layout ${left}`) - rank(`layout ${right}`)).slice(0, count),
  );
}
