import { flag, id, line, list, nullable, oneOf, record, Type, utc } from '../../core/http/schema.ts';
import { ENTITY_NAMES } from './entities.ts';

export const MAXIMUM_FEED_PAGE = 1000;
const DEFAULT_FEED_PAGE = 100;

const entityList = Type.Optional(
  line(
    `Comma-separated record types: ${ENTITY_NAMES.join(', ')}. Without it all that the application may read.`,
    {
      examples: ['candidate,document'],
    },
  ),
);

export const FeedQuery = Type.Object({
  cursor: Type.Optional(
    line(
      'nextCursor of the page before, or Stream-Position of a full export. Without one the feed starts with the oldest change kept.',
      {
        maxLength: 4000,
        // Without it 4000 letters of any alphabet would be promised, which percent-encoded do not fit into an address.
        pattern: '^[A-Za-z0-9_-]+$',
        patternMessage: 'must be a nextCursor of this operation or a Stream-Position, unchanged',
      },
    ),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAXIMUM_FEED_PAGE,
      default: DEFAULT_FEED_PAGE,
      description: 'Most entries of a page.',
      examples: [500],
    }),
  ),
  entities: entityList,
});

export const FeedPage = record('ChangesResponse', {
  changes: list(
    record('ChangeDto', {
      cursor: line('Place of this change in the feed.', { maxLength: 4000 }),
      entity: oneOf(ENTITY_NAMES as unknown as string[], 'Record type.'),
      change: oneOf(['new', 'modified', 'deleted'], 'What happened.'),
      id: id('Id of the record.'),
      endpoint: nullable(
        line('Path below the base address at which the record is read; null once it is deleted.'),
      ),
      candidateId: nullable(
        id(
          'Candidate of a document, whose record and list of documents show it too: a mirror need not fetch the contents to know. Null for all else.',
        ),
      ),
      changedAtUtc: utc('Time of the change.'),
    }),
    'Changes in an order that never changes.',
  ),
  nextCursor: line('Where the next page begins: store it together with what was read.', { maxLength: 4000 }),
  hasMore: flag('Whether another page can be read at once.'),
});

export const InventoryQuery = Type.Object({ entities: entityList });

export const Inventory = record('InventoryResponse', {
  records: list(
    record('InventoryRecordDto', {
      entity: oneOf(ENTITY_NAMES as unknown as string[], 'Record type.'),
      id: id('Id of the record.'),
      endpoint: line('Path below the base address at which the record is read.'),
    }),
    'Every record there is, in no order to rely on.',
  ),
});

export const DEFAULT_LIMIT = DEFAULT_FEED_PAGE;
