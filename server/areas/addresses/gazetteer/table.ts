import { readFileSync } from 'node:fs';
import type { Point } from './points.ts';

/** One place of a postal code. A code with several places has several rows. */
export interface Row extends Point {
  code: string;
  /** As spelled in the source. Empty if the source has no name. */
  city: string;
}

export interface CountryTable {
  /** ISO 3166-1 numeric. */
  countryId: number;
  /** Sorted by code. */
  rows: Row[];
  /** Keys of place names that occur more than once in the country, in addition to those that the rows show. */
  sharedNames: string[];
}

export const TABLE_URL = new URL('postal-codes.txt', import.meta.url);

// A ten-thousandth of a degree is 11 meters, far more precise than the sources.
const DECIMALS = 4;

/**
 * Formats the table as text: `country ID`, then `=NAME` for each shared name, then a row for each place with code, latitude,
 * longitude, and city, separated by tabs. The city is omitted if it is the same as in the previous row.
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

/** Parses the output of `formatTable`. */
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
