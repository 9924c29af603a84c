import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type AnyEndpoint, defineEndpoint, type Language, notFound } from '../../../core/http/index.ts';
import type { Services } from '../../../core/services.ts';
import { readTenantList, sharedList } from '../../masterdata/index.ts';
import { type Asked, type CriterionKind, criteriaOf } from './criteria.ts';
import { describeCriterion, describeMatch, type NamedLists } from './describe.ts';
import { choosePool } from './pool-queries.ts';
import { findMatches, findRequestFacts, type Position, readFacts } from './queries.ts';
import { DEFAULT_LIMIT, MatchesPath, MatchesQuery, MatchesResponse } from './schema.ts';
import { type NamedEntry, readRequirements } from './text.ts';

export const matchEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'requestMatch_list',
    method: 'GET',
    path: '/requests/{requestId}/matches',
    audience: 'platform',
    area: 'Proposals',
    permission: 'proposals:read',
    summary: 'List candidates who fit a request',
    description:
      'Compares candidates with what the request asks for, by rules only. Names every criterion with what the record of the candidate says about it: met, partly met, missed, or unknown. A work permit that ends before the assignment is partly met, which counts neither as met nor as missed. The order follows from their numbers, nothing else. Licences, qualifications, and languages are those that the requirements of the request name as whole words; read the text as well. A change of a candidate counts about a second later. Candidates without an application and archived ones are not shown.',
    params: MatchesPath,
    query: MatchesQuery,
    success: { status: 200, description: 'A page of the candidates.', schema: MatchesResponse },
    notFound: 'Customer request',
    isLocalized: true,
    async handle({ services, db, tenantId, params: { requestId }, query, language }) {
      const request = await findRequestFacts(db, tenantId, requestId);
      if (request === undefined) throw notFound('Customer request');
      const { asked, lists } = await readAsked(services, db, tenantId, request.requirements, language);
      const today = services.now().toISOString().slice(0, 'YYYY-MM-DD'.length);
      const criteria = criteriaOf(request, asked, today);
      const comparesAll = query.everyone ?? false;
      const pool = await choosePool(services, db, tenantId, criteria, { comparesAll });
      const limit = query.limit ?? DEFAULT_LIMIT;
      const found = await findMatches(db, tenantId, {
        requestId,
        criteria,
        pool,
        mustMeet: (query.mustMeet?.split(',') ?? []) as CriterionKind[],
        officeId: query.officeId,
        isUnproposed: query.unproposed ?? false,
        after: query.cursor === undefined ? undefined : parseCursor(query.cursor),
        limit,
      });
      const page = found.page.slice(0, limit);
      const facts = await readFacts(
        db,
        tenantId,
        requestId,
        page.map(({ id }) => id),
      );
      return {
        criteria: criteria.map((criterion) => describeCriterion(criterion, request, lists)),
        hasPlace: request.latitude !== null,
        everyone: pool.everyone,
        compared: found.compared,
        narrowedBy: pool.narrowedBy,
        total: found.total,
        // Who was erased since the comparison has no facts.
        candidates: page.flatMap((match) => {
          const own = facts.get(match.id);
          return own === undefined ? [] : [describeMatch(criteria, match, own, lists)];
        }),
        nextCursor: found.page.length > limit ? formatCursor(page.at(-1)!) : null,
      };
    },
  }),
];

function formatCursor({ met, missed, meters, id }: Position): string {
  return [met, missed, meters ?? '-', id].join('~');
}

/** The pattern of the query has checked the form. */
function parseCursor(cursor: string): Position {
  const [met, missed, meters, id] = cursor.split('~') as [string, string, string, string];
  return {
    met: Number(met),
    missed: Number(missed),
    meters: meters === '-' ? null : Number(meters),
    id: Number(id),
  };
}

/** What the text of the requirements names, and the lists with the names. */
async function readAsked(
  { database }: Services,
  db: TenantDatabase,
  tenantId: number,
  requirements: string | null,
  language: Language,
): Promise<{ asked: Asked; lists: NamedLists }> {
  const [professions, licenses, languages, levels, qualifications] = await Promise.all([
    sharedList(database, 'professions'),
    sharedList(database, 'driverslicenses'),
    sharedList(database, 'languages'),
    sharedList(database, 'languagelevels'),
    readTenantList(db, tenantId, 'qualifications'),
  ]);
  const rankOf = (name: string | undefined) =>
    Number(levels.rows.find(({ attributes }) => attributes?.cefr === name)?.attributes?.rank ?? 0);
  const found = readRequirements(requirements, {
    licenses: toEntries(licenses.rows),
    qualifications: toEntries(qualifications),
    languages: toEntries(languages.rows),
  });
  // English for business is English too.
  const withVariants = (id: number) => {
    const code = languages.byId.get(id)?.attributes?.isoCode;
    const variants = languages.rows.filter(
      (row) => row.id !== id && code != null && row.attributes?.isoCode === code,
    );
    return [id, ...variants.map((row) => row.id)];
  };
  return {
    asked: {
      ...found,
      languages: found.languages.map(({ languageId, level }) => ({
        languageIds: withVariants(languageId),
        rank: level === undefined ? 0 : rankOf(level),
      })),
    },
    lists: {
      language,
      professions: professions.byId,
      licenses: licenses.byId,
      languages: languages.byId,
      levels: levels.byId,
      qualifications: new Map(qualifications.map((row) => [row.id, row])),
      levelIdOf: (rank) =>
        rank === 0 ? undefined : levels.rows.find((row) => row.attributes?.rank === rank)?.id,
    },
  };
}

function toEntries(
  rows: readonly { id: number; name_de: string; name_en: string; is_expired: boolean }[],
): NamedEntry[] {
  return rows
    .filter((row) => !row.is_expired)
    .map((row) => ({ id: row.id, names: [...new Set([row.name_de, row.name_en])] }));
}
