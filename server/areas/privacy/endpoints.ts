import { discardDeleted } from '../../core/blobs/pending.ts';
import {
  type AnyEndpoint,
  defineEndpoint,
  type LockInput,
  notFound,
  RawJson,
} from '../../core/http/index.ts';
import { periodFaults } from '../../core/http/period.ts';
import { CANDIDATE_MATCH, lockDeletions } from '../candidates/index.ts';
import { EVENTS } from '../changes/index.ts';
import { eraseRecords } from './erasure.ts';
import { listAccesses } from './queries.ts';
import { AccessesResponse, AccessQuery, ErasurePath } from './schema.ts';

const COMMON = { audience: 'platform', area: 'Privacy' } as const;

export const erasureEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'candidate_erase',
    method: 'DELETE',
    path: '/candidates/{candidateId}',
    permission: 'privacy:write',
    summary: 'Erase a candidate',
    description:
      'Deletes the candidate and everything that belongs to it: documents, applications, communication, history, and what receivers of webhooks have returned about it. Only two things remain: its id among the deleted records of the change streams, and the log of who read its documents. This cannot be undone. A candidate on hold is not erased: the response is a 409, and somebody has to release the hold first (DELETE /candidates/{candidateId}/hold).',
    params: ErasurePath,
    ifMatch: {
      ...CANDIDATE_MATCH,
      // In the order of eraseRecords: a merge that has the first lock waits for the second one.
      async lock(input: LockInput<{ candidateId: number }>) {
        await lockDeletions(input.db, input.tenantId);
        return CANDIDATE_MATCH.lock(input);
      },
    },
    success: { status: 204, description: 'The candidate is erased.' },
    notFound: 'Candidate',
    errors: { 409: 'The candidate is on hold.' },
    event: EVENTS.candidateDeleted,
    async handle({ services, tenantId, params, write }) {
      const blobKeys = await write((db) => eraseRecords(db, tenantId, params.candidateId));
      if (blobKeys === undefined) throw notFound('Candidate');
      await discardDeleted(services, tenantId, blobKeys);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'documentAccess_list',
    method: 'GET',
    path: '/documents/accesses',
    permission: 'privacy:read',
    summary: 'List who read which documents and attachments',
    description:
      'Returns the newest entries first. Send before to get older ones. Entries remain when their document or candidate is deleted.',
    query: AccessQuery,
    check: ({ query }) => periodFaults(query),
    success: { status: 200, description: 'A page of the access log.', schema: AccessesResponse },
    etag: 'content',
    handle: async ({ db, tenantId, query }) => new RawJson(await listAccesses(db, tenantId, query)),
  }),
];
