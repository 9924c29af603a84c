import {
  type AnyEndpoint,
  defineEndpoint,
  type Fault,
  getUser,
  invalid,
  type Language,
  type RequestContext,
} from '../../../core/http/index.ts';
import { parseCursor } from '../../../core/http/page-position.ts';
import type { Services } from '../../../core/services.ts';
import { findPlace, type Place } from '../../addresses/index.ts';
import { sharedList } from '../../masterdata/index.ts';
import { loadEntries } from '../entries.ts';
import { isIndexCurrent, toPage } from '../found-page-queries.ts';
import { DEFAULT_LIMIT } from '../page-schema.ts';
import { parseQuery, tooManyWords } from '../parse-query.ts';
import { loadExportNames } from './export-names.ts';
import { readExportRows } from './export-rows.ts';
import { CandidateExportResponse } from './export-schema.ts';
import type { CandidateFilter } from './filters-sql.ts';
import { readHits } from './hits.ts';
import { findCandidates } from './queries.ts';
import { listOf, type Sorting, USUAL_ORDERS } from './rules.ts';
import {
  type CandidateSearchAround,
  type CandidateSearchBody,
  CandidateSearchRequest,
  CandidateSearchResponse,
} from './schema.ts';

export const candidateSearchEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'candidate_search',
    method: 'POST',
    path: '/candidates/search',
    audience: 'platform',
    area: 'Search',
    permission: 'candidates:read',
    summary: 'Search candidates',
    description:
      'Returns the candidates that have all words and match all filters, a page at a time, with the place where each word was found. Candidates without an application are not found. A change is found about a second later. Send nextCursor as cursor for the next page: a candidate that stays as it is appears exactly once, even if others come or change meanwhile. Each excerpt of a document is recorded in the access log, once in ten minutes for the same user.',
    body: CandidateSearchRequest,
    check: ({ body }) => periodFaults(body),
    success: { status: 200, description: 'A page of candidates.', schema: CandidateSearchResponse },
    examples: [
      {
        summary: 'Forklift drivers around Berlin',
        body: { text: 'Stapler', around: { place: '10115 Berlin', radiusKm: 30 }, limit: 25 },
      },
    ],
    isLocalized: true,
    async handle(context) {
      const { services, db, tenantId, caller, language } = context;
      const place = toPlace(context.body.around);
      const around = await toAround(services, place, language);
      const isCurrent = await isIndexCurrent(db, tenantId, ['candidate']);
      const found = await findPage(context, place);
      const { userId } = getUser(caller);
      return {
        candidates: await readHits(db, tenantId, found.ids, { ...found, userId }),
        ...found.ofList,
        isCurrent,
        around,
      };
    },
  }),
  defineEndpoint({
    id: 'candidate_exportSearch',
    method: 'POST',
    path: '/candidates/search/export',
    audience: 'platform',
    area: 'Search',
    permission: 'candidates:read',
    summary: 'Export the candidates of a search',
    description:
      'Finds the same candidates in the same order as POST /candidates/search, and returns what a file has of each: all that an import of candidates takes, except cover letters and documents, with names instead of ids, and what a list shows. Read pages until nextCursor is null. A line of the log of the service records each page: the user, the number of candidates, and which filters were sent, without their values.',
    body: CandidateSearchRequest,
    check: ({ body }) => periodFaults(body),
    success: { status: 200, description: 'A page of candidates.', schema: CandidateExportResponse },
    examples: [
      { summary: 'Everybody in a stage', body: { stages: ['interview'], sort: 'name', limit: 200 } },
    ],
    isLocalized: true,
    async handle(context) {
      const { services, db, tenantId, body, caller, language } = context;
      const { userId } = getUser(caller);
      const { ids, ofList, filter } = await findPage(context, toPlace(body.around));
      const names = await loadExportNames(services, db, tenantId, language);
      const rows = await readExportRows(db, tenantId, ids, { names, filter });
      const filters = Object.keys(body).filter((name) => !PAGING.has(name));
      services.log.info(
        { tenantId, userId, rows: rows.length, isFirstPage: body.cursor == null, filters },
        'candidates exported from a list',
      );
      return { rows, ...ofList };
    },
  }),
];

const PAGING: ReadonlySet<string> = new Set(['cursor', 'limit', 'sort', 'order']);

type Context = RequestContext<unknown, unknown, CandidateSearchBody>;

