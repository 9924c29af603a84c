import { readFileSync } from 'node:fs';

/** The 20 built-in lists, in the order in which the interface names them. */
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
 * One row of a list. `id` is a positive int32 and never changes its meaning once released, because integrators
 * store it. `attributes` carries what differs from list to list (codes, ranks, keys).
 */
export type CatalogEntry = {
  id: number;
  nameEn: string;
  nameDe: string;
  attributes?: Record<string, string | number | boolean>;
};

/**
 * `shared` lists are the same for every tenant; the rows of `tenant` lists are only the defaults that are copied
 * into a new tenant, which may change them afterwards.
 */
export type Catalog = {
  list: CatalogList;
  owner: 'shared' | 'tenant';
  entries: CatalogEntry[];
};

export function catalogUrl(list: CatalogList): URL {
  return new URL(`./catalogs/${list}.json`, import.meta.url);
}

/** Reads one built-in list from disk, synchronously; throws when the file is missing or is not JSON. */
export function readCatalog(list: CatalogList): Catalog {
  return JSON.parse(readFileSync(catalogUrl(list), 'utf8')) as Catalog;
}

/**
 * The committed form of a catalog: sorted by id, one entry a line, so that a changed name is one changed line in a
 * diff. Ends with a line feed.
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
