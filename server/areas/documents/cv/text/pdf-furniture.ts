import { isPageNumber } from './margins.ts';
import { rowText } from './pdf-segments.ts';
import type { Row } from './segment.ts';

/** Headers and footers are within this part of the height of the text, at the top and at the bottom. */
const EDGE_SHARE = 0.09;
/** Part of the pages on which a line must recur: a title page or a last page often lacks it. */
const RECURRENCE_SHARE = 0.6;
/** A line on a single page does not recur. */
const MINIMUM_RECURRENCES = 2;

/** A footer with this says how to reach the person: a telephone number, an address. */
const CONTACT = /@|(?:\+|\b0)\d[\d ()/.-]{6,}|\b\d{4,5} \p{Lu}/u;

/**
 * Drops page numbers, and headers and footers where they recur. Lines that differ only in their numbers are the same
 * line. A header stays on the first of its pages, because it often has the name; a footer with a telephone number or an
 * address stays on the last one.
 */
export function dropFurniture(pages: readonly Row[][]): Row[][] {
  const top = Math.max(0, ...pages.flat().map((row) => row.y));
  const isAtEdge = (row: Row) => row.y < top * EDGE_SHARE || row.y > top * (1 - EDGE_SHARE);
  const keyOf = (row: Row) => `${Math.round(row.y)} ${rowText(row).replaceAll(/\d+/g, '#')}`;
  const seen = new Map<string, { count: number; first: number; last: number }>();
  for (const [page, rows] of pages.entries())
    for (const key of new Set(rows.map(keyOf))) {
      const { count, first } = seen.get(key) ?? { count: 0, first: page };
      seen.set(key, { count: count + 1, first, last: page });
    }
  const pagesWithText = pages.filter((rows) => rows.length > 0).length;
  const minimum = Math.max(MINIMUM_RECURRENCES, pagesWithText * RECURRENCE_SHARE);
  const isKept = (row: Row, page: number) => {
    if (!isAtEdge(row)) return true;
    if (isPageNumber(rowText(row))) return false;
    const { count, first, last } = seen.get(keyOf(row))!;
    if (count < minimum) return true;
    return row.y > top / 2 ? page === first : page === last && CONTACT.test(rowText(row));
  };
  return pages.map((rows, page) => rows.filter((row) => isKept(row, page)));
}
