import { agree, toPlaceKey } from './place-names.ts';
import { centreOf, distanceKm, medianOf, type Point } from './points.ts';
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
  /** What the point is the middle of: a postal code, all codes that begin alike, or a town. */
  precision: 'postalCode' | 'prefix' | 'city';
}

interface Country {
  digits: number;
  rows: readonly Row[];
  sharedNames: ReadonlySet<string>;
  /** Filled by the first search for a name; null where the name does not tell one place. */
  towns?: Map<string, Point | null>;
}

const SHORTEST_PREFIX = 2;
// A name whose places lie farther apart than a town is wide belongs to several towns.
const TOWN_RADIUS_KM = 30;
const TOWN_SHARE = 0.9;

let countries: ReadonlyMap<number, Country> | undefined;

// Some 15,000 rows, about 3 MB, read with the first address and not with the start.
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
 * Where an address lies, as exactly as postal code and town tell: the middle of its code, else of the codes that
 * share the longest beginning of two digits at least, else of the town if its name is the only one in the country.
 * Germany, Austria and Switzerland; undefined elsewhere and where nothing fits. Without a country, code and town must
 * agree in one of the three countries and in one only.
 */
export function locate(place: Place): Location | undefined {
  const country = loadCountries().get(settleCountry(place) ?? 0);
  if (country === undefined) return undefined;
  const code = place.zipCode?.trim() ?? '';
  const town = toPlaceKey(place.city ?? '');
  return (isCode(code, country) ? locateCode(code, town, country) : undefined) ?? locateTown(town, country);
}

/**
 * The country of an address: the one it names, or else the only one of the three where its postal code exists and
 * belongs to its town.
 */
export function settleCountry({ countryId, zipCode, city }: Place): number | undefined {
  if (countryId != null) return countryId;
  const code = zipCode?.trim() ?? '';
  const town = toPlaceKey(city ?? '');
  const fitting = [...loadCountries()].filter(
    ([, country]) =>
      isCode(code, country) && rowsBelow(code, country).some((row) => agree(toPlaceKey(row.city), town)),
  );
  return fitting.length === 1 ? fitting[0]![0] : undefined;
}

function isCode(code: string, { digits }: Country): boolean {
  return code.length === digits && /^\d+$/.test(code);
}

function locateCode(code: string, town: string, country: Country): Location | undefined {
  const exact = rowsBelow(code, country);
  if (exact.length > 0) {
    // A code of several places: the one that is named, or else their middle.
    const named = exact.filter((row) => agree(toPlaceKey(row.city), town));
    return toLocation(centreOf(named.length > 0 ? named : exact), 'postalCode');
  }
  for (let digits = country.digits - 1; digits >= SHORTEST_PREFIX; digits--) {
    const rows = rowsBelow(code.slice(0, digits), country);
    if (rows.length > 0) return toLocation(centreOf(rows), 'prefix');
  }
  return undefined;
}

function locateTown(town: string, country: Country): Location | undefined {
  country.towns ??= indexTowns(country);
  const point = country.towns.get(town);
  return point == null ? undefined : toLocation(point, 'city');
}

function indexTowns({ rows, sharedNames }: Country): Map<string, Point | null> {
  const towns = new Map<string, Point | null>();
  for (const [key, own] of Map.groupBy(rows, ({ city }) => toPlaceKey(city))) {
    if (key === '') continue;
    const middle = medianOf(own);
    const near = own.filter((row) => distanceKm(row, middle) <= TOWN_RADIUS_KM);
    const isOneTown = !sharedNames.has(key) && near.length >= own.length * TOWN_SHARE;
    towns.set(key, isOneTown ? centreOf(near) : null);
  }
  return towns;
}

/** The rows whose code begins like this; they are sorted. */
function rowsBelow(prefix: string, { rows }: Country): readonly Row[] {
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
