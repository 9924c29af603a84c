import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type AnyEndpoint, defineEndpoint, invalid, notFound } from '../../../core/http/index.ts';
import type { Static } from '../../../core/http/schema.ts';
import { setStatus } from '../../candidates/index.ts';
import { EVENTS } from '../../changes/index.ts';
import {
  type LockedApplication,
  lockApplication,
  moveApplication,
  moveApplicationAndStatus,
  revokeDecisions,
} from './queries.ts';
import { stageFaults, statusOf } from './rules.ts';
import { ApplicationPath, StageUpdate } from './schema.ts';

export const stageEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'application_setStage',
    method: 'PUT',
    path: '/applications/{id}/stage',
    audience: 'platform',
    area: 'Applications',
    permission: 'applications:write',
    summary: 'Move an application to a stage',
    description:
      'Every stage can follow every other. Hired and rejected also set the status of the candidate, like PUT /candidates/{id}/status: with an entry in the status history and the event candidate.statusChanged. Moving the application back to a stage without a decision takes the decision back: the candidate has the status from before it, and reports no longer count it. If the status does not change, the event is candidate.changed. The same stage again changes nothing. If the candidate is archived, no decision can be made or taken back.',
    params: ApplicationPath,
    ifMatch: {
      read: 'application_get',
      lock: ({ db, tenantId, params }) => lockApplication(db, tenantId, params.id),
    },
    body: StageUpdate,
    success: { status: 204, description: 'The application has this stage.' },
    notFound: 'Application',
    event: EVENTS.candidateChanged,
    examples: [
      { summary: 'Invited to an interview', body: { stage: 'interview', reason: 'Invited for Monday' } },
    ],
    handle: ({ tenantId, params, body, write }) =>
      write(async (db) => {
        const application = await lockApplication(db, tenantId, params.id);
        if (application === undefined) throw notFound('Application');
        if (application.stage === body.stage) return;
        const faults = stageFaults(application, body.stage);
        if (faults.length > 0) throw invalid(...faults);
        await changeStage(db, tenantId, application, body);
      }),
  }),
];

async function changeStage(
  db: TenantDatabase,
  tenantId: number,
  application: LockedApplication,
  body: Static<typeof StageUpdate>,
): Promise<void> {
  const change = { stage: body.stage, reason: body.reason ?? null };
  const statusId = statusOf(body.stage);
  if (statusId !== undefined) {
    const { id: applicationId, candidateId } = application;
    await setStatus(db, tenantId, candidateId, { statusId, comment: change.reason, applicationId });
    return;
  }
  if (statusOf(application.stage) === undefined) {
    await moveApplication(db, tenantId, application, change);
    return;
  }
  const before = await revokeDecisions(db, tenantId, application);
  const staysInStatus = before === undefined || before.entry?.statusId === application.candidateStatusId;
  if (staysInStatus) await moveApplication(db, tenantId, application, change);
  else await moveApplicationAndStatus(db, tenantId, application, change, before);
}
