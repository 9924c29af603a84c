import { type AnyEndpoint, defineEndpoint, type Fault, invalid } from '../../../core/http/index.ts';
import { cursorFaults, findPosition } from '../../../core/http/page-position.ts';
import { isIndexCurrent, toPage } from '../found-page-queries.ts';
import { DEFAULT_LIMIT } from '../page-schema.ts';
import { parseQuery, tooManyWords } from '../parse-query.ts';
import { readRequests } from './hit-queries.ts';
import { findRequests, type RequestFilter } from './queries.ts';
import { listOf, type Sorting, USUAL_ORDERS } from './rules.ts';
import { RequestSearch, type RequestSearchBody, RequestSearchResponse } from './schema.ts';

export const requestSearchEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'request_search',
    method: 'POST',
    path: '/requests/search',
    audience: 'platform',
    area: 'Search',
    permission: 'requests:read',
    summary: 'Search customer requests',
    description:
      'Returns the requests of all kinds that have all words and match all filters, a page at a time. Words find a change about a second later, filters at once. Send nextCursor as cursor for the next page: a request that stays as it is appears exactly once, even if others come or change meanwhile.',
    body: RequestSearch,
    check: ({ body }) => [
      ...periodFaults(body),
      ...cursorFaults('cursor', body.cursor, listOf(toSorting(body))),
    ],
    success: { status: 200, description: 'A page of requests.', schema: RequestSearchResponse },
    examples: [
      {
        summary: 'Open requests for forklift drivers, those that start first',
        body: { text: 'Stapler', isOpen: true, sort: 'startDate', limit: 25 },
      },
    ],
    isLocalized: true,
    async handle({ db, tenantId, body, language }) {
      const text = body.text ?? '';
      const query = parseQuery(text, []);
      const tooMany = tooManyWords('text', query);
      if (tooMany !== undefined) throw invalid(tooMany);
      const { words, excluded } = query;
      // Signs alone are in no record. Without this line, they would find everything, as an empty text does.
      if (words.length + excluded.length === 0 && text.trim() !== '') return NOTHING;
      const sorting = toSorting(body);
      const limit = body.limit ?? DEFAULT_LIMIT;
      // Without words, the index is not read.
      const isCurrent = text.trim() === '' || (await isIndexCurrent(db, tenantId, ['request', 'company']));
      const found = await findRequests(db, tenantId, {
        words,
        excluded,
        filter: toFilter(body),
        sorting,
        after: findPosition(body.cursor, listOf(sorting)),
        limit,
      });
      const { ids, ofList } = toPage(found, limit, sorting);
      const rows = await readRequests(db, tenantId, ids, language);
      return {
        requests: ids.flatMap((id) => rows.get(id) ?? []),
        ...ofList,
        isCurrent,
      };
    },
  }),
];

const NOTHING = { requests: [], total: 0, totalIsExact: true, nextCursor: null, isCurrent: true };

function periodFaults({ startFrom, startUntil }: RequestSearchBody): Fault[] {
  if (startFrom == null || startUntil == null || startFrom <= startUntil) return [];
  return [{ property: 'startUntil', code: 'range', message: 'startUntil must not be before startFrom.' }];
}

function toSorting({ sort, order }: RequestSearchBody): Sorting {
  const chosen = sort ?? 'createdAtUtc';
  return { sort: chosen, order: order ?? USUAL_ORDERS[chosen] };
}

function toFilter(body: RequestSearchBody): RequestFilter {
  return {
    companyIds: body.companyIds ?? [],
    kinds: body.kinds ?? [],
    statusIds: body.statusIds ?? [],
    isOpen: body.isOpen ?? undefined,
    officeIds: body.officeIds ?? [],
    responsibilities: body.responsibilities ?? [],
    startFrom: body.startFrom ?? undefined,
    startUntil: body.startUntil ?? undefined,
  };
}
