import { pastFaults } from '../../../core/http/contact-data.ts';
import { type AnyEndpoint, defineEndpoint, notFound, RawJson } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import {
  CANDIDATE_MATCH,
  CandidatePath,
  changeCandidate,
  IdPath,
  lockCandidateRow,
} from '../../candidates/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { adoptDecisions, findApplications, findImportIdFaults, insertApplication } from './queries.ts';
import { IMPORT_CHANNEL } from './rules.ts';
import { ApplicationsResponse, Apply } from './schema.ts';

const COMMON = { audience: 'integration', area: 'Candidate details', notFound: 'Candidate' } as const;

export const applyEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'candidate_apply',
    method: 'POST',
    path: '/candidates/{id}/apply',
    permission: 'applications:write',
    summary: 'Record an application of a candidate',
    description:
      'Makes the candidate visible to recruiters. A candidate can apply several times, even for the same job ad. Send an importExternalId or an Idempotency-Key so that a repeated call does not record a second application. The application is new, unless the candidate was hired or rejected without an application after appliedAtUtc: it then has this stage.',
    params: IdPath,
    ifMatch: CANDIDATE_MATCH,
    body: Apply,
    check: ({ body, now }) => pastFaults(body, 'appliedAtUtc', now),
    findWriteFaults: ({ db, tenantId, body }) => findImportIdFaults(db, tenantId, body),
    success: { status: 200, description: 'The id of the application.', schema: BaseCreateResponse },
    creates: true,
    event: EVENTS.applicationReceived,
    examples: [
      { summary: 'An application imported from another system', body: { recruiterId: 1, jobAdId: 1 } },
    ],
    handle: ({ tenantId, params, body, write }) =>
      write(async (db) => {
        await lockCandidateRow(db, tenantId, params.id);
        const jobAdId = body.jobAdId ?? null;
        const id = await insertApplication(db, tenantId, params.id, {
          jobAdId,
          channelId: body.channelId ?? IMPORT_CHANNEL,
          recruiterId: body.recruiterId,
          message: body.message ?? null,
          appliedAt: body.appliedAtUtc ?? null,
          importExternalId: body.importExternalId,
        });
        if (body.appliedAtUtc != null) await adoptDecisions(db, tenantId, params.id, id);
        await changeCandidate(db, tenantId, params.id, EVENTS.applicationReceived, {
          properties: ['applies'],
          makesVisible: true,
          additionalData: { applicationId: id, jobAdId },
        });
        return { id };
      }),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'candidate_listApplications',
    method: 'GET',
    path: '/candidates/{candidateId}/applies',
    permission: 'applications:read',
    summary: 'List the applications of a candidate',
    params: CandidatePath,
    success: { status: 200, description: 'The applications.', schema: ApplicationsResponse },
    etag: 'content',
    isLocalized: true,
    async handle({ db, tenantId, params, language }) {
      const applications = await findApplications(db, tenantId, params.candidateId, language);
      if (applications === undefined) throw notFound('Candidate');
      return new RawJson(applications);
    },
  }),
];
