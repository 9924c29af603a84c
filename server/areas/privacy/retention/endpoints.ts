import { type AnyEndpoint, defineEndpoint, notFound } from '../../../core/http/index.ts';
import { cursorFaults, findPosition } from '../../../core/http/page-position.ts';
import { CandidatePath } from '../../candidates/index.ts';
import { listDue, lockRule, readMonths, readRetention, setMonths } from './queries.ts';
import { closedBefore, DUE_CANDIDATES, dueSince, retentionOf } from './rules.ts';
import {
  CandidateRetentionResponse,
  DEFAULT_LIMIT,
  DueQuery,
  DueResponse,
  MAXIMUM_READ,
  Retention,
  RetentionResponse,
} from './schema.ts';

const COMMON = { audience: 'platform', area: 'Privacy' } as const;
const RULE = { ...COMMON, path: '/privacy/retention' } as const;

export const retentionEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...RULE,
    id: 'retention_get',
    method: 'GET',
    permission: 'privacy:read',
    summary: 'Read when the erasure of candidates is proposed',
    success: { status: 200, description: 'The rule.', schema: RetentionResponse },
    etag: 'content',
    handle: async ({ db, tenantId }) => ({ proposeErasureAfterMonths: await readMonths(db, tenantId) }),
  }),
  defineEndpoint({
    ...RULE,
    id: 'retention_set',
    method: 'PUT',
    permission: 'privacy:write',
    summary: 'Set when the erasure of candidates is proposed',
    description:
      'Applies to all candidates at once. Nothing is erased: people do it, one candidate at a time.',
    ifMatch: {
      read: 'retention_get',
      params: () => ({}),
      lock: ({ db, tenantId }) => lockRule(db, tenantId),
    },
    body: Retention,
    success: { status: 204, description: 'The rule is set.' },
    examples: [
      { summary: 'A year after the end of the last application', body: { proposeErasureAfterMonths: 12 } },
      { summary: 'Propose nothing', body: { proposeErasureAfterMonths: null } },
    ],
    async handle({ tenantId, body, writeStatement }) {
      await writeStatement((db) => setMonths(db, tenantId, body.proposeErasureAfterMonths));
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'dueCandidate_list',
    method: 'GET',
    path: '/privacy/due',
    permission: 'privacy:read',
    summary: 'List the candidates whose erasure is proposed',
    description: `A candidate is listed if every application is rejected or withdrawn, and the last of them has been so for the months of the rule (GET /privacy/retention), counted in whole days (UTC). A candidate is not listed as long as an application is open or hired, the status is hired, or a hold is in force (GET /privacy/holds). So a candidate who applies again, whose application is reopened, or who is hired leaves the list by itself. Candidates who never applied are not listed, because there is no end of an application to count from. Users do not find them: GET /v3/candidates lists them with isVisible false. The candidates who have been due for the longest come first. One who stays due appears on exactly one page, even if others come and go meanwhile. A page reads at most ${MAXIMUM_READ.toLocaleString('en')} closed applications, so it can have fewer candidates than limit, and even none, although there is a next one: the last page is the one without nextCursor. Erase each with DELETE /candidates/{candidateId}.`,
    query: DueQuery,
    check: ({ query }) => cursorFaults('after', query.after, DUE_CANDIDATES),
    success: { status: 200, description: 'A page of the candidates.', schema: DueResponse },
    etag: 'content',
    async handle({ db, tenantId, query: { after, limit = DEFAULT_LIMIT }, services }) {
      const months = await readMonths(db, tenantId);
      if (months === null) return { candidates: [], nextCursor: null };
      const page = {
        closedBefore: closedBefore(services.now(), months),
        after: findPosition(after, DUE_CANDIDATES),
        limit,
      };
      const { candidates, next } = await listDue(db, tenantId, page);
      return {
        candidates: candidates.map((candidate) => ({
          ...candidate,
          dueSinceUtc: dueSince(new Date(candidate.closedAtUtc), months).toISOString(),
        })),
        nextCursor: next,
      };
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'candidateRetention_get',
    method: 'GET',
    path: '/candidates/{candidateId}/retention',
    permission: 'privacy:read',
    summary: 'Read from when on the erasure of a candidate is proposed',
    description:
      'Returns the day on which the candidate appears in GET /privacy/due, or what keeps the candidate. Applications, the status, holds, and the rule of the tenant change it.',
    params: CandidatePath,
    success: {
      status: 200,
      description: 'The day, or what keeps the candidate.',
      schema: CandidateRetentionResponse,
    },
    notFound: 'Candidate',
    etag: 'content',
    async handle({ db, tenantId, params }) {
      const facts = await readRetention(db, tenantId, params.candidateId);
      if (facts === undefined) throw notFound('Candidate');
      const { dueFrom, keptBy } = retentionOf(facts, facts.months);
      return { dueFromUtc: dueFrom?.toISOString() ?? null, keptBy };
    },
  }),
];
