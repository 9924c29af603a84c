import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeRows } from '../core/live/merge-rows.ts';
import { readFirst } from '../core/live/read-first.ts';

const PAGE_ROWS = 50;
const FIRST_ROWS = 200;

const pageOf = (ids: readonly number[], start: number, rows: number) => ({
  companies: ids.slice(start, start + rows).map((id) => ({ id })),
  total: ids.length,
  totalIsExact: true,
  nextCursor: start + rows < ids.length ? String(start + rows) : null,
});

/** What is shown of a list whose first rows were loaded, after it has become another one, and how often that was read. */
async function refreshed(before: readonly number[], loaded: number, after: readonly number[]) {
  const starts = Array.from({ length: loaded / PAGE_ROWS }, (_, index) => index * PAGE_ROWS);
  const shown = {
    pages: starts.map((start) => pageOf(before, start, PAGE_ROWS)),
  };
  let reads = 0;
  const first = await readFirst(shown, 'companies', async (cursor = '0') => {
    reads++;
    return pageOf(after, Number(cursor), FIRST_ROWS);
  });
  const rows = mergeRows(
    { pages: shown.pages.map(({ companies }) => companies), hasMore: loaded < before.length },
    { rows: first.companies, hasMore: first.nextCursor !== null },
  );
  return { ids: rows.flat().map(({ id }) => id), reads };
}

const all = Array.from({ length: 300 }, (_, index) => index + 1);
const without = (ids: readonly number[], id: number) => ids.filter((each) => each !== id);

test('a row that moves behind the first ones stays in a list that is loaded so far', async () => {
  const moved = without(all, 10).toSpliced(249, 0, 10);
  const { ids, reads } = await refreshed(all, 300, moved);
  assert.equal(reads, 2);
  assert.deepEqual(
    [...ids].sort((a, b) => a - b),
    all,
  );
  assert.ok((await refreshed(all, 250, moved)).ids.includes(10));
});

test('a row that matches no longer disappears, wherever it was', async () => {
  for (const id of [10, 250]) {
    const { ids } = await refreshed(all, 300, without(all, id));
    assert.equal(ids.includes(10), id !== 10, String(id));
  }
  assert.equal((await refreshed(all, 300, all)).reads, 1);
});
