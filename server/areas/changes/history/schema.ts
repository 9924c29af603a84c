import {
  id,
  line,
  list,
  nullable,
  oneOf,
  pageLimit,
  record,
  type Static,
  Type,
  utc,
} from '../../../core/http/schema.ts';

const MAXIMUM_LIMIT = 200;
export const DEFAULT_LIMIT = 50;

export const HistoryQuery = Type.Object({
  cursor: Type.Optional(
    line('nextCursor of the previous page. Without it, the history begins with the newest entry.', {
      maxLength: 200,
      pattern: '^[A-Za-z0-9_-]+$',
      patternMessage: 'must be an unchanged nextCursor of this operation',
    }),
  ),
  limit: Type.Optional(pageLimit('entries', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT })),
});

export type HistoryQueryValues = Static<typeof HistoryQuery>;

const HistoryActor = record(
  'HistoryActorDto',
  {
    kind: oneOf(
      ['user', 'client', 'portal', 'system', 'operator'],
      'A user, an application, a visitor of the job portal, the service itself (such as CV parsing), or the operator of the installation with a command.',
    ),
    userId: nullable(id('Id of the user.')),
    clientId: nullable(line('Client id of the application.', { examples: ['swc_…'] })),
    name: nullable(line('Present name of the user or the application. Null for the other kinds.')),
  },
  { description: 'Who made the change. Null for an entry from before actors were recorded.' },
);

export const HistoryPage = record('HistoryResponse', {
  entries: list(
    record('HistoryEntryDto', {
      id: line('Identifies the entry.', { maxLength: 200 }),
      changedAtUtc: utc('Time of the change.'),
      actor: nullable(HistoryActor),
      entity: oneOf(
        ['candidate', 'document', 'company', 'site', 'location', 'contact', 'request', 'jobad'],
        'Record type: that of the record itself, or of a part that has its own id.',
      ),
      recordId: id('Id of the changed record or part.'),
      change: oneOf(['new', 'modified', 'deleted'], 'Kind of the change.'),
      event: nullable(
        line(
          'Name of the event. Null if the change triggered none, or is from before events were recorded here.',
          {
            examples: ['candidate.statusChanged'],
          },
        ),
      ),
      changedProperties: list(
        line('Path of a property, or of a list of which an entry changed.', {
          examples: ['contact.email'],
        }),
        'What changed, as names in the record. Never values. Empty if everything is new or deleted, or if it was not recorded.',
      ),
    }),
    'The entries, newest first.',
  ),
  nextCursor: nullable(
    line('Cursor of the next page, with older entries. Null on the last page.', { maxLength: 200 }),
  ),
});
