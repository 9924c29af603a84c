import { type AnyEndpoint, defineEndpoint, invalid, notFound } from '../../../core/http/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { KIND_DEFINITIONS } from '../details/kinds.ts';
import { findCurrentComment, lockStatus, readStatus, setStatus } from './queries.ts';
import { transitionFaults } from './rules.ts';
import { StatusPath, StatusUpdate } from './schema.ts';

export const statusEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'request_setStatus',
    method: 'PUT',
    path: '/customers/requests/{requestId}/status',
    audience: 'integration',
    area: 'Customer requests',
    permission: 'requests:write',
    summary: 'Set the status of a customer request',
    description:
      'Works for requests of all kinds. Cancelled (4) and closed (5) are final, so a change to another status is rejected. The comment is shown in statusHistory of the request. Sending the current status without a comment, or with the comment that it has, changes nothing. With another comment, it counts as a change and adds an entry to statusHistory, also if the status is final.',
    params: StatusPath,
    ifMatch: {
      read: KIND_DEFINITIONS.map(({ suffix }) => `request_get${suffix}`),
      lock: ({ db, tenantId, params }) => lockStatus(db, tenantId, params.requestId),
    },
    body: StatusUpdate,
    async findWriteFaults({ db, tenantId, params, body: { statusId } }) {
      const stored = await readStatus(db, tenantId, params.requestId);
      return stored === undefined || statusId === undefined
        ? []
        : transitionFaults(stored.status_id, statusId);
    },
    success: { status: 204, description: 'Set, or nothing to change.' },
    notFound: 'Customer request',
    event: EVENTS.requestStatusChanged,
    examples: [
      {
        summary: 'All positions are filled',
        body: { statusId: 3, comment: 'Alle drei fangen am 1. Mai an.' },
      },
    ],
    async handle({ tenantId, params, body: { statusId, comment = null }, write }) {
      await write(async (db) => {
        const stored = await lockStatus(db, tenantId, params.requestId);
        if (stored === undefined) throw notFound('Customer request');
        const faults = transitionFaults(stored.status_id, statusId);
        if (faults.length > 0) throw invalid(...faults);
        if (stored.status_id === statusId) {
          if (comment === null || comment === (await findCurrentComment(db, tenantId, stored.id))) return;
        }
        await setStatus(db, tenantId, stored, { statusId, comment });
      });
    },
  }),
];
