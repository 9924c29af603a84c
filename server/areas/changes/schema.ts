import { flag, id, line, list, nullable, oneOf, record, Type, utc } from '../../core/http/schema.ts';
import { ENTITY_NAMES } from './entities.ts';

const MAXIMUM_LIMIT = 1000;
export const DEFAULT_LIMIT = 100;

export const entityList = (standard: string) =>
  Type.Optional(
    line(`Comma-separated record types, from ${ENTITY_NAMES.join(', ')}. ${standard}`, {
      examples: ['candidate,document'],
      'x-comma-separated': ENTITY_NAMES,
    }),
  );
const readableList = entityList('Defaults to all types that the application can read.');

export const FeedQuery = Type.Object({
  cursor: Type.Optional(
    line(
      'nextCursor of the previous page, or Stream-Position of a full export. Without a cursor, the feed starts with the oldest change in the log.',
      {
        maxLength: 4000,
        // Without a pattern, the document would allow 4000 characters of any alphabet, which do not fit into a URL when
        // they are percent-encoded.
        pattern: '^[A-Za-z0-9_-]+$',
        patternMessage: 'must be an unchanged nextCursor of this operation or Stream-Position',
      },
    ),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAXIMUM_LIMIT,
      default: DEFAULT_LIMIT,
      description: 'Maximum number of changes per page.',
      examples: [500],
    }),
  ),
  entities: readableList,
});

const recordId = id(
  'Id of the record, as endpoint has it. For a job ad, it is the jobAdId of the record, not its id, which is a UUID.',
);

export const Change = record('ChangeDto', {
  cursor: line('Position of this change in the feed.', { maxLength: 4000 }),
  entity: oneOf(ENTITY_NAMES as unknown as string[], 'Record type.'),
  change: oneOf(['new', 'modified', 'deleted'], 'Kind of the change.'),
  id: recordId,
  endpoint: nullable(line('Path of the record under the base URL. Null if it was deleted.')),
  candidateId: nullable(
    id(
      'Candidate that a document belongs to, so a mirror can find the candidate without fetching the document. Null for other record types.',
    ),
  ),
  mergedIntoId: nullable(
    id(
      'Candidate that a deleted candidate was merged into, and that has its data. It can have been merged or deleted since, as a later change then says. Null if the candidate was erased, or merged by a version before this property, and for all other changes.',
    ),
  ),
  changedAtUtc: utc('Time of the change.'),
});

export const FeedPage = record('ChangesResponse', {
  changes: list(Change, 'Changes in a stable order.'),
  nextCursor: line('Cursor of the next page. Store it together with the changes that were read.', {
    maxLength: 4000,
  }),
  hasMore: flag('Whether another page is available now.'),
});

export const InventoryQuery = Type.Object({ entities: readableList });

export const Inventory = record('InventoryResponse', {
  records: list(
    record('InventoryRecordDto', {
      entity: oneOf(ENTITY_NAMES as unknown as string[], 'Record type.'),
      id: recordId,
      endpoint: line('Path of the record under the base URL.'),
    }),
    'All records, in no particular order.',
  ),
});
