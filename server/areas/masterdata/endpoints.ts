import {
  type AnyEndpoint,
  defineEndpoint,
  type Language,
  NOT_MODIFIED,
  RawJson,
  type ReadInput,
  taggedJson,
} from '../../core/http/index.ts';
import { foldCase } from '../../core/text/name-form.ts';
import { type CatalogList, catalogLists, readCatalog } from './catalogs.ts';
import { type EntryRow, lookUpTenantList } from './queries.ts';
import { ListQuery, listResponseSchema } from './schema.ts';
import { listResponse, peekSharedList, sharedList, toEntry } from './shared-lists.ts';

const MASTER_DATA_CACHE = 'private, max-age=86400';

const TITLES: Record<CatalogList, string> = {
  nationalities: 'nationalities',
  driverslicenses: "driver's licenses",
  languages: 'languages',
  languagelevels: 'language levels',
  genders: 'genders',
  salutations: 'salutations',
  countries: 'countries',
  federalstates: 'federal states of Germany, Austria, and Switzerland',
  levels: 'requirement levels of occupations',
  professions: 'occupations',
  qualifications: 'qualifications of the tenant',
  channels: 'application channels of the tenant',
  sourcesofsupply: 'sources of supply of the tenant',
  documentcategories: 'document categories',
  communicationtypes: 'types of communication',
  candidatestatus: 'candidate status values',
  customerstatus: 'company status values',
  contractstatus: 'contract status values',
  requeststatus: 'status values of customer requests',
  industries: 'industries of the tenant',
};

function listEndpoint(list: CatalogList): AnyEndpoint {
  const { owner, entries } = readCatalog(list);
  const attributes = [...new Set(entries.flatMap((entry) => Object.keys(entry.attributes ?? {})))];
  if (list === 'professions') attributes.push('kind');
  return defineEndpoint({
    id: `masterdata_${list}`,
    method: 'GET',
    path: `/masterdata/${list}`,
    audience: 'integration',
    area: 'Master data',
    permission: 'masterdata:read',
    summary: `List the ${TITLES[list]}`,
    description:
      'Names are in the language of Accept-Language (en or de). The list rarely changes, so cache it for a day. You can also use this call as a smoke test.',
    query: list === 'professions' ? ListQuery : undefined,
    success: {
      status: 200,
      description: 'The list.',
      schema: listResponseSchema(list, attributes),
      headers: { 'cache-control': 'private, max-age=86400', etag: 'Changes when the list changes.' },
    },
    etag: 'handler',
    cacheControl: MASTER_DATA_CACHE,
    ready:
      owner === 'tenant'
        ? undefined
        : ({ database }, language) => {
            const loaded = peekSharedList(database, list);
            return loaded && listResponse(list, loaded, language);
          },
    readText: owner === 'tenant' ? async (input) => ({ text: await readTenantText(list, input) }) : undefined,
    isLocalized: true,
    async handle(context) {
      const { services, language } = context;
      if (owner === 'tenant') return taggedJson(context, await readTenantText(list, context));
      const loaded = await sharedList(services.database, list);
      const query = context.query as { search?: string; ids?: string };
      if (query.search !== undefined || query.ids !== undefined) {
        const rows = loaded.rows.filter(filterOf(query));
        return taggedJson(context, toText(list, rows, language));
      }
      const { plain, entityTag } = listResponse(list, loaded, language);
      return context.isCurrent(entityTag) ? NOT_MODIFIED : new RawJson(plain);
    },
  });
}

async function readTenantText(
  list: CatalogList,
  { services, tenantId, language }: Pick<ReadInput, 'services' | 'tenantId' | 'language'>,
): Promise<string> {
  return toText(list, await lookUpTenantList(services.database, tenantId, list), language);
}

function toText(list: CatalogList, rows: readonly EntryRow[], language: Language): string {
  return JSON.stringify({ [list]: rows.map((row) => toEntry(row, language)) });
}

function filterOf({ search, ids }: { search?: string; ids?: string }): (row: EntryRow) => boolean {
  const wanted = ids === undefined ? undefined : new Set(ids.split(',').map(Number));
  const text = search === undefined ? undefined : toComparable(search);
  return (row) =>
    (wanted === undefined || wanted.has(row.id)) &&
    (text === undefined || [row.name_en, row.name_de].some((name) => toComparable(name).includes(text)));
}

/** An ä of two characters, as file names of macOS have it, is one. */
function toComparable(text: string): string {
  return foldCase(text).normalize('NFC');
}

export const masterDataEndpoints: readonly AnyEndpoint[] = catalogLists.map(listEndpoint);
