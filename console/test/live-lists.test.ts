import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shiftOf } from '../core/list/shift.ts';
import { mergeFirst, type Page, readFirst } from '../core/live/read-first.ts';

// What a list shows after a change, row by row. The numbers of its rows are also their order, until they move.

/** The rows that match, with what each is sorted by. */
type List = ReadonlyMap<number, number>;
type Pages = readonly (Page & { companies: { id: number }[] })[];

const PAGE_ROWS = 100;

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const listOf = (rows: number): List => new Map(range(1, rows).map((id) => [id, id]));

/** The list after some rows have got another place, or are new. Those without one match no longer. */
function changed(list: List, places: Readonly<Record<number, number | undefined>>): List {
  const changes = Object.entries(places).map(([id, place]) => [Number(id), place] as const);
  const all = new Map<number, number | undefined>([...list, ...changes]);
  return new Map([...all].filter((row): row is [number, number] => row[1] !== undefined));
}

const inOrder = (list: List) => [...list].sort(([, a], [, b]) => a - b);

function read(list: List, { limit, cursor }: { limit: number; cursor?: string | undefined }): Pages[number] {
  const rest = inOrder(list).filter(([, place]) => cursor === undefined || place > Number(cursor));
  const rows = rest.slice(0, limit);
  return {
    companies: rows.map(([id]) => ({ id })),
    total: list.size,
    totalIsExact: true,
    nextCursor: rows.length < rest.length ? String(rows.at(-1)![1]) : null,
  };
}

/** The pages with those that follow, until so many are loaded. */
function loaded(list: List, count: number, pages: Pages = []): Pages {
  const last = pages.at(-1);
  if (pages.length === count || last?.nextCursor === null) return pages;
  return loaded(list, count, [...pages, read(list, { limit: PAGE_ROWS, cursor: last?.nextCursor })]);
}

/** As a page shows them: one that was loaded twice is in its first place. */
const idsOf = (pages: Pages) => [...new Set(pages.flatMap(({ companies }) => companies.map(({ id }) => id)))];

/** `choose` gets the number of the read that returns, and returns what is kept from then on. */
async function refreshed(
  shown: Pages,
  list: List,
  kept: readonly number[] = [],
  choose: (read: number) => readonly number[] = () => kept,
) {
  let chosen = kept;
  const calls: Pages[number][] = [];
  const pages = await readFirst(
    shown,
    'companies',
    async (part) => {
      const call = read(list, part);
      calls.push(call);
      chosen = choose(calls.length);
      return call;
    },
    () => new Set(chosen),
  );
  const ids = idsOf(pages);
  assert.deepEqual(
    idsOf(calls).filter((id) => !ids.includes(id)),
    [],
    'only what is shown is read',
  );
  const rows = calls.flatMap(({ companies }) => companies).length;
  assert.ok(rows <= Math.max(200, idsOf(shown).length), 'no more rows are read than are shown');
  return { pages, ids, reads: calls.length };
}

const NEW = 2000;

test('a row that moves behind the loaded rows takes nothing of the next pages with it', async () => {
  for (const { rows, pages, place, end } of [
    { rows: 300, pages: 1, place: 150.5, end: 101 },
    { rows: 1000, pages: 3, place: 350.5, end: 300 },
  ]) {
    const list = listOf(rows);
    const moved = changed(list, { 10: place });
    const after = await refreshed(loaded(list, pages), moved);
    assert.deepEqual(after.ids, [...range(1, 9), ...range(11, end)]);
    const all = [...range(1, 9), ...range(11, Math.floor(place)), 10, ...range(Math.ceil(place), rows)];
    assert.deepEqual(idsOf(loaded(moved, 20, after.pages)), all);
  }
});

test('a row that moves behind the first ones is found once, and is where it belongs', async () => {
  const list = listOf(1000);
  const moved = changed(list, { 10: 700.5 });
  const after = await refreshed(loaded(list, 10), moved);
  assert.deepEqual(after.ids, [...range(1, 9), ...range(11, 700), 10, ...range(701, 1000)]);
  assert.equal(after.reads, 4);
  const again = await refreshed(after.pages, moved);
  assert.deepEqual(again.ids, after.ids);
  assert.equal(again.reads, 1);
});

test('a row that moves among the first ones stays where it is', async () => {
  const list = listOf(1000);
  for (const [id, place] of [
    [10, 50.5],
    [90, 0.5],
    [950, 0.5],
  ] as const) {
    const after = await refreshed(loaded(list, 10), changed(list, { [id]: place }));
    assert.deepEqual(after.ids, range(1, 1000));
    assert.equal(after.reads, 1);
  }
});

