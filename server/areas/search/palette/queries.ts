import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Query } from '../parse-query.ts';
import type { QueryWord } from '../query-words.ts';
import { rankedSql } from '../ranked-sql.ts';
import { toRequestId } from '../requests/rules.ts';
import { compareWith, type SizedWord, sizeWords } from '../sized-words.ts';
import { hasNone, recordsWith, type TermScope } from '../term-sql.ts';
import type { RecordEntity } from '../terms.ts';

/** Index entries of a word that are compared. A word that has more is too common to find the best records. */
const MAXIMUM_COMPARED = 5000;

interface FoundRecord {
  id: number;
  name: string;
  detail: string | null;
  companyId: number | null;
}

/** Selects the name and the detail of each kind of record `f`. */
const SHOWN: Readonly<Record<RecordEntity, (tenantId: number) => RawBuilder<unknown>>> = {
  company: (tenantId) => sql`
    SELECT r.name, nullif(concat_ws(' ', r.zip_code, r.city), '') AS detail, r.id AS company_id
      FROM company AS r WHERE r.tenant_id = ${tenantId} AND r.id = f.id`,
  contact: (tenantId) => sql`
    SELECT concat_ws(' ', r.first_name, r.last_name) AS name, c.name AS detail, r.company_id
      FROM contact AS r JOIN company AS c ON c.tenant_id = ${tenantId} AND c.id = r.company_id
     WHERE r.tenant_id = ${tenantId} AND r.id = f.id`,
  request: (tenantId) => sql`
    SELECT r.title AS name, c.name AS detail, r.company_id
      FROM customer_request AS r JOIN company AS c ON c.tenant_id = ${tenantId} AND c.id = r.company_id
     WHERE r.tenant_id = ${tenantId} AND r.id = f.id`,
  jobad: (tenantId) => sql`
    SELECT r.title AS name, b.name AS detail, NULL::int AS company_id
      FROM job_ad AS r JOIN branch AS b ON b.tenant_id = ${tenantId} AND b.id = r.office_id
     WHERE r.tenant_id = ${tenantId} AND r.id = f.id AND r.deleted_at IS NULL`,
};

/** The records that have all words and none of those that are excluded, the best first, and of equally good ones the newest. */
export async function findRecords(
  db: TenantDatabase,
  tenantId: number,
  entity: RecordEntity,
  { words, excluded }: Query,
  limit: number,
): Promise<FoundRecord[]> {
  const scope = { tenantId, entity, readsDocuments: false };
  const [first, ...others] = await rarestFirst(db, scope, words);
  const entries = sql`SELECT id, rank FROM (${entriesOf(scope, first!.word)}) AS entry LIMIT ${MAXIMUM_COMPARED}`;
  const ranked = rankedSql(scope, entries, compareWith(first!.size, others));
  const conditions = [sql`true`, ...hasNone(scope, excluded, sql`id`)];
  // In the order of the results, so that only a few records are looked at.
  const { rows } = await sql<FoundRecord>`
    SELECT f.id, shown.name, shown.detail, shown.company_id AS "companyId"
      FROM (SELECT id, rank FROM (${ranked}) AS ranked WHERE ${sql.join(conditions, sql` AND `)} ORDER BY rank, id DESC OFFSET 0) AS f
     CROSS JOIN LATERAL (${SHOWN[entity](tenantId)} OFFSET 0) AS shown
     ORDER BY f.rank, f.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** The words with their sizes. Of words that are all too common, the first decides which records are compared. */
async function rarestFirst(
  db: TenantDatabase,
  scope: TermScope,
  words: readonly QueryWord[],
): Promise<SizedWord[]> {
  const sought = words.map((word) => ({ word, sides: [{ scope, word }] }));
  const [only] = sought;
  if (sought.length === 1) return [{ ...only!, size: MAXIMUM_COMPARED, isCounted: false }];
  const sized = await sizeWords(db, sought, MAXIMUM_COMPARED - 1);
  const comparedOf = ({ size }: SizedWord) => Math.min(size, MAXIMUM_COMPARED);
  return sized.toSorted(
    (a, b) => comparedOf(a) - comparedOf(b) || words.indexOf(a.word) - words.indexOf(b.word),
  );
}

/** SQL for the records with the word. A request is found by its number as well, which is in no index. */
function entriesOf(scope: TermScope, word: QueryWord): RawBuilder<unknown> {
  const entries = recordsWith(scope, word);
  const requestId = scope.entity === 'request' ? toRequestId(word) : undefined;
  if (requestId === undefined) return entries;
  return sql`
    SELECT id, 0 AS rank FROM customer_request WHERE tenant_id = ${scope.tenantId} AND id = ${requestId}
    UNION ALL SELECT id, rank FROM (${entries}) AS entry`;
}
