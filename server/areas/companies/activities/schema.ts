import {
  body,
  filled,
  id,
  line,
  list,
  nullable,
  oneOf,
  optional,
  record,
  TEXT_LENGTH,
  Type,
  utc,
} from '../../../core/http/schema.ts';
import { ACTIVITY_ENTITIES, ACTIVITY_KINDS } from '../history.ts';

export const CompanyPath = Type.Object({ customerId: id('Id of the company.') });

export const ActivityCreate = body('CompanyActivityCreateDto', {
  text: filled('What happened.', { maxLength: TEXT_LENGTH, examples: ['Visited the new hall.'] }),
  occurredAtUtc: optional(utc('When it happened; not in the future. Without it the time of the call.')),
});

export const ActivitiesResponse = record('CompanyActivitiesResponse', {
  activities: list(
    record('CompanyActivityDto', {
      id: id('Id of the activity.'),
      kind: oneOf(
        [...ACTIVITY_KINDS],
        'note: written by a person or an application. statusChanged, contractStatusChanged: of the company. created, changed, deleted, activated, deactivated: of the site, work location or contact that entity and entityId name.',
      ),
      // A comment of full length follows what the service says.
      text: Type.String({ description: 'What happened; English where the service wrote it.' }),
      entity: oneOf([...ACTIVITY_ENTITIES], 'Kind of the record that the activity is about.'),
      entityId: id('Id of that record.'),
      userName: nullable(
        line('Name of the user, or of the application, that did it; null when the service did.'),
      ),
      atUtc: utc('When it happened.'),
    }),
    'The company’s history, newest first.',
  ),
});
