import { type RawBuilder, sql } from 'kysely';
import { exactTime } from '../../core/db/clock.ts';
import type { Position, Sorting } from '../../core/http/page-position.ts';

// SQL for the order of a list, and for its continuation after a position.

/** What a list is sorted by: a rank, a moment, a day, or a text as it is compared. */
type KeyKind = 'rank' | 'time' | 'day' | 'text';

const TYPES: Readonly<Record<KeyKind, RawBuilder<unknown>>> = {
  rank: sql`int`,
  time: sql`timestamptz`,
  day: sql`date`,
  text: sql`text COLLATE "C"`,
};

/** An order with the kind of its key. */
export interface ListOrder {
  kind: KeyKind;
  order: Sorting<string>['order'];
}

/** SQL for the key as a cursor has it. */
export function keyText({ kind }: ListOrder, key: RawBuilder<unknown>): RawBuilder<unknown> {
  if (kind === 'text') return key;
  return kind === 'time' ? exactTime(key) : sql`${key}::text`;
}

/** SQL for what follows ORDER BY. */
export function orderBy(
  list: ListOrder,
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const direction = list.order === 'asc' ? sql`ASC` : sql`DESC`;
  // Of equally relevant records, the newest comes first. All other lists have one direction, which an index has too.
  return sql`${key} ${direction}, ${id} ${list.kind === 'rank' ? sql`DESC` : direction}`;
}

/** SQL condition: the record comes after the position. */
export function isAfter(
  { kind, order }: ListOrder,
  position: Position,
  key: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [afterKey, afterId] = [sql`${position.key}::${TYPES[kind]}`, sql`${position.id}::int`];
  if (kind === 'rank') return sql`(${key} > ${afterKey} OR (${key} = ${afterKey} AND ${id} < ${afterId}))`;
  return sql`(${key}, ${id}) ${order === 'asc' ? sql`>` : sql`<`} (${afterKey}, ${afterId})`;
}
