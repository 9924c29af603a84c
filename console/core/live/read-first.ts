/**
 * Reads the beginning of a list. If a row that is shown before others is not in it, it goes on for as many rows as are shown: the
 * row can still match, and have moved behind the first ones. `name` is that of the rows.
 */
export async function readFirst<
  Name extends string,
  One extends { nextCursor: string | null } & Record<Name, { id: number }[]>,
>(
  shown: { pages: readonly One[] },
  name: Name,
  read: (cursor: string | undefined) => Promise<One>,
): Promise<One> {
  const loaded = shown.pages.flatMap((page) => page[name]);
  const first = await read(undefined);
  const rows = [...first[name]];
  const hasGap = () => {
    const current = new Set(rows.map(({ id }) => id));
    const last = loaded.findLastIndex(({ id }) => current.has(id));
    return loaded.slice(0, last).some(({ id }) => !current.has(id));
  };
  let { nextCursor } = first;
  while (nextCursor !== null && rows.length < loaded.length && hasGap()) {
    const next = await read(nextCursor);
    rows.push(...next[name]);
    nextCursor = next.nextCursor;
  }
  return { ...first, [name]: rows, nextCursor };
}
