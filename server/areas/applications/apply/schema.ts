import { body, list, longText, optional, record, reference, utc } from '../../../core/http/schema.ts';
import { ApplicationRead } from '../../candidates/index.ts';

export const Apply = body('ApplyImportDto', {
  recruiterId: reference('user', 'Recruiter who takes care (GET /users/responsibilities).'),
  jobAdId: optional(
    reference('job ad', 'Job ad (its integer id); without one the application is speculative.'),
  ),
  channelId: optional(
    reference('channel', 'Origin of the application; 51 (Import) by default.', { examples: [51] }),
  ),
  appliedAtUtc: optional(
    utc('When the candidate applied; not in the future. The time of the call by default.'),
  ),
  message: optional(longText('Message of the candidate.')),
});

export const ApplicationsResponse = record('CandidateApplicationsResponse', {
  applies: list(ApplicationRead, 'Applications of the candidate, by id.'),
});
