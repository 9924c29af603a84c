interface Row {
  id: number;
}

/** Rows farther below say nothing about what is shown: new ones between them can have moved them by more. */
const NEAR_ROWS = 10;

/** By how many rows what was at this index is farther down now. */
export function shiftOf(before: readonly Row[], now: readonly Row[], index: number): number {
  const places = new Map(now.map(({ id }, place) => [id, place]));
  let first: number | undefined;
  for (let was = index; was < Math.min(before.length, index + NEAR_ROWS); was++) {
    const place = places.get(before[was]!.id);
    // The row itself can be the one that is gone.
    if (place === undefined) continue;
    first ??= place - was;
    const hasNeighbor = (step: number) => before[was + step]?.id === now[place + step]?.id;
    // A row between others has moved alone, and the list does not follow it.
    if (hasNeighbor(-1) || hasNeighbor(1)) return place - was;
  }
  return first ?? 0;
}
