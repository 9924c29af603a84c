import { stemOf, toPlaceKey } from './place-names.ts';
import { type Row, readTable } from './table.ts';

export interface Country {
  id: number;
  digits: number;
  rows: readonly Row[];
  sharedNames: ReadonlySet<string>;
  /** The rows by key. Made by the first search for a name. */
  names?: NameIndex;
}

interface NameIndex {
  whole: ReadonlyMap<string, readonly Row[]>;
  /** By the name without its addition. Only names with one. */
  stems: ReadonlyMap<string, readonly Row[]>;
}

let countries: ReadonlyMap<number, Country> | undefined;

// About 15,000 rows in 3 MB, read for the first address instead of at startup.
export function loadCountries(): ReadonlyMap<number, Country> {
  countries ??= new Map(
    readTable().map(({ countryId, rows, sharedNames }) => [
      countryId,
      { id: countryId, digits: rows[0]!.code.length, rows, sharedNames: new Set(sharedNames) },
    ]),
  );
  return countries;
}

export function namesOf(country: Country): NameIndex {
  country.names ??= {
    whole: indexBy(country.rows, ({ city }) => toPlaceKey(city)),
    stems: indexBy(country.rows, ({ city }) => {
      const stem = stemOf(city);
      return stem === city ? '' : toPlaceKey(stem);
    }),
  };
  return country.names;
}

function indexBy(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const index = Map.groupBy(rows, keyOf);
  index.delete('');
  return index;
}

export function isCode(code: string, { digits }: Country): boolean {
  return code.length === digits && /^\d+$/.test(code);
}

/** The rows whose code starts with the prefix. The rows are sorted by code. */
export function rowsWithPrefix(prefix: string, { rows }: Country): readonly Row[] {
  const from = lowerBound(rows, prefix);
  let until = from;
  while (until < rows.length && rows[until]!.code.startsWith(prefix)) until++;
  return rows.slice(from, until);
}

function lowerBound(rows: readonly Row[], code: string): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.code < code) low = middle + 1;
    else high = middle;
  }
  return low;
}
