import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Static } from '../../../core/http/schema.ts';
import { changeExpression } from '../../changes/index.ts';
import {
  datesOf,
  MAXIMUM_PER_REQUEST,
  type ProposalStatus,
  type ProposalValues,
  possibleStatuses,
  type RateUnit,
} from './rules.ts';
import type { ProposalRead } from './schema.ts';

type Proposal = Static<typeof ProposalRead>;

/** Everything that is read of the proposal `p`. Candidates whom the platform does not show have none. */
function selectProposals(tenantId: number): RawBuilder<unknown> {
  return sql`
    SELECT p.id, r.id AS "requestId", r.title AS "requestTitle",
           r.status_id AS "requestStatusId", r.company_id AS "companyId", o.name AS company,
           r.start_date AS "startDate", c.id AS "candidateId", concat_ws(' ', c.first_name, c.last_name) AS "candidateName",
           c.city, c.available_from AS "availableFrom", p.status,
           utc(p.shortlisted_at) AS "shortlistedAtUtc", utc(p.proposed_at) AS "proposedAtUtc",
           utc(p.accepted_at) AS "acceptedAtUtc", utc(p.placed_at) AS "placedAtUtc", utc(p.declined_at) AS "declinedAtUtc",
           CASE WHEN num_nonnulls(p.rate_amount, p.rate_unit, p.rate_currency) > 0 THEN
             json_build_object('amount', p.rate_amount, 'unit', p.rate_unit, 'currency', p.rate_currency) END AS rate,
           p.comment, p.created_by AS "createdById",
           nullif(concat_ws(' ', u.first_name, u.last_name), '') AS "createdByName", utc(p.modified_at) AS "modifiedAtUtc"
      FROM customer_request_proposal AS p
      JOIN customer_request AS r ON r.tenant_id = ${tenantId} AND r.id = p.customer_request_id
      JOIN company AS o ON o.tenant_id = ${tenantId} AND o.id = r.company_id
      JOIN candidate AS c ON c.tenant_id = ${tenantId} AND c.id = p.candidate_id AND c.is_visible
      LEFT JOIN user_account AS u ON u.tenant_id = ${tenantId} AND u.id = p.created_by`;
}

function toProposals(rows: readonly Omit<Proposal, 'possibleStatuses'>[]): Proposal[] {
  return rows.map((row) => ({ ...row, possibleStatuses: [...possibleStatuses(row.status)] }));
}

export async function listProposals(
  db: TenantDatabase,
  tenantId: number,
  requestId: number,
): Promise<Proposal[]> {
  const { rows } = await sql<Proposal>`
    ${selectProposals(tenantId)}
     WHERE p.tenant_id = ${tenantId} AND p.customer_request_id = ${requestId}
     ORDER BY p.shortlisted_at, p.id LIMIT ${MAXIMUM_PER_REQUEST}`.execute(db);
  return toProposals(rows);
}

export async function findProposal(
  db: TenantDatabase,
  tenantId: number,
  { requestId, proposalId }: { requestId: number; proposalId: number },
): Promise<Proposal | undefined> {
  const { rows } = await sql<Proposal>`
    ${selectProposals(tenantId)}
     WHERE p.tenant_id = ${tenantId} AND p.customer_request_id = ${requestId} AND p.id = ${proposalId}`.execute(
    db,
  );
  return toProposals(rows)[0];
}

