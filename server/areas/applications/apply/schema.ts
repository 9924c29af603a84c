import {
  body,
  list,
  longText,
  name,
  optional,
  pastTime,
  record,
  reference,
} from '../../../core/http/schema.ts';
import { ApplicationRead } from '../../candidates/index.ts';

/** Also of an application from a career site or job portal. */
export const importExternalId = optional(
  name(
    'Id of the application in the source system, unique among the tenant’s applications. A second application with it is a 400 with duplicate, at any time, and existingId is the first one.',
    { examples: ['crm-application-55'], 'x-since': '3.5.0' },
  ),
);

export const Apply = body('ApplyImportDto', {
  recruiterId: reference(
    'active or former user',
    'Recruiter who handles the application (GET /users/responsibilities), or who handled it and has left since (GET /users).',
  ),
  jobAdId: optional(
    reference('job ad', 'Job ad (its integer id). Without one, the application is speculative.'),
  ),
  channelId: optional(
    reference('channel', 'Channel through which the candidate applied. Defaults to 51 (Import).', {
      examples: [51],
    }),
  ),
  appliedAtUtc: pastTime('When the candidate applied. Defaults to the time of the call.'),
  message: optional(longText('Message from the candidate.')),
  importExternalId,
});

export const ApplicationsResponse = record('CandidateApplicationsResponse', {
  applies: list(ApplicationRead, 'Applications of the candidate, sorted by id.'),
});
