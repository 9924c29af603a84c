import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { ValueProperty, ValueSource } from '../cv/values.ts';

type ProposalState = 'written' | 'open' | 'accepted' | 'rejected';

interface DocumentKey {
  candidateId: number;
  documentId: number;
}

interface NewProposal {
  property: ValueProperty;
  value: Record<string, unknown>;
  confidence: number;
  sources: readonly ValueSource[];
  state: 'written' | 'open';
}

export interface StoredProposal {
  id: number;
  property: ValueProperty;
  value: Record<string, unknown>;
  state: ProposalState;
}

/** JSON of DocumentProposalsResponse. Undefined if the candidate has no such document. */
export async function findProposals(
  db: TenantDatabase,
  tenantId: number,
  { candidateId, documentId }: DocumentKey,
): Promise<{ json: string; hasLines: boolean } | undefined> {
  const { rows } = await sql<{ json: string; hasLines: boolean }>`
    SELECT json_build_object(
             'proposals', coalesce(json_agg(json_build_object(
               'id', p.id, 'property', p.property, 'value', p.value, 'confidence', p.confidence, 'state', p.state,
               'sources', p.sources, 'decidedAtUtc', utc(p.decided_at)) ORDER BY p.id) FILTER (WHERE p.id IS NOT NULL), '[]'),
             'leftovers', d.cv_leftovers)::text AS json,
           count(p.id) > 0 AS "hasLines"
      FROM document AS d
      LEFT JOIN document_proposal AS p ON p.tenant_id = ${tenantId} AND p.document_id = d.id
     WHERE d.tenant_id = ${tenantId} AND d.id = ${documentId} AND d.candidate_id = ${candidateId}
     GROUP BY d.tenant_id, d.id`.execute(db);
  return rows[0];
}

/** Locks the document until the transaction ends. False if the candidate has no such document. */
export async function lockDocument(
  db: TenantDatabase,
  tenantId: number,
  { candidateId, documentId }: DocumentKey,
): Promise<boolean> {
  const row = await db
    .selectFrom('document')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', documentId)
    .where('candidate_id', '=', candidateId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The proposals of a document, sorted by id. The caller has locked the document. */
export async function listProposals(
  db: TenantDatabase,
  tenantId: number,
  documentId: number,
): Promise<StoredProposal[]> {
  return (await db
    .selectFrom('document_proposal')
    .select(['id', 'property', 'value', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .orderBy('id')
    .execute()) as unknown as StoredProposal[];
}

/**
 * Replaces the open proposals of a document, which the caller has locked. What was decided stays decided: such a value is not
 * proposed again. Returns whether anything changed.
 */
export async function storeProposals(
  db: TenantDatabase,
  tenantId: number,
  { candidateId, documentId }: DocumentKey,
  proposals: readonly NewProposal[],
): Promise<boolean> {
  const stored = await listProposals(db, tenantId, documentId);
  const known = new Set(stored.map(keyOf));
  const wanted = new Set(proposals.filter(({ state }) => state === 'open').map(keyOf));
  const added = proposals.filter((proposal) => !known.has(keyOf(proposal)));
  const outdated = stored.filter((proposal) => proposal.state === 'open' && !wanted.has(keyOf(proposal)));
  if (outdated.length > 0)
    await db
      .deleteFrom('document_proposal')
      .where('tenant_id', '=', tenantId)
      .where(
        'id',
        'in',
        outdated.map(({ id }) => id),
      )
      .execute();
  if (added.length > 0)
    await db
      .insertInto('document_proposal')
      .values(
        added.map(({ value, sources, ...rest }) => ({
          ...rest,
          tenant_id: tenantId,
          document_id: documentId,
          candidate_id: candidateId,
          value: JSON.stringify(value),
          sources: JSON.stringify(sources),
        })),
      )
      .execute();
  return added.length + outdated.length > 0;
}

/** Identifies the value, whatever the order of its properties, and whatever profession the list had for a job when it was read. */
function keyOf({ property, value }: Pick<StoredProposal, 'property' | 'value'>): string {
  const { professionId, ...rest } = value;
  return JSON.stringify([property, sorted(property === 'resume.jobs' ? rest : value)]);
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .map(([name, inner]) => [name, sorted(inner)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1));
}

/** Sets the state of proposals. */
export async function setProposalStates(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
  state: 'accepted' | 'rejected' | 'open',
): Promise<void> {
  await sql`
    UPDATE document_proposal SET state = ${state}, decided_at = ${state === 'open' ? null : sql`clock_now()`}
     WHERE tenant_id = ${tenantId} AND id = ANY (${ids}::int[])`.execute(db);
}

export interface CvSettings {
  proposesEverything: boolean;
  minimumConfidence: number | null;
}

export async function readCvSettings(db: TenantDatabase, tenantId: number): Promise<CvSettings> {
  const row = await db
    .selectFrom('cv_setting')
    .select(['proposes_everything as proposesEverything', 'minimum_confidence as minimumConfidence'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row ?? { proposesEverything: false, minimumConfidence: null };
}

/**
 * Locks the settings until the transaction ends. Only for a transaction that changes them: a tenant that has the defaults has no row, so
 * this inserts one.
 */
export async function lockCvSettings(db: TenantDatabase, tenantId: number): Promise<{ tenant_id: number }> {
  await db
    .insertInto('cv_setting')
    .values({ tenant_id: tenantId })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
  return db
    .selectFrom('cv_setting')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Changes the settings that are not undefined. One statement. */
export async function changeCvSettings(
  db: TenantDatabase,
  tenantId: number,
  { proposesEverything, minimumConfidence }: Partial<CvSettings>,
): Promise<void> {
  const changed = {
    ...(proposesEverything === undefined ? {} : { proposes_everything: proposesEverything }),
    ...(minimumConfidence === undefined ? {} : { minimum_confidence: minimumConfidence }),
  };
  if (Object.keys(changed).length === 0) return;
  await db
    .insertInto('cv_setting')
    .values({ tenant_id: tenantId, ...changed })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(changed))
    .execute();
}