/** A page of the proposals of a candidate, newest first. */
export async function listProposalsOf(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<Proposal[]> {
  const { rows } = await sql<Proposal>`
    ${selectProposals(tenantId)}
     WHERE p.tenant_id = ${tenantId} AND p.candidate_id = ${candidateId}
           ${before === undefined ? sql`` : sql`AND p.id < ${before}`}
     ORDER BY p.id DESC LIMIT ${limit}`.execute(db);
  return toProposals(rows);
}

export async function hasVisibleCandidate(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM candidate WHERE tenant_id = ${tenantId} AND id = ${candidateId} AND is_visible`.execute(db);
  return rows.length > 0;
}

interface RequestState {
  id: number;
  headcount: number;
  statusId: number;
  placed: number;
}

export async function findRequestState(
  db: TenantDatabase,
  tenantId: number,
  requestId: number,
): Promise<RequestState | undefined> {
  const { rows } = await sql<RequestState>`
    SELECT r.id, r.headcount, r.status_id AS "statusId",
           (SELECT count(*)::int FROM customer_request_proposal AS p
             WHERE p.tenant_id = ${tenantId} AND p.customer_request_id = r.id AND p.status = 'placed') AS placed
      FROM customer_request AS r WHERE r.tenant_id = ${tenantId} AND r.id = ${requestId}`.execute(db);
  return rows[0];
}

/**
 * Locks the request until the transaction ends, so that its proposals are added and changed one after the other, and its status stays.
 * Every write takes this lock first.
 */
export async function lockRequest(
  db: TenantDatabase,
  tenantId: number,
  requestId: number,
): Promise<{ statusId: number } | undefined> {
  const { rows } = await sql<{ statusId: number }>`
    SELECT status_id AS "statusId" FROM customer_request
     WHERE tenant_id = ${tenantId} AND id = ${requestId} FOR NO KEY UPDATE`.execute(db);
  return rows[0];
}

interface StoredProposal extends ProposalValues {
  id: number;
  candidateId: number;
}

/** Locks the request and its proposal. Undefined if one does not exist. */
export async function lockProposal(
  db: TenantDatabase,
  tenantId: number,
  { requestId, proposalId }: { requestId: number; proposalId: number },
): Promise<(StoredProposal & { requestStatusId: number }) | undefined> {
  const request = await lockRequest(db, tenantId, requestId);
  if (request === undefined) return undefined;
  const { rows } = await sql<{
    id: number;
    candidateId: number;
    status: ProposalStatus;
    comment: string | null;
    amount: number;
    unit: RateUnit | null;
    currency: string;
  }>`
    SELECT id, candidate_id AS "candidateId", status, comment, rate_amount AS amount, rate_unit AS unit,
           rate_currency AS currency
      FROM customer_request_proposal
     WHERE tenant_id = ${tenantId} AND customer_request_id = ${requestId} AND id = ${proposalId} FOR UPDATE`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { amount, unit, currency, ...rest } = row;
  return {
    ...rest,
    rate: unit === null ? null : { amount: Number(amount), unit, currency },
    requestStatusId: request.statusId,
  };
}

/** Those of the candidates whom the platform shows. They cannot be erased until the transaction ends. */
export async function holdVisible(
  db: TenantDatabase,
  tenantId: number,
  candidateIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM candidate WHERE tenant_id = ${tenantId} AND id = ANY (${[...candidateIds]}::int[]) AND is_visible
     ORDER BY id FOR KEY SHARE`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The candidates with an open proposal on the request, and the number of all its proposals. */
export async function findOpen(
  db: TenantDatabase,
  tenantId: number,
  requestId: number,
): Promise<{ candidateIds: Set<number>; total: number }> {
  const { rows } = await sql<{ candidateIds: number[]; total: number }>`
    SELECT coalesce(array_agg(candidate_id) FILTER (WHERE status <> 'declined'), '{}') AS "candidateIds",
           count(*)::int AS total
      FROM customer_request_proposal
     WHERE tenant_id = ${tenantId} AND customer_request_id = ${requestId}`.execute(db);
  const { candidateIds, total } = rows[0]!;
  return { candidateIds: new Set(candidateIds), total };
}

/** The entries in the change log, which only the history of the request and the candidate and the live stream read. */
function recordedFor(tenantId: number, rows: string, properties: readonly string[]): RawBuilder<unknown> {
  const common = { kind: 'modified', properties, event: null } as const;
  return sql`${changeExpression(tenantId, {
    ...common,
    entity: 'requestProposal',
    id: sql.ref(`${rows}.customer_request_id`),
  })}, ${changeExpression(tenantId, {
    ...common,
    entity: 'candidateProposal',
    id: sql.ref(`${rows}.candidate_id`),
  })}`;
}

/**
 * Locks the proposals of the candidates, which the caller has locked, until the transaction ends. No other write waits for a candidate
 * while it has the lock of a proposal.
 */
export async function lockProposalsOf(
  db: TenantDatabase,
  tenantId: number,
  candidateIds: readonly number[],
): Promise<void> {
  await sql`
    SELECT FROM customer_request_proposal
     WHERE tenant_id = ${tenantId} AND candidate_id = ANY (${[...candidateIds]}::int[]) ORDER BY id FOR UPDATE`.execute(
    db,
  );
}

/** Records that these proposals of a candidate, or all of them, were changed or have become its own. */
export async function recordProposalsOf(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  ids?: readonly number[],
): Promise<void> {
  if (ids?.length === 0) return;
  await sql`
    WITH own AS (
      SELECT customer_request_id, candidate_id FROM customer_request_proposal
       WHERE tenant_id = ${tenantId} AND candidate_id = ${candidateId}
             ${ids === undefined ? sql`` : sql`AND id = ANY (${[...ids]}::int[])`})
    SELECT ${recordedFor(tenantId, 'own', ['proposals'])} FROM own`.execute(db);
}

export async function insertProposals(
  db: TenantDatabase,
  tenantId: number,
  { requestId, candidateIds, userId }: { requestId: number; candidateIds: readonly number[]; userId: number },
): Promise<{ id: number; candidateId: number }[]> {
  const values = candidateIds.map(
    (id) => sql`(${tenantId}::int, ${requestId}::int, ${id}::int, ${userId}::int)`,
  );
  const { rows } = await sql<{ id: number; candidateId: number }>`
    WITH added AS (
      INSERT INTO customer_request_proposal (tenant_id, customer_request_id, candidate_id, created_by)
      VALUES ${sql.join(values)}
      RETURNING id, customer_request_id, candidate_id)
    SELECT id, candidate_id AS "candidateId", ${recordedFor(tenantId, 'added', ['proposals'])} FROM added`.execute(
    db,
  );
  const byCandidate = new Map(rows.map(({ id, candidateId }) => [candidateId, id]));
  return candidateIds.map((candidateId) => ({ id: byCandidate.get(candidateId)!, candidateId }));
}

export async function updateProposal(
  db: TenantDatabase,
  tenantId: number,
  proposalId: number,
  changed: Partial<ProposalValues>,
): Promise<void> {
  const { status, rate, comment } = changed;
  const dates = status === undefined ? undefined : datesOf(status);
  const columns = [
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(dates === undefined ? [] : [sql`${sql.ref(dates.set)} = coalesce(${sql.ref(dates.set)}, clock.now)`]),
    ...(dates?.cleared ?? []).map((column) => sql`${sql.ref(column)} = NULL`),
    ...(rate === undefined
      ? []
      : [
          sql`rate_amount = ${rate?.amount ?? null}::numeric`,
          sql`rate_unit = ${rate?.unit ?? null}::text`,
          sql`rate_currency = ${rate?.currency ?? null}::text`,
        ]),
    ...(comment === undefined ? [] : [sql`comment = ${comment}`]),
  ];
  await sql`
    WITH clock AS MATERIALIZED (SELECT clock_now() AS now),
    changed AS (
      UPDATE customer_request_proposal SET ${sql.join([...columns, sql`modified_at = clock.now`])}
        FROM clock
       WHERE tenant_id = ${tenantId} AND id = ${proposalId}
      RETURNING customer_request_id, candidate_id)
    SELECT ${recordedFor(
      tenantId,
      'changed',
      Object.keys(changed).map((property) => `proposals.${property}`),
    )} FROM changed`.execute(db);
}

export async function deleteProposal(
  db: TenantDatabase,
  tenantId: number,
  proposalId: number,
): Promise<void> {
  await sql`
    WITH gone AS (
      DELETE FROM customer_request_proposal WHERE tenant_id = ${tenantId} AND id = ${proposalId}
      RETURNING customer_request_id, candidate_id)
    SELECT ${recordedFor(tenantId, 'gone', ['proposals'])} FROM gone`.execute(db);
}
