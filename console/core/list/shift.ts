interface Row {
  id: number;
}

/** By how many rows what was at this index is farther down now. */
export function shiftOf(before: readonly Row[], now: readonly Row[], index: number): number {
  const places = new Map(now.map(({ id }, place) => [id, place]));
  for (let was = index; was < before.length; was++) {
    const place = places.get(before[was]!.id);
    // The row itself can be the one that is gone.
    if (place === undefined) continue;
    const hasNeighbor = (step: number) => before[was + step]?.id === now[place + step]?.id;
    // A row between others has moved alone, and the list does not follow it.
    if (hasNeighbor(-1) || hasNeighbor(1)) return place - was;
  }
  return 0;
}
