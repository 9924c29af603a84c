import { namesMatch, toPlaceKey } from './place-names.ts';
import { centerOf, distanceKm, medianOf, type Point } from './points.ts';
import { type CountryTable, type Row, readTable } from './table.ts';

interface Place {
  countryId?: number | null;
  zipCode?: string | null;
  city?: string | null;
}

interface Location {
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
  /** The point is the center of a postal code, of a town's codes with the same prefix, or of a town. */
  precision: 'postalCode' | 'prefix' | 'city';
}

interface Country {
  digits: number;
  rows: readonly Row[];
  sharedNames: ReadonlySet<string>;
  /** Filled by the first search for a name. null if a name is ambiguous. */
  towns?: Map<string, Point | null>;
}

const SHORTEST_PREFIX = 2;
// If fewer than this share of a name's places are within this radius, the name belongs to several towns.
const TOWN_RADIUS_KM = 30;
const TOWN_SHARE = 0.9;

let countries: ReadonlyMap<number, Country> | undefined;

// About 15,000 rows in 3 MB, read for the first address instead of at startup.
function loadCountries(): ReadonlyMap<number, Country> {
  countries ??= new Map(
    readTable().map(({ countryId, rows, sharedNames }: CountryTable) => [
      countryId,
      { digits: rows[0]!.code.length, rows, sharedNames: new Set(sharedNames) },
    ]),
  );
  return countries;
}

/**
 * Locates an address in Germany, Austria, or Switzerland. Returns the center of its postal code. If the code is unknown,
 * returns the center of the town's codes with the longest common prefix of at least two digits, or else of the town if its
 * name is unique in the country. Returns undefined for other countries, and if both the code and the town are unknown: a
 * code's first digits alone would move an address by a hundred kilometers. Without a country, the code and the town must
 * match in exactly one of the three countries.
 */
export function locate(place: Place): Location | undefined {
  const country = loadCountries().get(resolveCountry(place) ?? 0);
  if (country === undefined) return undefined;
  const code = place.zipCode?.trim() ?? '';
  const city = place.city ?? '';
  return (isCode(code, country) ? locateCode(code, city, country) : undefined) ?? locateTown(city, country);
}

/**
 * The country of an address: the given one, or else the only one of the three in which its postal code belongs to its town.
 */
export function resolveCountry({ countryId, zipCode, city }: Place): number | undefined {
  if (countryId != null) return countryId;
  const code = zipCode?.trim() ?? '';
  const town = toPlaceKey(city ?? '');
  const fitting = [...loadCountries()].filter(
    ([, country]) =>
      isCode(code, country) &&
      rowsWithPrefix(code, country).some((row) => namesMatch(toPlaceKey(row.city), town)),
  );
  return fitting.length === 1 ? fitting[0]![0] : undefined;
}

function isCode(code: string, { digits }: Country): boolean {
  return code.length === digits && /^\d+$/.test(code);
}

function locateCode(code: string, city: string, country: Country): Location | undefined {
  const exact = rowsWithPrefix(code, country);
  if (exact.length === 1) return toLocation(centerOf(exact), 'postalCode');
  const town = toPlaceKey(city);
  if (exact.length > 0) {
    // If a code has several places, the named one, or else the center of all.
    const named = exact.filter((row) => namesMatch(toPlaceKey(row.city), town));
    return toLocation(centerOf(named.length > 0 ? named : exact), 'postalCode');
  }
  for (let digits = country.digits - 1; digits >= SHORTEST_PREFIX; digits--) {
    const rows = rowsWithPrefix(code.slice(0, digits), country).filter((row) =>
      namesMatch(toPlaceKey(row.city), town),
    );
    if (rows.length > 0) return toLocation(centerOf(rows), 'prefix');
  }
  return undefined;
}

function locateTown(city: string, country: Country): Location | undefined {
  country.towns ??= indexTowns(country);
  const point = country.towns.get(toPlaceKey(city));
  return point == null ? undefined : toLocation(point, 'city');
}

function indexTowns({ rows, sharedNames }: Country): Map<string, Point | null> {
  const towns = new Map<string, Point | null>();
  for (const [key, own] of Map.groupBy(rows, ({ city }) => toPlaceKey(city))) {
    if (key === '') continue;
    const middle = medianOf(own);
    const near = own.filter((row) => distanceKm(row, middle) <= TOWN_RADIUS_KM);
    const isOneTown = !sharedNames.has(key) && near.length >= own.length * TOWN_SHARE;
    towns.set(key, isOneTown ? centerOf(near) : null);
  }
  return towns;
}

/** The rows whose code starts with the prefix. The rows are sorted by code. */
function rowsWithPrefix(prefix: string, { rows }: Country): readonly Row[] {
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

function toLocation({ latitude, longitude }: Point, precision: Location['precision']): Location {
  const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
  return { latitude: rounded(latitude), longitude: rounded(longitude), precision };
}
