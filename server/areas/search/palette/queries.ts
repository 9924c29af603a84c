import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { QueryWord } from '../query-words.ts';
import { toRequestId } from '../requests/rules.ts';
import { rankOf, recordsWith, type TermScope } from '../term-sql.ts';
import type { RecordEntity } from '../terms.ts';

/** Index entries of a word that are compared. A word that has more is too common to find the best records. */
const MAXIMUM_COMPARED = 5000;

export interface FoundRecord {
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

/** The records that have all words, the best first, and of equally good ones the newest. */
export async function findRecords(
  db: TenantDatabase,
  tenantId: number,
  entity: RecordEntity,
  words: readonly QueryWord[],
  limit: number,
): Promise<FoundRecord[]> {
  const scope = { tenantId, entity, readsDocuments: false };
  const rarest = await findRarest(db, scope, words);
  const ranks = words
    .filter((word) => word !== rarest)
    .map((word) => sql` + ${rankOf(scope, word, sql`d.id`)}`);
  const { rows } = await sql<FoundRecord>`
    WITH driver AS MATERIALIZED (
      SELECT id, min(rank) AS rank
        FROM (SELECT id, rank FROM (${entriesOf(scope, rarest)}) AS entry LIMIT ${MAXIMUM_COMPARED}) AS first
       GROUP BY id),
    found AS MATERIALIZED (SELECT d.id, d.rank${sql.join(ranks, sql``)} AS rank FROM driver AS d)
    SELECT f.id, shown.name, shown.detail, shown.company_id AS "companyId"
      FROM found AS f CROSS JOIN LATERAL (${SHOWN[entity](tenantId)}) AS shown
     WHERE f.rank IS NOT NULL ORDER BY f.rank, f.id DESC LIMIT ${limit}`.execute(db);
  return rows;
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

async function findRarest(
  db: TenantDatabase,
  scope: TermScope,
  words: readonly QueryWord[],
): Promise<QueryWord> {
  if (words.length === 1) return words[0]!;
  const sizes = words.map(
    (word, index) => sql`
      SELECT ${index}::int AS word, count(*) AS size
        FROM (SELECT FROM (${recordsWith(scope, word)}) AS entry LIMIT ${MAXIMUM_COMPARED}) AS entries`,
  );
  const { rows } = await sql<{ word: number }>`
    SELECT word FROM (${sql.join(sizes, sql` UNION ALL `)}) AS sizes ORDER BY size, word LIMIT 1`.execute(db);
  return words[rows[0]!.word]!;
}
