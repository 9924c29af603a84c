import { type Country, isCode, loadCountries, namesOf, rowsWithPrefix } from './countries.ts';
import { isNamed, possibleKeys } from './place-names.ts';
import { centerOf, distanceKm, medianOf, type Point } from './points.ts';
import type { Row } from './table.ts';

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

const SHORTEST_PREFIX = 2;
export const TOWN_RADIUS_KM = 30;
// If fewer than this share of a name's places are within the radius, the name belongs to several towns.
const TOWN_SHARE = 0.9;

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
  const found = findCode(place.zipCode?.trim() ?? '', place.city ?? '', country);
  if (found !== undefined) return toLocation(centerOf(found.rows), found.precision);
  return locateTown(place.city ?? '', country);
}

/**
 * The country of an address: the given one, or else the only one of the three in which its postal code belongs to its town.
 */
export function resolveCountry({ countryId, zipCode, city }: Place): number | undefined {
  if (countryId != null) return countryId;
  const fitting = fittingCountries(zipCode?.trim() ?? '', city ?? '');
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The countries in which a postal code belongs to a town. */
export function fittingCountries(code: string, city: string): number[] {
  const keys = possibleKeys(city);
  return [...loadCountries().values()].flatMap((country) =>
    isCode(code, country) && rowsWithPrefix(code, country).some((row) => isNamed(row.city, keys))
      ? [country.id]
      : [],
  );
}

/** The places of a postal code, or else those of the town that share a prefix with it. */
export function findCode(
  code: string,
  city: string,
  country: Country,
): { rows: readonly Row[]; precision: 'postalCode' | 'prefix' } | undefined {
  if (!isCode(code, country)) return undefined;
  const exact = rowsWithPrefix(code, country);
  if (exact.length === 1) return { rows: exact, precision: 'postalCode' };
  const keys = possibleKeys(city);
  if (exact.length > 0) {
    // If a code has several places, the named one, or else all.
    const named = exact.filter((row) => isNamed(row.city, keys));
    return { rows: named.length > 0 ? named : exact, precision: 'postalCode' };
  }
  for (let digits = country.digits - 1; digits >= SHORTEST_PREFIX; digits--) {
    const rows = rowsWithPrefix(code.slice(0, digits), country).filter((row) => isNamed(row.city, keys));
    if (rows.length > 0) return { rows, precision: 'prefix' };
  }
  return undefined;
}

/** Stricter than a search for a place, because nobody sees where an address has been located. */
function locateTown(city: string, country: Country): Location | undefined {
  const keys = possibleKeys(city);
  if (keys.some((key) => country.sharedNames.has(key))) return undefined;
  const own = keys.flatMap((key) => namesOf(country).whole.get(key) ?? []);
  if (own.length === 0) return undefined;
  const middle = medianOf(own);
  const near = own.filter((row) => distanceKm(row, middle) <= TOWN_RADIUS_KM);
  return near.length >= own.length * TOWN_SHARE ? toLocation(centerOf(near), 'city') : undefined;
}

function toLocation({ latitude, longitude }: Point, precision: Location['precision']): Location {
  const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
  return { latitude: rounded(latitude), longitude: rounded(longitude), precision };
}
