import { periodParameters } from '../../../core/http/period.ts';
import { id, line, list, nullable, oneOf, record, Type, utc, uuid } from '../../../core/http/schema.ts';
import { changeEntryProperties } from '../../changes/index.ts';
import { PROCESS_STATUSES } from '../process-status.ts';

export const ListQuery = Type.Object(periodParameters);

export const JobAdsResponse = list(
  record('JobAdListItemDto', {
    id: uuid('Global id of the job ad.'),
    jobAdId: id('Integer id of the job ad, used as jobAdId in applications.'),
    title: line('Title.'),
    status: nullable(
      oneOf(
        [...PROCESS_STATUSES],
        'Editing is a draft, Active is published, Completed is no longer on the job portal.',
      ),
    ),
    createdAtUtc: utc('Creation time.'),
    modifiedAtUtc: utc('Time of the last change.'),
  }),
  'The job ads, sorted by jobAdId.',
);

export const JobAdChangeEntry = record('JobAdChangesDetailsDto', {
  id: uuid('Global id of the job ad.'),
  jobAdId: id('Integer id of the job ad.'),
  officeId: changeEntryProperties.officeId,
  ProcessStatus: oneOf(
    [...PROCESS_STATUSES],
    'Status after the last change in the period. For a deleted job ad, its last status.',
  ),
  changedAtUtc: changeEntryProperties.changedAtUtc,
});