/** The page that is requested: ids, what the response says of the whole list, and what they were found by. */
async function findPage(
  { services, db, tenantId, body, caller, language }: Context,
  place: Place | undefined,
) {
  const readsDocuments = getUser(caller).permissions.has('documents:read');
  const filter = await toFilter(services, body, place);
  const entries = await loadEntries(services, db, tenantId, language);
  const text = body.text ?? '';
  const query = parseQuery(text, entries.list);
  const tooMany = tooManyWords('text', query);
  if (tooMany !== undefined) throw invalid(tooMany);
  const { words, excluded } = query;
  const foundBy = { words, entries, filter, readsDocuments };
  // Signs alone are in no record. Without this line, they would find everybody, as an empty text does.
  if (words.length + excluded.length === 0 && text.trim() !== '')
    return { ids: [], ofList: NOBODY, ...foundBy };
  const requested = toSorting(body, words.length > 0);
  const cursor = body.cursor == null ? undefined : parseCursor(body.cursor, listOf(requested));
  const limit = body.limit ?? DEFAULT_LIMIT;
  const found = await findCandidates(db, tenantId, {
    words,
    excluded,
    filter,
    sorting: cursor?.sorting ?? requested,
    after: cursor?.position,
    limit,
    readsDocuments,
  });
  return { ...toPage(found, limit, found.sorting), ...foundBy };
}

const NOBODY = { total: 0, totalIsExact: true, nextCursor: null };

function periodFaults({ appliedFrom, appliedUntil }: CandidateSearchBody): Fault[] {
  if (appliedFrom == null || appliedUntil == null || appliedFrom <= appliedUntil) return [];
  const message = 'appliedUntil must not be before appliedFrom.';
  return [{ property: 'appliedUntil', code: 'range', message }];
}

function toSorting({ sort, order }: CandidateSearchBody, hasWords: boolean): Sorting {
  // Without words, all candidates are equally relevant.
  if (!hasWords && (sort ?? 'relevance') === 'relevance') return { sort: 'appliedAtUtc', order: 'desc' };
  const chosen = sort ?? 'relevance';
  const usual = USUAL_ORDERS[chosen];
  return { sort: chosen, order: chosen === 'relevance' ? usual : (order ?? usual) };
}

async function toFilter(
  services: Services,
  body: CandidateSearchBody,
  place: Place | undefined,
): Promise<CandidateFilter> {
  const { byId } = await sharedList(services.database, 'languagelevels');
  return {
    statusIds: withMissing(body.statusIds, body.withoutStatus),
    officeIds: withMissing(body.officeIds, body.withoutOffice),
    responsibilities: withMissing(body.responsibilities, body.withoutResponsibility),
    sourceOfSupplyIds: body.sourceOfSupplyIds ?? [],
    professionIds: body.professionIds ?? [],
    licenseIds: body.driversLicenseIds ?? [],
    qualificationIds: body.qualificationIds ?? [],
    languages: (body.languages ?? []).map(({ languageId, minimumLevelId }) => ({
      id: languageId,
      rank: minimumLevelId == null ? 0 : Number(byId.get(minimumLevelId)?.attributes?.rank ?? 0),
    })),
    jobAdIds: body.jobAdIds ?? [],
    stages: body.stages ?? [],
    appliedFrom: body.appliedFrom ?? undefined,
    appliedUntil: body.appliedUntil ?? undefined,
    availableOn: body.availableOn ?? undefined,
    around: place && { center: place.center, radiusKm: body.around!.radiusKm },
  };
}

function withMissing(ids: readonly number[] | null | undefined, isWithout: boolean | null | undefined) {
  return isWithout === true ? [...(ids ?? []), null] : (ids ?? []);
}

function toPlace(around: CandidateSearchBody['around']): Place | undefined {
  if (around == null) return undefined;
  const found = findPlace(around.place, around.countryId ?? undefined);
  if (found !== undefined && 'place' in found) return found.place;
  throw invalid({
    property: 'around.place',
    code: 'unknownReference',
    message:
      'around.place must be a postal code or a town in Germany, Austria, or Switzerland. If several towns have this name, send the postal code.',
    ...found,
  });
}

async function toAround(
  { database }: Services,
  place: Place | undefined,
  language: Language,
): Promise<CandidateSearchAround | null> {
  if (place === undefined) return null;
  const { zipCode, city, countryId, others } = place;
  const row = (await sharedList(database, 'countries')).byId.get(countryId);
  const country = (language === 'de' ? row?.name_de : row?.name_en) ?? '';
  return { zipCode, city, countryId, country, others };
}
