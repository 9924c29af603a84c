import type { Updateable } from 'kysely';
import type { DB } from '../../../core/db/generated/database.ts';
import { columnsOf, propertyNamesOf } from '../../../core/db/partial-change.ts';
import { ADDRESS_PROPERTIES } from '../../addresses/index.ts';
import { COLUMNS, type Column } from './fields.ts';
import { toCanonicalEmail, toCheckedE164, toEmailMatch, toNameMatch } from './rules.ts';
import type { CandidateChangeBody } from './schema.ts';

export type CandidateColumns = Pick<Updateable<DB['candidate']>, Column>;

/** Maps the properties of a body to columns. A missing property has no column. Null for a sub-object clears its columns. */
export const toColumns: (body: CandidateChangeBody) => CandidateColumns =
  columnsOf<CandidateColumns>(COLUMNS);

const MATCHING_COLUMNS = [
  'email_match',
  'email_canonical',
  'phone_e164',
  'mobile_e164',
  'first_name_sound',
  'last_name_sound',
] as const;

const namesOf = propertyNamesOf({ ...COLUMNS, ...ADDRESS_PROPERTIES });

/** Returns the names of the properties of these columns. The columns for matching have none. */
export function propertiesOf(columns: object): readonly string[] {
  const isProperty = ([column]: [string, unknown]) =>
    !(MATCHING_COLUMNS as readonly string[]).includes(column);
  return namesOf(Object.fromEntries(Object.entries(columns).filter(isProperty)));
}

export type MatchingColumns = Pick<Updateable<DB['candidate']>, (typeof MATCHING_COLUMNS)[number]>;

/** The columns that a request can set, directly or by what is derived from its values. */
export const SET_COLUMNS: readonly string[] = [
  ...Object.values(COLUMNS),
  ...MATCHING_COLUMNS,
  ...Object.values(ADDRESS_PROPERTIES),
];

/**
 * The normalized values by which candidates are matched. A missing value has none. `contact` is the object that the numbers were
 * in when they were checked.
 */
export function matchingColumns(
  columns: { email?: unknown; phone?: unknown; mobile?: unknown; first_name?: unknown; last_name?: unknown },
  contact?: object | null,
): MatchingColumns {
  const toNumber = (text: string) => toCheckedE164(contact, text);
  const normalized: MatchingColumns = {};
  const add = (value: unknown, column: keyof MatchingColumns, normalize: (text: string) => string | null) => {
    if (value !== undefined) normalized[column] = typeof value === 'string' ? normalize(value) : null;
  };
  add(columns.email, 'email_match', toEmailMatch);
  add(columns.email, 'email_canonical', toCanonicalEmail);
  add(columns.phone, 'phone_e164', toNumber);
  add(columns.mobile, 'mobile_e164', toNumber);
  add(columns.first_name, 'first_name_sound', toNameMatch);
  add(columns.last_name, 'last_name_sound', toNameMatch);
  return normalized;
}
