import {
  body,
  filled,
  id,
  line,
  list,
  nullable,
  oneOf,
  pastTime,
  record,
  TEXT_LENGTH,
  Type,
  utc,
} from '../../../core/http/schema.ts';
import { ACTIVITY_ENTITIES, ACTIVITY_KINDS } from '../history.ts';

export const CompanyPath = Type.Object({ customerId: id('Id of the company.') });

export const ActivityCreate = body('CompanyActivityCreateDto', {
  text: filled('What happened.', { maxLength: TEXT_LENGTH, examples: ['Visited the new hall.'] }),
  occurredAtUtc: pastTime('When it happened. Defaults to the time of the call.'),
});

export const ActivitiesResponse = record('CompanyActivitiesResponse', {
  activities: list(
    record('CompanyActivityDto', {
      id: id('Id of the activity.'),
      kind: oneOf(
        [...ACTIVITY_KINDS],
        'note was written by a user or an API client. statusChanged and contractStatusChanged concern the company. created, changed, deleted, activated, and deactivated concern the site, work location, or contact that entity and entityId name.',
      ),
      // No maximum length, because the service puts its own words before a comment that can itself have the maximum length.
      text: Type.String({
        description:
          'What happened. Texts that the service writes are in the language of Accept-Language, or in English if they are from before it had German ones. Comments and notes are shown as they were written.',
      }),
      entity: oneOf([...ACTIVITY_ENTITIES], 'Type of the record that the activity is about.'),
      entityId: id('Id of that record.'),
      userName: nullable(line('Name of the user or API client; null if the service made the change.')),
      atUtc: utc('When it happened.'),
    }),
    'The activities of the company, newest first.',
  ),
});
