import {
  body,
  flag,
  id,
  int32,
  line,
  list,
  nullable,
  oneOf,
  optional,
  record,
  reference,
  type Static,
  Type,
  utc,
} from '../../core/http/schema.ts';
import { PICTURE, PROPERTIES } from './properties.ts';

export const Merge = body('CandidateMergeDto', {
  mergedCandidateId: reference(
    'candidate',
    'The candidate that disappears. Everything that belongs to it goes to the candidate in the path.',
    { examples: [4712] },
  ),
  take: optional(
    list(
      oneOf([...PROPERTIES, PICTURE], 'A property. location and some others are taken as a whole.'),
      'Properties whose values are taken from the candidate that disappears, also if it has none. Of the others, the candidate in the path keeps its values, and gets those of the other one where it has none. Unless they are taken, the remarks of both are kept (together at most 65,535 characters), and the work contracts complete each other: a signed one counts before one that is not.',
      { maxItems: PROPERTIES.length + 1 },
    ),
  ),
  mergedIfMatch: optional(
    line(
      'The ETag of GET /candidates/{candidateId} for the candidate that disappears. If it has changed since, nothing is merged.',
      { maxLength: 200, examples: ['W/"VGhpcyBpcyBhIHRhZw"'] },
    ),
  ),
});
export type MergeBody = Static<typeof Merge>;

export const MergeResponse = record('CandidateMergeResponse', {
  id: id('Id of the merge, with which it can be undone.'),
  untilUtc: utc('Until when the merge can be undone.'),
});

export const UndoPath = Type.Object({
  candidateId: id('Id of the candidate that remained.'),
  mergeId: id('Id of the merge.'),
});

export const UndoResponse = record('CandidateMergeUndoResponse', {
  candidateId: id('Id of the new candidate. The id that was merged is not used again.'),
  notRestored: list(
    record('NotRestoredDto', {
      what: line('A property of the candidate, or one of its lists.', { examples: ['contact.email'] }),
      reason: oneOf(
        ['changed', 'gone', 'taken'],
        'changed: somebody has changed it since the merge, so it stays as it is. gone: it no longer exists. taken: another candidate has the value now.',
      ),
      count: int32('Number of values or entries.', { minimum: 1, examples: [1] }),
    }),
    'What is not as it was before the merge. Empty if everything is.',
  ),
});

export const MergesResponse = record('CandidateMergesResponse', {
  merges: list(
    record('CandidateMergeReadDto', {
      id: id('Id of the merge.'),
      mergedCandidateId: id('Id of the candidate that was merged into this one. It no longer exists.'),
      firstName: nullable(line('Its first name. Null when the merge can no longer be undone.')),
      lastName: nullable(line('Its last name. Null when the merge can no longer be undone.')),
      parentId: nullable(
        id(
          'The merge with which this one came here: the candidate was merged into another one, which was then merged into this one. Null if it was merged into this one.',
        ),
      ),
      mergedAtUtc: utc('When they were merged.'),
      mergedById: id('Who merged them.'),
      mergedByName: nullable(line('First and last name of that user.')),
      untilUtc: utc('Until when the merge can be undone.'),
      canBeUndone: flag('Whether what is needed to undo the merge is still kept.'),
      undoFirstId: nullable(
        id(
          'The latest merge, which must be undone before this one. Null for that one, and when this one can no longer be undone.',
        ),
      ),
    }),
    'The merges, newest first, without those that were undone.',
  ),
});

export const MergedQuery = Type.Object({
  candidateId: Type.Integer({
    format: 'int32',
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'The id of the candidate that is not found.',
    examples: [4712],
  }),
});

const Merged = record(
  'MergedCandidateDto',
  {
    candidateId: id('The candidate that has its data now.'),
    firstName: line('Its first name.'),
    lastName: line('Its last name.'),
    mergedAtUtc: utc('When it was merged into another one.'),
    undoneAtUtc: nullable(
      utc('When the merge was undone. candidateId is then the new candidate. Null if they were not.'),
    ),
  },
  { description: 'Where the candidate has gone. Null if nothing is known of such a candidate.' },
);

export const MergedResponse = record('MergedCandidateResponse', { merged: nullable(Merged) });
