import type { TenantDatabase } from '../../../core/db/connection.ts';
import { currencyFaults } from '../../../core/http/currency-faults.ts';
import {
  type AnyEndpoint,
  defineEndpoint,
  type Fault,
  getUser,
  invalid,
  type LockInput,
  notFound,
} from '../../../core/http/index.ts';
import { isFinalRequestStatus, REQUEST_STATUS } from '../../requests/index.ts';
import {
  deleteProposal,
  findOpen,
  findProposal,
  findRequestState,
  hasVisibleCandidate,
  holdVisible,
  insertProposals,
  listProposals,
  listProposalsOf,
  lockProposal,
  lockRequest,
  updateProposal,
} from './queries.ts';
import {
  alreadyProposed,
  changedValues,
  endedRequest,
  MAXIMUM_PER_REQUEST,
  type ProposalValues,
  placedProposal,
  repetitionFaults,
  tooManyProposals,
  transitionFaults,
  unknownCandidate,
} from './rules.ts';
import {
  CandidateProposalsPath,
  CandidateProposalsQuery,
  CandidateProposalsResponse,
  CreatedProposals,
  DEFAULT_LIMIT,
  ProposalChange,
  ProposalPath,
  ProposalRead,
  ProposalsCreate,
  ProposalsResponse,
  RequestProposalsPath,
} from './schema.ts';

const COMMON = { audience: 'platform', area: 'Proposals' } as const;
const READ = { ...COMMON, method: 'GET', permission: 'proposals:read', etag: 'content' } as const;
const REQUEST = 'Customer request';
const ONE = {
  ...COMMON,
  path: '/requests/{requestId}/proposals/{proposalId}',
  permission: 'proposals:write',
  params: ProposalPath,
  ifMatch: {
    read: 'requestProposal_get',
    lock: ({ db, tenantId, params }: LockInput<{ requestId: number; proposalId: number }>) =>
      lockProposal(db, tenantId, params),
  },
  notFound: 'Proposal',
} as const;

/** What keeps candidates from being added. Call it under the lock of the request to be sure. */
async function additionFaults(
  db: TenantDatabase,
  tenantId: number,
  requestId: number,
  candidateIds: readonly number[],
): Promise<Fault[]> {
  const { candidateIds: open, total } = await findOpen(db, tenantId, requestId);
  if (total + candidateIds.length > MAXIMUM_PER_REQUEST) return [tooManyProposals()];
  return candidateIds.flatMap((id, index) => (open.has(id) ? [alreadyProposed(index)] : []));
}

