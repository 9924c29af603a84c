import { type RawBuilder, sql } from 'kysely';
import { partsOf, type QueryWord, withoutEndings } from './query-words.ts';
import { DOCUMENT_WEIGHT, type IndexedEntity, LOWEST_WEIGHTS } from './terms.ts';

// SQL that reads the inverted indexes. Each part is one range of an index. Joined by OR they would not be.

/** Of a part of a word that was written as one, more than ten words can add otherwise: who has the whole comes first. */
const COST_OF_PART = 100;
/** Of what only begins or sounds like such a part, more than the weights of places differ: the name Magdalena is not the MAG. */
const COST_OF_LIKE_PART = 110;

/** Which terms a query may use. */
export interface TermScope {
  tenantId: number;
  entity: IndexedEntity;
  /** False for users who cannot read documents. */
  readsDocuments: boolean;
}

/** SQL for the ids of the records with the word, each with a rank: the lower, the more the place says about the record. */
export function recordsWith(scope: TermScope, word: QueryWord): RawBuilder<unknown> {
  return entriesOf(scope, inIndex(word), sql`true`);
}

/** SQL for the ids of the records with the word, more than once if they have it in several places. */
export function idsWith(scope: TermScope, word: QueryWord): RawBuilder<unknown> {
  return sql`SELECT id FROM (${recordsWith(scope, withoutEndings(word))}) AS entry`;
}

/** SQL for the ids of the records with one of the terms of filters, which are in no document. */
export function recordsWithTerms(scope: TermScope, terms: readonly string[]): RawBuilder<unknown> {
  const everywhere = termsOf({ ...scope, readsDocuments: true });
  return sql`SELECT ${idOf(scope)} AS id, 0 AS rank FROM ${everywhere} AND t.term = ANY (${terms}::text[])`;
}

/** SQL for the rank of the word for a record, by the SQL of the id. Null if the record does not have it. */
export function rankOf(
  scope: TermScope,
  word: QueryWord,
  id: RawBuilder<unknown>,
): RawBuilder<number | null> {
  const isRecord = sql`${idOf(scope)} = ${id}`;
  const [first, ...others] = partsOf(word) as [QueryWord, ...QueryWord[]];
  const best = sql`SELECT min(rank) AS rank FROM (${entriesOf(scope, inRecord(first), isRecord)}) AS entry`;
  if (others.length === 0) return sql`(${best})`;
  const rest = entriesOf(scope, others.flatMap(inRecord), isRecord);
  return sql`(SELECT CASE WHEN rank <= ${lowestRankOf(others)} THEN rank
                     ELSE least(rank, (SELECT min(rank) FROM (${rest}) AS entry)) END FROM (${best}) AS best)`;
}

/** What has been found with this rank need not be looked for in the parts. */
function lowestRankOf(parts: readonly QueryWord[]): number {
  const signs = parts.map(({ ranges, terms }) => (ranges[0]?.from ?? terms[0]!)[0]!);
  // A term of them is never the word itself, so it counts one more.
  return Math.min(...signs.map((sign) => (LOWEST_WEIGHTS[sign] ?? -1) + 1));
}

/**
 * SQL conditions: the id is not one of a record with all words of a group. All records with these words are read, once, unless the ids to
 * compare are few.
 */
export function hasNone(
  scope: TermScope,
  groups: readonly (readonly QueryWord[])[],
  id: RawBuilder<unknown>,
  areFew = false,
): RawBuilder<boolean>[] {
  return groups.map((words) => {
    const all = words.map((word) => (areFew ? has(scope, word, id) : isAmong(id, idsWith(scope, word))));
    return sql`NOT (${sql.join(all, sql` AND `)})`;
  });
}

/** SQL for the number of index entries that a record has of the word, or of terms of filters. */
export function countOf(
  scope: TermScope,
  word: QueryWord | readonly string[],
  id: RawBuilder<unknown>,
): RawBuilder<number> {
  const isRecord = sql`${idOf(scope)} = ${id}`;
  if (!('exact' in word))
    return sql`(SELECT count(*) FROM (${recordsWithTerms(scope, word)} AND ${isRecord}) AS entry)`;
  return sql`(SELECT count(*) FROM (${entriesOf(scope, inRecord(word), isRecord)}) AS entry)`;
}

/** SQL condition: the record has the word. */
export function has(scope: TermScope, word: QueryWord, id: RawBuilder<unknown>): RawBuilder<boolean> {
  // EXISTS could be planned as a hash of the whole range.
  const entries = entriesOf(scope, inRecord(withoutEndings(word)), sql`${idOf(scope)} = ${id}`);
  return sql`coalesce((SELECT true FROM (${entries}) AS entry LIMIT 1), false)`;
}

