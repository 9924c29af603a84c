import { readFileSync } from 'node:fs';
import type { Point } from './points.ts';

/** One place below a postal code; a code of several places has several rows. */
export interface Row extends Point {
  code: string;
  /** As the source writes it; empty where the source has none. */
  city: string;
}

export interface CountryTable {
  /** ISO 3166-1 numeric, as the id of the country. */
  countryId: number;
  /** Sorted by code. */
  rows: Row[];
  /** Keys of place names that more than one place of the country has, beyond what the rows show themselves. */
  sharedNames: string[];
}

export const TABLE_URL = new URL('postal-codes.txt', import.meta.url);

// A ten-thousandth of a degree is eleven metres, far below what the sources are exact to.
const DECIMALS = 4;

/**
 * The table as text: `country ID`, then `=NAME` for each shared name, then a row of code, latitude, longitude and
 * city between tabs. A city is left out when the row before has the same.
 */
export function formatTable(countries: readonly CountryTable[]): string {
  const lines: string[] = [];
  for (const { countryId, rows, sharedNames } of countries) {
    lines.push(`country ${countryId}`, ...sharedNames.map((name) => `=${name}`));
    let before: string | undefined;
    for (const { code, latitude, longitude, city } of rows) {
      const columns = [code, latitude.toFixed(DECIMALS), longitude.toFixed(DECIMALS)];
      lines.push((city === before ? columns : [...columns, city]).join('\t'));
      before = city;
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Reads what `formatTable` has written. */
function parseTable(text: string): CountryTable[] {
  const countries: CountryTable[] = [];
  for (const line of text.split(/\r?\n/)) {
    const country = countries.at(-1);
    if (line.startsWith('country ')) {
      countries.push({ countryId: Number(line.slice('country '.length)), rows: [], sharedNames: [] });
    } else if (line.startsWith('=')) {
      country!.sharedNames.push(line.slice(1));
    } else if (line !== '') {
      const [code, latitude, longitude, city] = line.split('\t');
      country!.rows.push({
        code: code!,
        latitude: Number(latitude),
        longitude: Number(longitude),
        city: city ?? country!.rows.at(-1)!.city,
      });
    }
  }
  return countries;
}

export function readTable(): CountryTable[] {
  return parseTable(readFileSync(TABLE_URL, 'utf8'));
}
