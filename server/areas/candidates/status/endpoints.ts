import { type AnyEndpoint, defineEndpoint, invalid, notFound, RawJson } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { CandidatePath } from '../profile/index.ts';
import { CANDIDATE_MATCH } from '../sub-record.ts';
import {
  findPresentEntry,
  findSameStatus,
  findStatusHistory,
  lockStatus,
  readStatus,
  setStatus,
} from './queries.ts';
import { CANDIDATE_STATUS, transitionFaults } from './rules.ts';
import { StatusHistory, StatusPath, StatusUpdate } from './schema.ts';

export const statusEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'candidate_setStatus',
    method: 'PUT',
    path: '/candidates/{id}/status',
    audience: 'integration',
    area: 'Candidate details',
    permission: 'candidates:write',
    summary: 'Set the status of a candidate',
    description:
      'Returns the id of the new entry in the status history. Archived (23) is final: any other status is then rejected. Archiving again changes nothing and returns the id of the existing entry, and so does the same status without a comment or with the one that it has, unless an application of the candidate was recorded since. The status moves the latest open application: hired and rejected close it in the stage of this name, and qualified moves it from new to inReview. An application that is closed keeps its stage: only a user of the platform can move it. Archiving withdraws every open application. A repeated status with another comment moves only an application that was recorded after it. If no application is open, hired and rejected move none, and reports do not count them.',
    params: StatusPath,
    ifMatch: CANDIDATE_MATCH,
    body: StatusUpdate,
    async findWriteFaults({ db, tenantId, params, body: { statusId } }) {
      const stored = await readStatus(db, tenantId, params.id);
      return stored === undefined || statusId === undefined
        ? []
        : transitionFaults(stored.status_id, statusId);
    },
    success: { status: 200, description: 'The id of the status entry.', schema: BaseCreateResponse },
    notFound: 'Candidate',
    event: EVENTS.candidateStatusChanged,
    examples: [
      { summary: 'Qualified after an interview', body: { statusId: 2005, comment: 'Interview on Monday' } },
    ],
    handle: ({ tenantId, params, body, write }) =>
      write(async (db) => {
        const stored = await lockStatus(db, tenantId, params.id);
        if (stored === undefined) throw notFound('Candidate');
        const faults = transitionFaults(stored.status_id, body.statusId);
        if (faults.length > 0) throw invalid(...faults);
        if (stored.status_id === CANDIDATE_STATUS.archived)
          return { id: (await findPresentEntry(db, tenantId, params.id))?.id };
        const status = { statusId: body.statusId, comment: body.comment ?? null };
        const same =
          stored.status_id === body.statusId
            ? await findSameStatus(db, tenantId, params.id, status)
            : undefined;
        return { id: same ?? (await setStatus(db, tenantId, params.id, status)) };
      }),
  }),
  defineEndpoint({
    id: 'candidate_listStatuses',
    method: 'GET',
    path: '/candidates/{candidateId}/statuses',
    audience: 'platform',
    area: 'Candidate details',
    permission: 'candidates:read',
    summary: 'List the status history of a candidate',
    description: 'Newest first. GET …/history names who made each change.',
    params: CandidatePath,
    success: { status: 200, description: 'The status history.', schema: StatusHistory },
    notFound: 'Candidate',
    etag: 'content',
    isLocalized: true,
    async handle({ db, tenantId, params, language }) {
      const history = await findStatusHistory(db, tenantId, params.candidateId, language);
      if (history === undefined) throw notFound('Candidate');
      return new RawJson(history);
    },
  }),
];
