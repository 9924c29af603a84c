import { type Row, rowText } from './pdf-segments.ts';

/** Headers and footers are within this part of the height of the text, at the top and at the bottom. */
const EDGE_SHARE = 0.09;
/** Part of the pages on which a line must recur: a title page or a last page often lacks it. */
const RECURRENCE_SHARE = 0.6;
/** A line on a single page does not recur. */
const MINIMUM_RECURRENCES = 2;

const PAGE_NUMBER = /^(?:seite|page|s\.)?\s*\d{1,2}\s*(?:(?:von|of|\/)\s*\d{1,2})?$/i;

/** Drops headers, footers and page numbers. Lines that differ only in their numbers are the same line. */
export function dropFurniture(pages: readonly Row[][]): Row[][] {
  const top = Math.max(0, ...pages.flat().map((row) => row.y));
  const isAtEdge = (row: Row) => row.y < top * EDGE_SHARE || row.y > top * (1 - EDGE_SHARE);
  const keyOf = (row: Row) => `${Math.round(row.y)} ${rowText(row).replaceAll(/\d+/g, '#')}`;
  const seen = new Map<string, number>();
  for (const rows of pages)
    for (const key of new Set(rows.map(keyOf))) seen.set(key, (seen.get(key) ?? 0) + 1);
  const pagesWithText = pages.filter((rows) => rows.length > 0).length;
  const recurs = (row: Row) =>
    pagesWithText >= MINIMUM_RECURRENCES &&
    (seen.get(keyOf(row)) ?? 0) >= Math.max(MINIMUM_RECURRENCES, pagesWithText * RECURRENCE_SHARE);
  const kept = pages.map((rows) =>
    rows.filter((row) => !isAtEdge(row) || !(PAGE_NUMBER.test(rowText(row)) || recurs(row))),
  );
  // When everything recurs, for example in two copies of one page, it is the text and not furniture.
  return kept.some((rows) => rows.length > 0) ? kept : [...pages];
}
