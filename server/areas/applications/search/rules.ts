import { invalid } from '../../../core/http/index.ts';
import { INT32_MAXIMUM } from '../../../core/http/schema.ts';

export type SortKey = 'appliedAtUtc' | 'stageChangedAtUtc';
export type Order = 'asc' | 'desc';

/** The last application of a page. The next page begins after it. */
export interface Position {
  /** ISO 8601 in UTC with microseconds, the precision of the column. */
  at: string;
  id: number;
}

const CURSOR_PATTERN =
  /^1\.(appliedAtUtc|stageChangedAtUtc)\.(asc|desc)\.(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)\.(\d{1,10})$/;

export function formatCursor(sort: SortKey, order: Order, { at, id }: Position): string {
  return Buffer.from(`1.${sort}.${order}.${at}.${id}`).toString('base64url');
}

/** Throws a 400 if the text is not a cursor of a page with this sort and order. */
export function parseCursor(cursor: string, sort: SortKey, order: Order): Position {
  const [, ownSort, ownOrder, at, id] =
    CURSOR_PATTERN.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (ownSort === sort && ownOrder === order && isInstant(at!) && Number(id) <= INT32_MAXIMUM) {
    return { at: at!, id: Number(id) };
  }
  throw invalid({
    property: 'cursor',
    code: 'format',
    message: 'cursor must be an unchanged nextCursor of this operation, with the same sort and order.',
  });
}

/** PostgreSQL rejects dates that do not exist, such as February 30. */
function isInstant(at: string): boolean {
  const milliseconds = Date.parse(at);
  if (Number.isNaN(milliseconds)) return false;
  return at.startsWith('0000')
    ? false
    : new Date(milliseconds).toISOString().slice(0, 19) === at.slice(0, 19);
}