/** SQL condition: the record has the term of a filter. */
export function hasTerm(scope: TermScope, term: string, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const entries = sql`${recordsWithTerms(scope, [term])} AND ${idOf(scope)} = ${id}`;
  return sql`coalesce((SELECT true FROM (${entries}) AS entry LIMIT 1), false)`;
}

/**
 * SQL condition: the id is one of `ids`, which are read once. IS TRUE keeps the planner from joining, and an array, of which it
 * expects few, makes it look ids up in a hash, however many there are.
 */
export function isAmong(id: RawBuilder<unknown>, ids: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${id} IN (SELECT unnest(ARRAY(${ids})))) IS TRUE`;
}

/** SQL for the ids and ranks of what meets one of the conditions, more than once if it meets several. */
function entriesOf(
  scope: TermScope,
  conditions: readonly Condition[],
  all: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const parts = conditions.map(
    ({ condition, rank }) =>
      sql`SELECT ${idOf(scope)} AS id, ${rank} AS rank FROM ${termsOf(scope)} AND ${all} AND ${condition}`,
  );
  return sql.join(parts, sql` UNION ALL `);
}

function idOf({ entity }: TermScope): RawBuilder<unknown> {
  return entity === 'candidate' ? sql`t.candidate_id` : sql`t.record_id`;
}

/** The table of the terms as `t`, with its conditions. */
function termsOf({ tenantId, entity, readsDocuments }: TermScope): RawBuilder<unknown> {
  if (entity !== 'candidate')
    return sql`record_search_term AS t WHERE t.tenant_id = ${tenantId} AND t.entity = ${entity}`;
  const documents = readsDocuments ? sql`` : sql` AND t.weight < ${DOCUMENT_WEIGHT}`;
  return sql`candidate_search_term AS t WHERE t.tenant_id = ${tenantId}${documents}`;
}

interface Condition {
  condition: RawBuilder<unknown>;
  rank: RawBuilder<unknown>;
}

/** The conditions of a word in the whole index. */
function inIndex(word: QueryWord): Condition[] {
  // The operators of the index by term. A range of them never uses the key of the table.
  return conditionsOf(word, ({ from, to }) => sql`t.term ~>=~ ${from} AND t.term ~<~ ${to}`);
}

function conditionsOf(
  word: QueryWord,
  isIn: (range: QueryWord['ranges'][number]) => RawBuilder<unknown>,
): Condition[] {
  const { ranges, terms } = word;
  const ofRanges = ranges.map((range) => ({
    condition: isIn(range),
    rank: sql`t.weight + ${costOf(word)}`,
  }));
  if (terms.length === 0) return ofRanges;
  return [...ofRanges, { condition: sql`t.term = ANY (${terms}::text[])`, rank: rankOfTerms(word) }];
}

/** SQL for the rank of one of the terms of the word, which is never the word itself. */
function rankOfTerms(word: QueryWord): RawBuilder<unknown> {
  return word.whole === undefined ? sql`t.weight + 1` : sql`t.weight + ${costOf(word)}`;
}

/** SQL for what a term adds to its weight. The word itself adds nothing. */
function costOf({ exact, whole }: QueryWord): RawBuilder<unknown> {
  if (whole === undefined) return sql`CASE WHEN t.term = ${exact} THEN 0 ELSE 1 END`;
  const { from, to } = whole.range;
  const isWhole = sql`t.term >= ${from} AND t.term < ${to} OR t.term = ANY (${whole.terms}::text[])`;
  return sql`CASE WHEN t.term = ${whole.exact} THEN 0 WHEN ${isWhole} THEN 1
                  WHEN t.term = ${exact} THEN ${COST_OF_PART}::int ELSE ${COST_OF_LIKE_PART}::int END`;
}

/**
 * The conditions of a word among the terms of one record. Their ranges use the key of the table. The index by term has them too, but
 * it would be read from the beginning to the end of the range for each record, and without statistics it can look as good.
 */
function inRecord(word: QueryWord): Condition[] {
  return partsOf(word).flatMap((part) => {
    const { terms } = part;
    if (terms.length < 2)
      return conditionsOf(part, ({ from, to }) => sql`t.term >= ${from} AND t.term < ${to}`);
    // IS TRUE keeps the index from being searched once for each term. A word can mean hundreds of professions.
    const condition = sql`t.term >= ${terms[0]} AND t.term <= ${terms.at(-1)} AND (t.term = ANY (${terms}::text[])) IS TRUE`;
    return [{ condition, rank: rankOfTerms(part) }];
  });
}
