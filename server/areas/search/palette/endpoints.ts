import type { TenantDatabase } from '../../../core/db/connection.ts';
import {
  type AnyEndpoint,
  defineEndpoint,
  getUser,
  invalid,
  type UserCaller,
} from '../../../core/http/index.ts';
import { NO_FILTER } from '../candidates/filters-sql.ts';
import { readHits } from '../candidates/hits.ts';
import { findCandidates } from '../candidates/queries.ts';
import { type Entries, loadEntries } from '../entries.ts';
import { matchesOf } from '../excerpt.ts';
import { findRecordTexts } from '../indexing/index-records.ts';
import { parseQuery, type Query, tooManyWords } from '../parse-query.ts';
import type { RecordEntity } from '../terms.ts';
import { findRecords } from './queries.ts';
import { PaletteQuery, PaletteResponse, type PaletteResult } from './schema.ts';

const RESULTS = 5;

export const paletteEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'search_find',
    method: 'GET',
    path: '/search',
    audience: 'platform',
    area: 'Search',
    // Each user finds the kinds of records that the role can read.
    permission: null,
    summary: 'Find records',
    description:
      'Returns the five best candidates, companies, contacts, customer requests, and job ads that have all words. A request is found by its number as well. Candidates without an application are not found. A change is found about a second later. Each excerpt of a document is recorded in the access log, once in ten minutes for the same user.',
    query: PaletteQuery,
    success: { status: 200, description: 'What was found.', schema: PaletteResponse },
    isLocalized: true,
    async handle({ services, db, tenantId, query, caller, language }) {
      const user = getUser(caller);
      const { permissions } = user;
      const entries = await loadEntries(services, db, tenantId, language);
      const sought = parseQuery(query.q, entries.list);
      const tooMany = tooManyWords('q', sought);
      if (tooMany !== undefined) throw invalid(tooMany);
      const find = (permission: string, run: () => Promise<PaletteResult[]>) =>
        sought.words.length > 0 && permissions.has(permission) ? run() : [];
      const records = (entity: RecordEntity, permission: string) =>
        find(permission, () => findBestRecords(db, tenantId, entity, sought, entries));
      return {
        candidates: await find('candidates:read', () =>
          findBestCandidates(db, tenantId, sought, entries, user),
        ),
        companies: await records('company', 'customers:read'),
        contacts: await records('contact', 'customers:read'),
        requests: await records('request', 'requests:read'),
        jobAds: await records('jobad', 'jobads:read'),
      };
    },
  }),
];

async function findBestCandidates(
  db: TenantDatabase,
  tenantId: number,
  { words, excluded }: Query,
  entries: Entries,
  { userId, permissions }: UserCaller,
): Promise<PaletteResult[]> {
  const readsDocuments = permissions.has('documents:read');
  const search = { words, excluded, filter: NO_FILTER, after: undefined, limit: RESULTS, readsDocuments };
  const sorting = { sort: 'relevance', order: 'asc' } as const;
  const { positions } = await findCandidates(db, tenantId, { ...search, sorting });
  const ids = positions.slice(0, RESULTS).map(({ id }) => id);
  const found = { words, entries, filter: NO_FILTER, userId, readsDocuments };
  const hits = await readHits(db, tenantId, ids, found);
  return hits.map(({ id, firstName, lastName, zipCode, city, matches }) => ({
    id,
    name: `${firstName} ${lastName}`,
    detail: [zipCode, city].filter((part) => part !== null).join(' ') || null,
    companyId: null,
    matches,
  }));
}

async function findBestRecords(
  db: TenantDatabase,
  tenantId: number,
  entity: RecordEntity,
  query: Query,
  { nameOf }: Entries,
): Promise<PaletteResult[]> {
  const found = await findRecords(db, tenantId, entity, query, RESULTS);
  const ids = found.map(({ id }) => id);
  const texts = await findRecordTexts(db, tenantId, entity, ids);
  return found.map((record) => ({
    ...record,
    matches: matchesOf(query.words, texts.get(record.id) ?? [], nameOf),
  }));
}
