import { pastFaults } from '../../../core/http/contact-data.ts';
import { type AnyEndpoint, defineEndpoint, getUser } from '../../../core/http/index.ts';
import { refinesCoordinates } from '../../addresses/index.ts';
import {
  candidateFaults,
  changeCandidate,
  findImportIdFaults,
  insertCandidate,
} from '../../candidates/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { insertApplication } from '../apply/queries.ts';
import { IMPORT_CHANNEL } from '../apply/rules.ts';
import { findDefaultBranch } from './queries.ts';
import { NewApplicant, NewApplicantResponse } from './schema.ts';

export const newCandidateEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'candidate_createWithApplication',
    method: 'POST',
    path: '/candidates',
    audience: 'platform',
    area: 'Applications',
    permission: 'candidates:write',
    summary: 'Create a candidate with its application',
    description:
      'Stores both or nothing, so the candidate is visible at once. Triggers only `application.received`, the most specific event. A duplicate is not rejected. Possible-Duplicates lists up to five candidates with the same mailbox.',
    body: NewApplicant,
    check: ({ body, now }) => [
      ...candidateFaults(body, now),
      ...pastFaults(body.application, 'appliedAtUtc', now).map((fault) => ({
        ...fault,
        property: `application.${fault.property}`,
        message: `application.${fault.message}`,
      })),
    ],
    findWriteFaults: ({ db, tenantId, body, caller }) => findImportIdFaults(db, tenantId, { body, caller }),
    success: {
      status: 200,
      description: 'The ids of the candidate and of the application.',
      schema: NewApplicantResponse,
      headers: {
        'possible-duplicates':
          'Comma-separated ids of candidates with the same mailbox: first those with it in contact.email, most recently changed first, then those that have it only as a contact channel.',
      },
    },
    creates: true,
    event: EVENTS.applicationReceived,
    examples: [
      {
        summary: 'A candidate who called about a job ad',
        body: {
          firstName: 'Ada',
          lastName: 'Muster',
          contact: { email: 'ada.muster@example.org', mobile: '0151 23456789' },
          application: { jobAdId: 1, message: 'Calls back on Monday' },
        },
      },
    ],
    handle: ({ services, tenantId, caller, body, setHeader, write }) =>
      write(async (db) => {
        const { application, ...profile } = body;
        const { userId } = getUser(caller);
        const jobAdId = application.jobAdId ?? null;
        const officeId =
          profile.officeId === undefined
            ? await findDefaultBranch(db, tenantId, { jobAdId, userId })
            : profile.officeId;
        const candidate = { ...profile, officeId };
        const { id, possibleDuplicates } = await insertCandidate(db, tenantId, candidate, {
          recordsChange: false,
          refinesCoordinates: refinesCoordinates(services.settings),
        });
        const applicationId = await insertApplication(db, tenantId, id, {
          jobAdId,
          channelId: application.channelId ?? IMPORT_CHANNEL,
          recruiterId: application.recruiterId ?? userId,
          message: application.message ?? null,
          appliedAt: application.appliedAtUtc ?? null,
        });
        await changeCandidate(db, tenantId, id, EVENTS.applicationReceived, {
          isNew: true,
          makesVisible: true,
          additionalData: { applicationId, jobAdId },
        });
        if (possibleDuplicates.length > 0) setHeader('possible-duplicates', possibleDuplicates.join(', '));
        return { id, applicationId };
      }),
  }),
];
