import {
  type AnyEndpoint,
  defineEndpoint,
  getUser,
  type LockInput,
  notFound,
  RawJson,
} from '../../../core/http/index.ts';
import { CandidatePath, lockCandidateRow } from '../../candidates/index.ts';
import { findHold, findHolds, insertHold, listHolds, releaseHold } from './queries.ts';
import { holdFaults, isSameHold } from './rules.ts';
import { Hold, HoldListResponse, HoldQuery, HoldsResponse } from './schema.ts';

const COMMON = { audience: 'platform', area: 'Privacy' } as const;

const OF_CANDIDATE = {
  ...COMMON,
  path: '/candidates/{candidateId}/hold',
  params: CandidatePath,
} as const;

const WRITE = {
  ...OF_CANDIDATE,
  permission: 'privacy:write',
  // An erasure takes the same lock first, so the later one of the two sees what the other one has done.
  ifMatch: {
    read: 'candidateHold_get',
    lock: ({ db, tenantId, params }: LockInput<{ candidateId: number }>) =>
      lockCandidateRow(db, tenantId, params.candidateId),
  },
} as const;

export const holdEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'hold_list',
    method: 'GET',
    path: '/privacy/holds',
    permission: 'privacy:read',
    summary: 'List the candidates who must not be erased',
    description:
      'Returns the holds that are in force, those of the newest candidates first. A hold leaves the list when it is released, after its last day, and with its candidate.',
    query: HoldQuery,
    success: { status: 200, description: 'A page of the holds.', schema: HoldListResponse },
    etag: 'content',
    handle: async ({ db, tenantId, query }) => new RawJson(await listHolds(db, tenantId, query)),
  }),
  defineEndpoint({
    ...OF_CANDIDATE,
    id: 'candidateHold_get',
    method: 'GET',
    permission: 'privacy:read',
    summary: 'Read whether a candidate must not be erased',
    description:
      'Returns the hold that is in force and the earlier ones, with who set and who released them. They are deleted with the candidate.',
    success: { status: 200, description: 'The holds of the candidate.', schema: HoldsResponse },
    notFound: 'Candidate',
    etag: 'content',
    async handle({ db, tenantId, params }) {
      const holds = await findHolds(db, tenantId, params.candidateId);
      if (holds === undefined) throw notFound('Candidate');
      return new RawJson(holds);
    },
  }),
  defineEndpoint({
    ...WRITE,
    id: 'candidateHold_set',
    method: 'PUT',
    summary: 'Forbid the erasure of a candidate',
    description:
      'As long as the hold is in force, nobody can erase the candidate: neither a user nor the operator. All other changes remain possible, also the deletion of a document. A candidate has one hold at a time: another one replaces it, and the replaced one is kept with its author. The same hold again changes nothing. Triggers no event and is no change of the candidate for the integration API, because a hold can be a secret.',
    body: Hold,
    check: ({ body, now }) => holdFaults(body, now),
    success: { status: 204, description: 'The candidate is on hold.' },
    notFound: 'Candidate',
    examples: [
      {
        summary: 'Until the end of a dispute',
        body: { reason: 'Claim under the equal treatment act, file 17/2026' },
      },
    ],
    async handle({ tenantId, caller, params: { candidateId }, body, write }) {
      const { userId } = getUser(caller);
      const { reason, until = null } = body;
      await write(async (db) => {
        await lockCandidateRow(db, tenantId, candidateId);
        const current = await findHold(db, tenantId, candidateId);
        if (current !== undefined && isSameHold(current, body)) return;
        if (current !== undefined) await releaseHold(db, tenantId, current, userId);
        await insertHold(db, tenantId, { candidateId, reason, until, userId });
      });
    },
  }),
  defineEndpoint({
    ...WRITE,
    id: 'candidateHold_release',
    method: 'DELETE',
    summary: 'Release the hold of a candidate',
    description:
      'The candidate can then be erased. It is proposed for erasure again if it is due. The hold is kept among the earlier ones, with who released it.',
    success: { status: 204, description: 'The candidate is no longer on hold.' },
    notFound: 'Candidate or hold',
    async handle({ tenantId, caller, params: { candidateId }, write }) {
      const { userId } = getUser(caller);
      await write(async (db) => {
        await lockCandidateRow(db, tenantId, candidateId);
        const current = await findHold(db, tenantId, candidateId);
        if (current === undefined) throw notFound('Hold');
        await releaseHold(db, tenantId, current, userId);
      });
    },
  }),
];
