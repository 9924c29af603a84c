/** What the list of duplicates shows, in its address. Absent: the open pairs. */
interface DuplicatesSearch {
  state?: 'dismissed';
}

export function readDuplicatesSearch({ state }: Record<string, unknown>): DuplicatesSearch {
  return state === 'dismissed' ? { state } : {};
}
