import { id, int32, line, list, nullable, pageLimit, record, Type } from '../../../core/http/schema.ts';
import { Change, entityList } from '../schema.ts';

export const DEFAULT_LIMIT = 50;
const MAXIMUM_LIMIT = 200;

export const LatestQuery = Type.Object({
  entities: entityList('Defaults to all types.'),
  recordId: Type.Optional(
    id('Only changes of records with this id. Send entities with it: each type has ids of its own.'),
  ),
  before: Type.Optional(
    line('Only changes before this position: nextBefore of the previous page, or the cursor of a change.', {
      maxLength: 4000,
      pattern: '^[A-Za-z0-9_-]+$',
      patternMessage: 'must be an unchanged nextBefore of this operation or the cursor of a change',
    }),
  ),
  limit: Type.Optional(pageLimit('changes', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT })),
});

export const LatestChanges = record('LatestChangesResponse', {
  changes: list(Change, 'The changes, newest first.'),
  lookedAt: int32('Number of changes that the call looked at.', { examples: [5000] }),
  nextBefore: nullable(
    line(
      'Value of before for the next page, also if this one is empty: a call looks at a limited number of changes. Null if there are no older ones.',
      { maxLength: 4000 },
    ),
  ),
});
