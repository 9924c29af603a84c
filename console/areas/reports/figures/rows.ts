import type { FigureName, ReportRow } from '../../../core/api/records.ts';
import type { ReportsSearch } from '../../../core/paths.ts';
import type { Kind } from './kinds.ts';

/** A row with what the table shows of it. */
export interface NamedRow extends ReportRow {
  name: string;
  /** The branch of a job ad, or the kind of requests. */
  group: string;
}

export type Sort = NonNullable<ReportsSearch['sort']>;
export type Order = NonNullable<ReportsSearch['order']>;

/** Names begin with A, numbers with the largest one. */
export const usualOrder = (sort: Sort): Order => (sort === 'name' || sort === 'group' ? 'asc' : 'desc');

/** Rows without a value come last in both orders. */
export function sortRows(
  rows: readonly NamedRow[],
  sort: Sort,
  order: Order,
  language: string,
): readonly NamedRow[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const byName = (first: NamedRow, second: NamedRow) =>
    compare(first.name, second.name) ||
    compare(first.group, second.group) ||
    (first.id ?? 0) - (second.id ?? 0);
  const sign = order === 'asc' ? 1 : -1;
  return rows.toSorted((first, second) => {
    if (sort === 'name' || sort === 'group')
      return sign * compare(first[sort], second[sort]) || byName(first, second);
    const [one, other] = [first.figures[sort], second.figures[sort]];
    if (one == null || other == null)
      return Number(one == null) - Number(other == null) || byName(first, second);
    return sign * (one - other) || byName(first, second);
  });
}

const sumOf = (rows: readonly ReportRow[], name: FigureName): number =>
  rows.reduce((sum, { figures }) => sum + (figures[name] ?? 0), 0);

/**
 * The figure of all rows together. Undefined where adding is wrong: an average of averages, and the published days of channels,
 * because a job ad counts for each of its channels.
 */
export function totalOf(kind: Kind, name: FigureName, rows: readonly ReportRow[]): number | null | undefined {
  if (name === 'averageDaysToFill' || (name === 'publishedDays' && kind === 'channels')) return undefined;
  if (name !== 'conversionRate') return sumOf(rows, name);
  const views = sumOf(rows, 'views');
  return views === 0 ? null : sumOf(rows, 'applications') / views;
}

/** The rows with the largest figures, at most so many, largest first. Those without one, or with 0, are left out. */
export function largest(rows: readonly NamedRow[], name: FigureName, count: number, language: string) {
  return sortRows(rows, name, 'desc', language)
    .slice(0, count)
    .filter(({ figures }) => (figures[name] ?? 0) > 0);
}
