import { body, id, optional, record, reference } from '../../../core/http/schema.ts';
import { CandidateCreate } from '../../candidates/index.ts';
import { Apply } from '../apply/schema.ts';

const { jobAdId, channelId, appliedAtUtc, message } = Apply.properties;

export const NewApplicant = body('NewApplicantDto', {
  ...CandidateCreate.properties,
  officeId: optional(
    reference(
      'branch',
      'Branch of the candidate. Defaults to the branch of the job ad, or else to the primary branch of the caller. Null: none.',
    ),
  ),
  application: body(
    'NewApplicationDto',
    {
      recruiterId: optional(
        reference('user', 'Recruiter who handles the application. Defaults to the caller.'),
      ),
      jobAdId,
      channelId,
      appliedAtUtc,
      message,
    },
    { description: 'The application that the candidate comes with. Send {} for a speculative one.' },
  ),
});

export const NewApplicantResponse = record('NewApplicantResponse', {
  id: id('Id of the candidate.'),
  applicationId: id('Id of the application.'),
});
