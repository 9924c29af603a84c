import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { insertProposals, type Rate, updateProposal } from '../../proposals/index.ts';
import { planProposals, type RequestToFill } from '../plan/proposals.ts';
import { Random } from '../plan/random.ts';
import type { StoredDemoCandidate } from './candidates.ts';

const SEED = 20_260_427;

/**
 * Shortlists candidates with the profession of each open request. Of a request in progress, some are proposed to the customer, accepted,
 * placed, or declined. A candidate is placed once at most.
 */
export async function writeProposals(
  db: TenantDatabase,
  tenantId: number,
  now: Date,
  stored: readonly StoredDemoCandidate[],
): Promise<void> {
  const random = new Random(SEED);
  // Nobody sees a candidate without an application.
  const free = new Set(stored.filter(({ plan }) => plan.applications.length > 0));
  for (const request of await findRequests(db, tenantId)) {
    const suitable = [...free].filter(({ plan }) =>
      plan.skills.professions.some(({ professionId }) => professionId === request.professionId),
    );
    const planned = planProposals(random, request, suitable, now);
    if (planned.length === 0) continue;
    const created = await insertProposals(db, tenantId, {
      requestId: request.id,
      candidateIds: planned.map(({ candidate }) => candidate.id),
      userId: request.recruiterId,
    });
    for (const [index, { candidate, status, comment, shortlistedAt }] of planned.entries()) {
      const { id } = created[index]!;
      // A new one is shortlisted already.
      if (status !== 'shortlisted') {
        const isAgreed = status === 'accepted' || status === 'placed';
        await updateProposal(db, tenantId, id, {
          status,
          ...(comment !== null && { comment }),
          ...(isAgreed && { rate: request.rate }),
        });
      }
      await moveDates(db, tenantId, { id, from: shortlistedAt, until: now });
      if (status === 'placed') free.delete(candidate);
    }
  }
}

interface Request extends RequestToFill {
  id: number;
  professionId: number;
  recruiterId: number;
  rate: Rate | null;
}

async function findRequests(db: TenantDatabase, tenantId: number): Promise<Request[]> {
  const rows = await db
    .selectFrom('customer_request')
    .select(['id', 'profession_id', 'responsibility', 'status_id', 'headcount', 'created_at', 'billing_rate'])
    .where('tenant_id', '=', tenantId)
    .where('profession_id', 'is not', null)
    .where('responsibility', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    professionId: row.profession_id!,
    recruiterId: row.responsibility!,
    statusId: row.status_id,
    headcount: row.headcount,
    createdAt: new Date(row.created_at),
    rate:
      row.billing_rate === null ? null : { amount: Number(row.billing_rate), unit: 'hour', currency: 'EUR' },
  }));
}

/** Spreads the dates of a proposal over the time since it was shortlisted. */
async function moveDates(
  db: TenantDatabase,
  tenantId: number,
  { id, from, until }: { id: number; from: Date; until: Date },
): Promise<void> {
  const at = (share: number) =>
    sql`${new Date(from.getTime() + share * (until.getTime() - from.getTime())).toISOString()}::timestamptz`;
  await sql`
    UPDATE customer_request_proposal
       SET shortlisted_at = ${at(0)}, modified_at = ${at(0.9)},
           proposed_at = CASE WHEN status <> 'shortlisted' THEN ${at(0.3)} END,
           accepted_at = CASE WHEN status IN ('accepted', 'placed') THEN ${at(0.6)} END,
           placed_at = CASE WHEN status = 'placed' THEN ${at(0.9)} END,
           declined_at = CASE WHEN status = 'declined' THEN ${at(0.9)} END
     WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(db);
}
