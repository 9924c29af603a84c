import { type Country, namesOf } from './countries.ts';
import { TOWN_RADIUS_KM } from './locate.ts';
import { hasAdditionOf, possibleKeys, spellingOf, stemOf, toPlaceKey } from './place-names.ts';
import { centerOf, distanceKm, medianOf, type Point } from './points.ts';
import type { Row } from './table.ts';

/** A town that a name can mean. */
export interface Town {
  countryId: number;
  city: string;
  /** The code in its middle. */
  zipCode: string;
  /** The number of its codes. */
  size: number;
  center: Point;
  /** Whether it has the name without an addition. */
  hasWholeName: boolean;
}

/** How a name is written: as in the table, in another spelling, or with another addition or a part of it. */
export type Spelling = 'exact' | 'folded' | 'addition';

// A town is meant without its addition if it has at least so many times the codes of all others with the name.
const LARGER_TIMES = 3;

/** The towns of a country that a name without a postal code can mean, the largest first. */
export function findTowns(name: string, country: Country, spelling: Spelling): Town[] {
  const keys = possibleKeys(name);
  const rowsByCity = Map.groupBy(
    rowsOf(spelling === 'addition' ? stemOf(name) : name, country),
    ({ city }) => city,
  );
  const towns = citiesNamed(name, [...rowsByCity.keys()], spelling)
    .flatMap((city) => splitNamesakes(rowsByCity.get(city)!))
    .map((rows) => toTown(rows, country, keys));
  return towns.sort((one, other) => other.size - one.size || (one.zipCode < other.zipCode ? -1 : 1));
}

/** The town that is so much larger than all others with the name that it is meant. */
export function largestOf(towns: readonly Town[]): Town | undefined {
  const total = towns.reduce((sum, { size }) => sum + size, 0);
  return towns.find(({ size }) => size >= LARGER_TIMES * (total - size));
}

/** The only town whose whole name this is, unless villages in the country have it too. */
export function onlyWhole(name: string, towns: readonly Town[], { sharedNames }: Country): Town | undefined {
  if (possibleKeys(name).some((key) => sharedNames.has(key))) return undefined;
  const whole = towns.filter(({ hasWholeName }) => hasWholeName);
  return whole.length === 1 ? whole[0] : undefined;
}

function rowsOf(name: string, country: Country): readonly Row[] {
  const { whole, stems } = namesOf(country);
  return possibleKeys(name).flatMap((key) => [...(whole.get(key) ?? []), ...(stems.get(key) ?? [])]);
}

/** Of the names that fold to the same key, those that are written like this one. */
function citiesNamed(name: string, cities: readonly string[], spelling: Spelling): readonly string[] {
  if (spelling === 'folded') return cities;
  if (spelling === 'exact') {
    const exact = spellingOf(name);
    return cities.filter((city) => spellingOf(city) === exact || spellingOf(stemOf(city)) === exact);
  }
  if (stemOf(name) === name) return [];
  const named = cities.filter((city) => hasAdditionOf(name, city));
  // Hamm (Westfalen) is just Hamm in the table.
  return named.length > 0 ? named : cities.filter((city) => stemOf(city) === city);
}

/** The rows of each town with the same name. */
function splitNamesakes(rows: readonly Row[]): Row[][] {
  const towns: Row[][] = [];
  for (let rest = rows; rest.length > 0; ) {
    const around = (center: Point) => rest.filter((row) => distanceKm(row, center) <= TOWN_RADIUS_KM);
    const own = around(medianOf(rest));
    // The median of two towns can be between them.
    const town = own.length > 0 ? own : around(rest[0]!);
    towns.push(town);
    rest = rest.filter((row) => !town.includes(row));
  }
  return towns;
}

function toTown(rows: readonly Row[], { id }: Country, keys: readonly string[]): Town {
  const center = centerOf(rows);
  const distances = rows.map((row) => distanceKm(row, center));
  const { city, code } = rows[distances.indexOf(Math.min(...distances))]!;
  const size = new Set(rows.map((row) => row.code)).size;
  return { countryId: id, city, zipCode: code, size, center, hasWholeName: keys.includes(toPlaceKey(city)) };
}
