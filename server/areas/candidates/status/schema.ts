import {
  body,
  id,
  line,
  list,
  longText,
  nullable,
  optional,
  record,
  reference,
  Type,
  utc,
} from '../../../core/http/schema.ts';

export const StatusPath = Type.Object({ id: id('Id of the candidate.') });

export const StatusUpdate = body('StatusUpdateDto', {
  statusId: reference('candidate status', '23 archived, 2003 hired, 2004 rejected, 2005 qualified.', {
    examples: [2005],
  }),
  comment: optional(longText('Why the status was set.')),
});

export const StatusHistory = record('CandidateStatusHistory', {
  statuses: list(
    record('CandidateStatusEntry', {
      id: id('Id of the entry.'),
      statusId: id('The status.'),
      status: nullable(line('Name of the status.')),
      comment: nullable(longText('Why the status was set.')),
      setAtUtc: utc('When the status was set.'),
      applicationId: nullable(id('The application that the status is about. Null if it is about none.')),
      revokedAtUtc: nullable(utc('When a decision was taken back. It is then no longer the status.')),
    }),
    'The entries, newest first.',
  ),
});
