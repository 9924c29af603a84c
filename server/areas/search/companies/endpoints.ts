import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type AnyEndpoint, defineEndpoint, invalid, type Language } from '../../../core/http/index.ts';
import { parseCursor } from '../../../core/http/page-position.ts';
import { matchesOf } from '../excerpt.ts';
import { isIndexCurrent, toPage } from '../found-page-queries.ts';
import { findRecordTexts } from '../indexing/index-records.ts';
import { DEFAULT_LIMIT } from '../page-schema.ts';
import { parseQuery, tooManyWords } from '../parse-query.ts';
import type { QueryWord } from '../query-words.ts';
import { readCompanies } from './hit-queries.ts';
import { type CompanyFilter, findCompanies } from './queries.ts';
import { listOf, toSorting } from './rules.ts';
import { type CompanySearchBody, CompanySearchRequest, CompanySearchResponse } from './schema.ts';

export const companySearchEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'company_search',
    method: 'POST',
    path: '/companies/search',
    audience: 'platform',
    area: 'Search',
    permission: 'customers:read',
    summary: 'Search companies',
    description:
      'Returns the companies that have all words and match all filters, a page at a time, with the place where each word was found. A company is also found by the cities of its sites and by its contacts. Filters and sorting use what is stored; a change of words is found about a second later. Send nextCursor as cursor for the next page: a company that stays as it is appears exactly once, even if others come or change meanwhile.',
    body: CompanySearchRequest,
    success: { status: 200, description: 'A page of companies.', schema: CompanySearchResponse },
    examples: [
      { summary: 'Customers in Hamburg', body: { text: 'Hamburg', statusIds: [3], sort: 'name', limit: 25 } },
    ],
    isLocalized: true,
    async handle({ db, tenantId, body, language }) {
      const text = body.text ?? '';
      const query = parseQuery(text, []);
      const tooMany = tooManyWords('text', query);
      if (tooMany !== undefined) throw invalid(tooMany);
      const { words, excluded } = query;
      // Signs alone are in no record. Without this line, they would find all companies, as an empty text does.
      if (words.length + excluded.length === 0 && text.trim() !== '') return NOTHING;
      const requested = toSorting(body, words.length > 0);
      const cursor = body.cursor == null ? undefined : parseCursor(body.cursor, listOf(requested));
      const limit = body.limit ?? DEFAULT_LIMIT;
      // Without words, the index is not read.
      const isCurrent = text.trim() === '' || (await isIndexCurrent(db, tenantId, ['company']));
      const found = await findCompanies(db, tenantId, {
        words,
        excluded,
        filter: toFilter(body),
        sorting: cursor?.sorting ?? requested,
        after: cursor?.position,
        limit,
      });
      const { ids, ofList } = toPage(found, limit, found.sorting);
      return {
        companies: await readHits(db, tenantId, ids, { words, language }),
        ...ofList,
        isCurrent,
      };
    },
  }),
];

const NOTHING = { companies: [], total: 0, totalIsExact: true, nextCursor: null, isCurrent: true };

function toFilter(body: CompanySearchBody): CompanyFilter {
  return {
    statusIds: body.statusIds ?? [],
    contractStatusIds: body.contractStatusIds ?? [],
    officeIds: body.officeIds ?? [],
    industryIds: body.industryIds ?? [],
    responsibilities: body.responsibilities ?? [],
  };
}

/** The companies of a page in its order, as they are now, with the places where the words were found. */
async function readHits(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
  { words, language }: { words: readonly QueryWord[]; language: Language },
) {
  const [rows, texts] = await Promise.all([
    readCompanies(db, tenantId, ids, language),
    words.length === 0 ? undefined : findRecordTexts(db, tenantId, 'company', ids),
  ]);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    // No list of professions is searched, so no entry has to be named.
    return row === undefined ? [] : [{ ...row, matches: matchesOf(words, texts?.get(id) ?? [], () => '') }];
  });
}