export const proposalEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...READ,
    id: 'requestProposal_list',
    path: '/requests/{requestId}/proposals',
    summary: 'List the proposals of a request',
    description:
      'Returns all of them with the number of those who are placed, and how many the request needs.',
    params: RequestProposalsPath,
    success: { status: 200, description: 'The proposals.', schema: ProposalsResponse },
    notFound: REQUEST,
    async handle({ db, tenantId, params: { requestId } }) {
      const request = await findRequestState(db, tenantId, requestId);
      if (request === undefined) throw notFound(REQUEST);
      const { headcount, placed, statusId } = request;
      const canBeFilled = placed >= headcount && isWaiting(statusId);
      return { headcount, placed, canBeFilled, proposals: await listProposals(db, tenantId, requestId) };
    },
  }),
  defineEndpoint({
    ...READ,
    id: 'requestProposal_get',
    path: '/requests/{requestId}/proposals/{proposalId}',
    summary: 'Read a proposal',
    params: ProposalPath,
    success: { status: 200, description: 'The proposal.', schema: ProposalRead },
    notFound: 'Proposal',
    async handle({ db, tenantId, params }) {
      const proposal = await findProposal(db, tenantId, params);
      if (proposal === undefined) throw notFound('Proposal');
      return proposal;
    },
  }),
  defineEndpoint({
    ...READ,
    id: 'candidateProposal_list',
    path: '/candidates/{candidateId}/proposals',
    summary: 'List the proposals of a candidate',
    description: 'Returns on which requests the candidate was shortlisted, and what became of it.',
    params: CandidateProposalsPath,
    query: CandidateProposalsQuery,
    success: { status: 200, description: 'A page of the proposals.', schema: CandidateProposalsResponse },
    notFound: 'Candidate',
    async handle({ db, tenantId, params: { candidateId }, query: { before, limit = DEFAULT_LIMIT } }) {
      if (!(await hasVisibleCandidate(db, tenantId, candidateId))) throw notFound('Candidate');
      // One row more shows whether there is another page.
      const found = await listProposalsOf(db, tenantId, candidateId, { before, limit: limit + 1 });
      const proposals = found.slice(0, limit);
      return { proposals, nextBefore: found.length > limit ? proposals.at(-1)!.id : null };
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'requestProposal_create',
    method: 'POST',
    path: '/requests/{requestId}/proposals',
    permission: 'proposals:write',
    summary: 'Shortlist candidates for a request',
    description:
      'Adds a proposal for each candidate. A candidate can have one open proposal on a request; after it is declined, another one can be added. The request must not be cancelled or closed. No integration hears of it: proposals are not part of its interface.',
    params: RequestProposalsPath,
    body: ProposalsCreate,
    check: ({ body }) => repetitionFaults(body.candidateIds),
    findWriteFaults: ({ db, tenantId, params, body }) =>
      additionFaults(db, tenantId, params.requestId, body.candidateIds ?? []),
    success: { status: 200, description: 'The new proposals.', schema: CreatedProposals },
    notFound: REQUEST,
    creates: true,
    examples: [{ summary: 'Shortlist a candidate', body: { candidateIds: [4711] } }],
    handle: ({ tenantId, caller, params: { requestId }, body: { candidateIds }, write }) =>
      write(async (db) => {
        const request = await lockRequest(db, tenantId, requestId);
        if (request === undefined) throw notFound(REQUEST);
        if (isFinalRequestStatus(request.statusId)) throw invalid(endedRequest('candidateIds'));
        const visible = await holdVisible(db, tenantId, candidateIds);
        const unknown = candidateIds.flatMap((id, index) =>
          visible.has(id) ? [] : [unknownCandidate(index)],
        );
        const faults = [...unknown, ...(await additionFaults(db, tenantId, requestId, candidateIds))];
        if (faults.length > 0) throw invalid(...faults);
        const { userId } = getUser(caller);
        return { proposals: await insertProposals(db, tenantId, { requestId, candidateIds, userId }) };
      }),
  }),
  defineEndpoint({
    ...ONE,
    id: 'requestProposal_change',
    method: 'PUT',
    summary: 'Change a proposal',
    description:
      'Changes only the properties that are sent. A new status sets its time and clears the times of the later ones, so that setting the status before takes a step back. Only who is accepted can be placed, and only on a request that is not cancelled or closed. The status of the request does not change by itself.',
    body: ProposalChange,
    check: ({ body }) => currencyFaults('rate.currency', body.rate?.currency),
    success: { status: 204, description: 'Changed, or nothing to change.' },
    examples: [
      { summary: 'Propose the candidate to the customer', body: { status: 'proposed' } },
      { summary: 'Agree on a rate', body: { rate: { amount: 29.9, unit: 'hour', currency: 'EUR' } } },
    ],
    async handle({ tenantId, params, body, write }) {
      await write(async (db) => {
        const stored = await lockProposal(db, tenantId, params);
        if (stored === undefined) throw notFound('Proposal');
        const changed = changedValues(stored, body as Partial<ProposalValues>);
        if (Object.keys(changed).length === 0) return;
        const { status } = changed;
        if (status !== undefined) {
          const faults = transitionFaults(stored.status, status);
          if (status === 'placed' && isFinalRequestStatus(stored.requestStatusId))
            faults.push(endedRequest('status'));
          // Another proposal could have been opened since this one was declined.
          if (stored.status === 'declined') {
            const { candidateIds } = await findOpen(db, tenantId, params.requestId);
            if (candidateIds.has(stored.candidateId)) faults.push(reopenedElsewhere());
          }
          if (faults.length > 0) throw invalid(...faults);
        }
        await updateProposal(db, tenantId, stored.id, changed);
      });
    },
  }),
  defineEndpoint({
    ...ONE,
    id: 'requestProposal_delete',
    method: 'DELETE',
    summary: 'Remove a proposal',
    description:
      'For a candidate who was shortlisted by mistake. What became of a proposal is a status. One of a candidate who is placed cannot be removed.',
    success: { status: 204, description: 'The proposal is removed.' },
    async handle({ tenantId, params, write }) {
      await write(async (db) => {
        const stored = await lockProposal(db, tenantId, params);
        if (stored === undefined) throw notFound('Proposal');
        if (stored.status === 'placed') throw invalid(placedProposal());
        await deleteProposal(db, tenantId, stored.id);
      });
    },
  }),
];

function isWaiting(statusId: number): boolean {
  return statusId === REQUEST_STATUS.open || statusId === REQUEST_STATUS.inProgress;
}

function reopenedElsewhere(): Fault {
  return {
    property: 'status',
    code: 'duplicate',
    message:
      'status cannot be changed, because the candidate has another open proposal on this request. Change that one, or remove it first.',
  };
}
