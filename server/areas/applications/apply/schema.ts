import { body, list, longText, optional, pastTime, record, reference } from '../../../core/http/schema.ts';
import { ApplicationRead } from '../../candidates/index.ts';

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
});

export const ApplicationsResponse = record('CandidateApplicationsResponse', {
  applies: list(ApplicationRead, 'Applications of the candidate, sorted by id.'),
});
