import {
  type AnyEndpoint,
  defineEndpoint,
  type Fault,
  getUser,
  invalid,
  type Language,
} from '../../../core/http/index.ts';
import type { Services } from '../../../core/services.ts';
import { findPlace, type Place } from '../../addresses/index.ts';
import { sharedList } from '../../masterdata/index.ts';
import { loadEntries } from '../entries.ts';
import { toPage } from '../found-page.ts';
import { DEFAULT_LIMIT } from '../page-schema.ts';
import { parseQuery, tooManyWords } from '../parse-query.ts';
import type { CandidateFilter } from './filters.ts';
import { readHits } from './hits.ts';
import { findCandidates } from './queries.ts';
import { parseCursor, type Sorting, USUAL_ORDERS } from './rules.ts';
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
    async handle(context) {
      const { services, db, tenantId, body, caller, language } = context;
      const { userId, permissions } = getUser(caller);
      const readsDocuments = permissions.has('documents:read');
      const place = toPlace(body.around);
      const filter = await toFilter(services, body, place);
      const around = await toAround(services, place, language);
      const entries = await loadEntries(services, db, tenantId, language);
      const text = body.text ?? '';
      const query = parseQuery(text, entries.list);
      const tooMany = tooManyWords('text', query);
      if (tooMany !== undefined) throw invalid(tooMany);
      const { words, excluded } = query;
      // Signs alone are in no record. Without this line, they would find everybody, as an empty text does.
      if (words.length + excluded.length === 0 && text.trim() !== '') return { ...NOBODY, around };
      const requested = toSorting(body, words.length > 0);
      const cursor = body.cursor == null ? undefined : parseCursor(body.cursor, requested);
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
      const { ids, ofList } = toPage(found, limit, found.sorting);
      return {
        candidates: await readHits(db, tenantId, ids, { words, entries, filter, userId, readsDocuments }),
        ...ofList,
        around,
      };
    },
  }),
];

const NOBODY = { candidates: [], total: 0, totalIsExact: true, nextCursor: null };

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
