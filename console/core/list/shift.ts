import { longestRise } from '../longest-rise.ts';

interface Row {
  id: number;
}

/** Rows farther away say nothing about what is shown: new ones between them can have moved them by more. */
const NEAR_ROWS = 10;

/** By how many rows what was at this index is farther down now. */
export function shiftOf(before: readonly Row[], now: readonly Row[], index: number): number {
  const places = new Map(now.map(({ id }, place) => [id, place]));
  const near = before.slice(Math.max(0, index - NEAR_ROWS), index + NEAR_ROWS);
  // A row that has moved between others has moved alone, and the list does not follow it.
  const inOrder = new Set(longestRise(near.flatMap(({ id }) => places.get(id) ?? [])));
  for (let was = index; was < Math.min(before.length, index + NEAR_ROWS); was++) {
    const place = places.get(before[was]!.id);
    // The row itself can be the one that is gone.
    if (place !== undefined && inOrder.has(place)) return place - was;
  }
  return 0;
}
