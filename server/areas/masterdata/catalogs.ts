import { readFileSync } from 'node:fs';

/** The 20 built-in lists, in the order of the integration API. */
export const catalogLists = [
  'nationalities',
  'driverslicenses',
  'languages',
  'languagelevels',
  'genders',
  'salutations',
  'countries',
  'federalstates',
  'levels',
  'professions',
  'qualifications',
  'channels',
  'sourcesofsupply',
  'documentcategories',
  'communicationtypes',
  'candidatestatus',
  'customerstatus',
  'contractstatus',
  'requeststatus',
  'industries',
] as const;

export type CatalogList = (typeof catalogLists)[number];

/**
 * One entry of a list. `id` is a positive int32. Once released, it never changes its meaning, because integrators store it.
 * `attributes` contains the fields that only some lists have (codes, ranks, keys).
 */
export type CatalogEntry = {
  id: number;
  nameEn: string;
  nameDe: string;
  attributes?: Record<string, string | number | boolean>;
};

/**
 * `shared` lists are the same for every tenant. The entries of `tenant` lists are defaults. They are copied into a new tenant,
 * which can change them.
 */
export type Catalog = {
  list: CatalogList;
  owner: 'shared' | 'tenant';
  entries: CatalogEntry[];
};

export function catalogUrl(list: CatalogList): URL {
  return new URL(`./catalogs/${list}.json`, import.meta.url);
}

/** Reads one built-in list from disk, synchronously. Throws if the file is missing or is not JSON. */
export function readCatalog(list: CatalogList): Catalog {
  return JSON.parse(readFileSync(catalogUrl(list), 'utf8')) as Catalog;
}

/**
 * Formats a catalog for its file: sorted by id, with one entry per line, so that a changed name is one changed line in a diff.
 */
export function formatCatalog(catalog: Catalog): string {
  const entries = catalog.entries
    .toSorted((left, right) => left.id - right.id)
    .map((entry) => `    ${formatInline(entry)}`);
  return [
    '{',
    `  "list": ${JSON.stringify(catalog.list)},`,
    `  "owner": ${JSON.stringify(catalog.owner)},`,
    '  "entries": [',
    entries.join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
}

function formatInline(value: object | string | number | boolean): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}: ${formatInline(member)}`);
  return `{ ${members.join(', ')} }`;
}