test('a new row is where it belongs, also beside one that has moved', async () => {
  const list = listOf(300);
  const changes = { 10: 50.5, [NEW]: 50.6 };
  const after = await refreshed(loaded(list, 1), changed(list, changes));
  assert.deepEqual(after.ids, [...range(1, 50), NEW, ...range(51, 100)]);
});

test('rows that still match stay when new ones come and the last one moves to the top', async () => {
  const list = listOf(1000);
  for (const rows of [100, 200, 400]) {
    const after = await refreshed(
      loaded(list, rows / PAGE_ROWS),
      changed(list, { [NEW]: 0, [rows]: 0.5, [NEW + 1]: 5.5 }),
    );
    assert.deepEqual(after.ids, [NEW, ...range(1, 5), NEW + 1, ...range(6, rows)]);
  }
});

test('a row that matches no longer disappears, and one that is kept stays', async () => {
  const list = listOf(1000);
  const shown = loaded(list, 10);
  const without = changed(list, { 10: undefined });
  const after = await refreshed(shown, without);
  assert.deepEqual(after.ids, [...range(1, 9), ...range(11, 1000)]);
  assert.equal((await refreshed(after.pages, without)).reads, 1);
  const kept = await refreshed(shown, without, [10]);
  assert.deepEqual(kept.ids, range(1, 1000));
  assert.equal(kept.reads, 1);
});

test('the last row that is loaded leaves, and the list goes on after it', async () => {
  const list = listOf(300);
  const without = changed(list, { 100: undefined });
  const after = await refreshed(loaded(list, 1), without);
  assert.deepEqual(after.ids, [...range(1, 99), 101]);
  assert.deepEqual(idsOf(loaded(without, 20, after.pages)), [...range(1, 99), ...range(101, 300)]);
  const many = changed(list, { 100: undefined, [NEW]: 0, [NEW + 1]: 99.5 });
  assert.deepEqual((await refreshed(loaded(list, 1), many)).ids, [NEW, ...range(1, 99), NEW + 1]);
  // Kept, it stays before what is new.
  assert.deepEqual((await refreshed(loaded(list, 1), without, [100])).ids, range(1, 101));
});

test('more rows than one call returns come at the same time, and none is left out', async () => {
  const list = listOf(1000);
  const many = changed(list, Object.fromEntries(range(NEW, NEW + 249).map((id) => [id, (id - NEW) / 1000])));
  const long = await refreshed(loaded(list, 3), many);
  assert.deepEqual(long.ids, [...range(NEW, NEW + 249), ...range(1, 300)]);
  const short = await refreshed(loaded(list, 1), many);
  assert.deepEqual(short.ids, range(NEW, NEW + 99));
  const all = [...range(NEW, NEW + 249), ...range(1, 1000)];
  assert.deepEqual(idsOf(loaded(many, 20, short.pages)), all);
});

test('a list of which nothing is left reads no more rows than it showed, and goes on after them', async () => {
  const others = range(NEW, NEW + 4999);
  const before = Object.fromEntries(others.map((id) => [id, (id - NEW) / 10_000]));
  const gone = (rows: number) => Object.fromEntries(range(1, rows).map((id) => [id, undefined]));
  for (const { rows, changes, reads } of [
    { rows: 300, changes: { ...gone(300), ...before }, reads: 2 },
    { rows: 201, changes: { ...gone(201), ...before }, reads: 2 },
    { rows: 300, changes: before, reads: 2 },
  ]) {
    const now = changed(listOf(rows), changes);
    const after = await refreshed(loaded(listOf(rows), 3), now);
    assert.deepEqual(after.ids, others.slice(0, rows));
    assert.equal(after.reads, reads);
    assert.deepEqual(idsOf(loaded(now, 100, after.pages)), idsOf(loaded(now, 100)));
  }
  // Those that are kept come behind them.
  const now = changed(listOf(300), { ...gone(300), ...before });
  const kept = await refreshed(loaded(listOf(300), 3), now, range(1, 300));
  assert.deepEqual(kept.ids, [...others.slice(0, 300), ...range(1, 300)]);
  assert.equal(kept.reads, 2);
});

test('a row that is missing among many new ones is not looked for beyond as many rows as are shown', async () => {
  const list = listOf(1000);
  const among = (place: (index: number) => number) =>
    changed(list, {
      10: undefined,
      ...Object.fromEntries(range(0, 4999).map((index) => [NEW + index, place(index)])),
    });
  for (const now of [
    among((index) => 500 + (index + 1) / 10_000),
    // Five behind each row.
    among((index) => Math.floor(index / 5) + 1 + ((index % 5) + 1) / 10),
  ]) {
    const after = await refreshed(loaded(list, 10), now);
    const all = inOrder(now).map(([id]) => id);
    assert.deepEqual(after.ids, all.slice(0, after.ids.length));
    assert.ok(after.ids.length >= 999 && after.ids.length <= 1000);
    assert.equal(after.reads, 5);
    assert.deepEqual(idsOf(loaded(now, 100, after.pages)), all);
  }
});

