import { type Country, loadCountries } from './gazetteer/countries.ts';
import { findCode, fittingCountries } from './gazetteer/locate.ts';
import { possibleKeys, toPlaceKey } from './gazetteer/place-names.ts';
import { centerOf, type Point } from './gazetteer/points.ts';
import { findTowns, largestOf, onlyWhole, type Spelling, type Town } from './gazetteer/towns.ts';

export interface Place {
  center: Point;
  /** Null if a whole town with several codes was found, and no other one has its name. */
  zipCode: string | null;
  /** Null if a code has several places. */
  city: string | null;
  countryId: number;
  /** The other towns that have the name. Each text finds one of them. */
  others: string[];
}

/** The place, or the towns that a name can mean if it is not clear which one. Each text finds one of them. */
type FoundPlace = { place: Place } | { choices: string[] };

const COUNTRIES = [276, 40, 756];
const SPELLINGS: readonly Spelling[] = ['exact', 'folded', 'addition'];
const CODE = /^(\d{4,5})(?:\s+(\D.*))?$/;

/**
 * Finds a place that someone has typed: a postal code, a town, or both, such as 10115, Berlin, or 10115 Berlin. Without a
 * country, it is the one in which the town has the code, or else Germany before Austria and Switzerland. A name that several
 * towns have does not become one of the next country. Undefined if the place is unknown.
 */
export function findPlace(text: string, countryId: number | undefined): FoundPlace | undefined {
  const typed = text.trim();
  const [, zipCode, named = ''] = CODE.exec(typed) ?? [];
  if (zipCode === undefined) return findByName(typed, countryId === undefined ? COUNTRIES : [countryId]);
  for (const one of countryId === undefined ? countriesOf(zipCode, named) : [countryId]) {
    const found = findByCode(zipCode, named, one) ?? findByName(named, [one]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function countriesOf(zipCode: string, city: string): readonly number[] {
  const fitting = fittingCountries(zipCode, city);
  return fitting.length > 0 ? fitting : COUNTRIES;
}

function findByCode(zipCode: string, city: string, countryId: number): FoundPlace | undefined {
  const country = loadCountries().get(countryId);
  const found = country && findCode(zipCode, city, country);
  if (found === undefined) return undefined;
  const keys = possibleKeys(city);
  const named = found.rows.filter((row) => keys.includes(toPlaceKey(row.city)));
  const rows = named.length > 0 ? named : found.rows;
  const isExact = found.precision === 'postalCode';
  const isOnly = rows.every((row) => row.city === rows[0]!.city);
  return {
    place: {
      center: centerOf(rows),
      zipCode: isExact ? zipCode : null,
      city: isExact && !isOnly ? null : rows[0]!.city || null,
      countryId,
      others: [],
    },
  };
}

/** What is written like the name in any country comes before other spellings: Längenfeld is in Austria, Langenfeld is not. */
function findByName(name: string, countryIds: readonly number[]): FoundPlace | undefined {
  const countries = countryIds.flatMap((id) => loadCountries().get(id) ?? []);
  const townsIn = (spelling: Spelling) => countries.flatMap((one) => findTowns(name, one, spelling));
  for (const spelling of SPELLINGS) {
    const towns = townsIn(spelling);
    if (towns.length === 0) continue;
    const meant = meantOf(name, towns, countries, spelling);
    // Who enters Munster can mean Münster.
    const all = spelling === 'exact' ? townsIn('folded') : towns;
    const choices = all.map(({ zipCode, city }) => `${zipCode} ${city}`);
    return meant === undefined ? { choices } : { place: toPlace(meant, choices) };
  }
  return undefined;
}

function meantOf(
  name: string,
  towns: readonly Town[],
  countries: readonly Country[],
  spelling: Spelling,
): Town | undefined {
  const { countryId } = towns[0]!;
  const inFirst = towns.filter((town) => town.countryId === countryId);
  // Linz is in Austria, although there is Linz am Rhein.
  if (!inFirst.some(({ hasWholeName }) => hasWholeName)) {
    const largest = largestOf(towns);
    if (largest?.hasWholeName) return largest;
  }
  if (inFirst.length === 1) return inFirst[0];
  // Who adds something does not mean the largest town, and has not entered the whole name of one.
  if (spelling === 'addition') return undefined;
  return largestOf(inFirst) ?? onlyWhole(name, inFirst, countries.find(({ id }) => id === countryId)!);
}

function toPlace({ center, city, zipCode, size, countryId }: Town, choices: readonly string[]): Place {
  const others = choices.filter((choice) => choice !== `${zipCode} ${city}`);
  return { center, zipCode: others.length === 0 && size > 1 ? null : zipCode, city, countryId, others };
}
