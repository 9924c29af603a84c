import { readFileSync, writeFileSync } from 'node:fs';
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import countriesDe from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import countriesEn from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import nationalitiesDe from 'i18n-nationality/langs/de.json' with { type: 'json' };
import nationalitiesEn from 'i18n-nationality/langs/en.json' with { type: 'json' };
import { iso31662 } from 'iso-3166';
import { type Catalog, type CatalogEntry, catalogUrl, formatCatalog } from '../catalogs.ts';
import {
  countryNamesDe,
  countryNamesEn,
  federalStateNamesDe,
  federalStateNamesEn,
  nationalityNamesDe,
  nationalityNamesEn,
} from './name-corrections.ts';

type PackageNames = Readonly<Record<string, string | string[]>>;

// ISO 3166-1 leaves the numeric codes 900 to 999 to its users.
const unknownNationalityId = 997;
const statelessNationalityId = 998;

const countryIdByAlpha2 = new Map(codes.map(([alpha2, , numeric]) => [alpha2!, Number(numeric)]));

function nameOf(code: string, corrections: Readonly<Record<string, string>>, names: PackageNames): string {
  const found = corrections[code] ?? names[code];
  const name = Array.isArray(found) ? found[0] : found;
  if (!name) throw new Error(`${code} has no name. Add one to name-corrections.ts.`);
  return name;
}

function buildCountries(): Catalog {
  const entries = codes.map(
    ([alpha2, alpha3, numeric]): CatalogEntry => ({
      id: Number(numeric),
      nameEn: nameOf(alpha2!, countryNamesEn, countriesEn.countries),
      nameDe: nameOf(alpha2!, countryNamesDe, countriesDe.countries),
      attributes: { alpha2: alpha2!, alpha3: alpha3! },
    }),
  );
  return { list: 'countries', owner: 'shared', entries };
}

function buildNationalities(): Catalog {
  const entries = Object.keys(nationalitiesEn.nationalities).map((alpha2): CatalogEntry => {
    const id = countryIdByAlpha2.get(alpha2);
    if (id === undefined) throw new Error(`The nationality ${alpha2} does not belong to a country.`);
    return {
      id,
      nameEn: nameOf(alpha2, nationalityNamesEn, nationalitiesEn.nationalities),
      nameDe: nameOf(alpha2, nationalityNamesDe, nationalitiesDe.nationalities),
    };
  });
  entries.push(
    { id: unknownNationalityId, nameEn: 'Unknown', nameDe: 'Unbekannt' },
    { id: statelessNationalityId, nameEn: 'Stateless', nameDe: 'Staatenlos' },
  );
  return { list: 'nationalities', owner: 'shared', entries };
}

function buildFederalStates(): Catalog {
  const entries = ['AT', 'CH', 'DE'].flatMap((alpha2) => {
    const countryId = countryIdByAlpha2.get(alpha2)!;
    const states = iso31662.filter((subdivision) => subdivision.parent === alpha2);
    // Compared by code unit instead of locale, so that every machine assigns the same ids.
    states.sort((left, right) => (left.code < right.code ? -1 : 1));
    return states.map(
      ({ code, name }, index): CatalogEntry => ({
        id: countryId * 100 + index + 1,
        nameEn: federalStateNamesEn[code] ?? name,
        nameDe: federalStateNamesDe[code] ?? name,
        attributes: { code, countryId },
      }),
    );
  });
  return { list: 'federalstates', owner: 'shared', entries };
}

function readCommitted(url: URL): string {
  try {
    return readFileSync(url, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/**
 * Writes the derived catalogs. With `--check`, only compares them and exits with 1 if a committed file differs. Integrators
 * store released ids, so review the diff before you commit it, especially after a package update.
 */
function main(isCheck: boolean): void {
  for (const catalog of [buildCountries(), buildNationalities(), buildFederalStates()]) {
    const url = catalogUrl(catalog.list);
    const expected = formatCatalog(catalog);
    if (readCommitted(url) === expected) continue;
    if (isCheck) {
      console.error(
        `catalogs/${catalog.list}.json differs from its sources. Run: node server/areas/masterdata/catalogs/build.ts`,
      );
      process.exitCode = 1;
    } else {
      writeFileSync(url, expected);
      console.log(`Wrote catalogs/${catalog.list}.json with ${catalog.entries.length} entries`);
    }
  }
}

main(process.argv.includes('--check'));