test('a row that is chosen while the list is read again stays where it is', async () => {
  const list = listOf(1000);
  const without = changed(list, { 5: undefined });
  for (const during of [1, 2, 3]) {
    const chosen = await refreshed(loaded(list, 5), without, [], (read) => (read < during ? [] : [5]));
    assert.deepEqual(chosen.ids, range(1, 500));
  }
});

test('a row that moves to the end of the part that is read takes none of those behind it with it', async () => {
  const list = listOf(1000);
  const after = await refreshed(loaded(list, 3), changed(list, { 251: 199.5 }));
  assert.deepEqual(
    after.ids.toSorted((a, b) => a - b),
    range(1, 300),
  );
});

test('kept rows at the end of what is read stay before those that come after them', () => {
  const page = { total: 7, totalIsExact: true, nextCursor: '5' };
  const rowsOf = (ids: readonly number[]) => ids.map((id) => ({ id }));
  const shown = [{ ...page, rows: rowsOf(range(1, 5)) }];
  const first = { ...page, rows: rowsOf([9, 1, 2, 3, 6]) };
  const { pages } = mergeFirst(shown, first, 'rows', new Set([4, 5]));
  assert.deepEqual(pages[0]!.rows, rowsOf([9, 1, 2, 3, 4, 5, 6]));
});

test('whatever happens to a list, no row that matches is lost', async () => {
  const id = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: NEW, max: NEW + 300 }));
  const place = fc.option(fc.integer({ min: 0, max: 600 }), { nil: undefined });
  const changes = fc
    .array(fc.tuple(id, place), { maxLength: 300 })
    // No two rows have the same place.
    .map((rows) =>
      Object.fromEntries(rows.map(([one, at]) => [one, at === undefined ? at : at + one / 10_000])),
    );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(changes, { maxLength: 3 }),
      async (pages, all) => {
        let list = listOf(500);
        let shown = loaded(list, pages);
        const still = range(1, 500).filter((one) => all.every((places) => !(one in places)));
        for (const places of all) {
          list = changed(list, places);
          const before = idsOf(shown);
          const after = await refreshed(shown, list);
          shown = after.pages;
          const ids = new Set(idsOf(loaded(list, 20, shown)));
          const lost = before.filter((each) => list.has(each) && !ids.has(each));
          assert.deepEqual(lost, []);
          const inPlace = after.ids.filter((one) => still.includes(one));
          assert.deepEqual(
            inPlace,
            inPlace.toSorted((a, b) => a - b),
          );
          if (after.ids.length > 200) continue;
          // All of it was read.
          const first = inOrder(list).slice(0, after.ids.length);
          assert.deepEqual(new Set(after.ids), new Set(first.map(([one]) => one)));
        }
      },
    ),
  );
});

test('a list that is scrolled stays with the rows that are shown, and follows none that moves alone', () => {
  const shift = (before: readonly number[], now: readonly number[]) => {
    const [old, rows] = [before, now].map((ids) => ids.map((id) => ({ id })));
    return shiftOf(old!, rows!, 4);
  };
  const rows = range(1, 10);
  assert.equal(shift(rows, rows), 0);
  assert.equal(shift(rows, [11, 12, ...rows]), 2);
  assert.equal(shift(rows, [1, 2, 4, 6, 7, 8, 9, 10]), -2);
  // Of 5 itself: beside it, away from it, and to it.
  assert.equal(shift(rows, [1, 2, 3, 4, 5, 11, 6, 7, 8, 9, 10]), 0);
  assert.equal(shift(rows, [1, 2, 3, 4, 6, 7, 8, 9, 10, 5]), -1);
  assert.equal(shift(rows, [5, 1, 2, 3, 4, 6, 7, 8, 9, 10]), 0);
  // A new row after each of the first 20: those above 5 count, and not those above 21, which has its neighbor.
  const others = range(1, 40).flatMap((id) => (id <= 20 ? [id, 100 + id] : [id]));
  assert.equal(shift(range(1, 40), others), 4);
  // It has moved alone, also between new ones: only what is beside it counts.
  const rest = others.filter((id) => id !== 5);
  assert.equal(shift(range(1, 40), [...rest, 5]), 4);
  assert.equal(shift(range(1, 40), [5, ...rest]), 5);
});
