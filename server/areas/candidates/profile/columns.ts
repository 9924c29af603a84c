import type { Updateable } from 'kysely';
import type { DB } from '../../../core/db/generated/database.ts';
import { columnsOf } from '../../../core/db/partial-change.ts';
import { COLUMNS, type Column } from './fields.ts';
import { toCanonicalEmail, toE164, toEmailMatch, toSound } from './rules.ts';
import type { CandidateChangeBody } from './schema.ts';

export type CandidateColumns = Pick<Updateable<DB['candidate']>, Column>;

/** Columns of the properties a body sends: a property it leaves out is left out, a sub-object set to null clears its fields. */
export const toColumns: (body: CandidateChangeBody) => CandidateColumns =
  columnsOf<CandidateColumns>(COLUMNS);

const MATCHING = [
  'email_match',
  'email_canonical',
  'phone_e164',
  'mobile_e164',
  'first_name_sound',
  'last_name_sound',
] as const;

export type MatchingColumns = Pick<Updateable<DB['candidate']>, (typeof MATCHING)[number]>;

/**
 * Null for every column that a body may leave empty. Creating writes them all, so that it is one statement text, parsed
 * and planned once per connection.
 */
export const EMPTY: CandidateColumns & MatchingColumns = Object.fromEntries(
  [...Object.values(COLUMNS), ...MATCHING]
    .filter((column) => column !== 'first_name' && column !== 'last_name')
    .map((column) => [column, null]),
);

/** The forms for matching that go with these values, for the values that are there. */
export function matchingColumns(columns: {
  email?: unknown;
  phone?: unknown;
  mobile?: unknown;
  first_name?: unknown;
  last_name?: unknown;
}): MatchingColumns {
  const forms: MatchingColumns = {};
  const form = (value: unknown, column: keyof MatchingColumns, to: (text: string) => string | null) => {
    if (value !== undefined) forms[column] = typeof value === 'string' ? to(value) : null;
  };
  form(columns.email, 'email_match', toEmailMatch);
  form(columns.email, 'email_canonical', toCanonicalEmail);
  form(columns.phone, 'phone_e164', toE164);
  form(columns.mobile, 'mobile_e164', toE164);
  form(columns.first_name, 'first_name_sound', toSound);
  form(columns.last_name, 'last_name_sound', toSound);
  return forms;
}
