import { periodParameters } from '../../core/http/period.ts';
import {
  id,
  int32,
  line,
  list,
  nullable,
  oneOf,
  record,
  type Static,
  Type,
  utc,
} from '../../core/http/schema.ts';

export const ErasurePath = Type.Object({ candidateId: id('Id of the candidate.') });

export const LARGEST_PAGE = 1000;

export const AccessQuery = Type.Object({
  candidateId: Type.Optional(id('Only documents of this candidate; it may have been erased.')),
  documentId: Type.Optional(id('Only this document; it may have been deleted.')),
  ...periodParameters,
  before: Type.Optional(
    Type.Integer({
      format: 'int64',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only entries older than this one: the id of the last entry of the page before.',
      examples: [4711],
    }),
  ),
  limit: Type.Optional(
    int32(`Entries of a page, 1 to ${LARGEST_PAGE}; 100 by default.`, { minimum: 1, maximum: LARGEST_PAGE }),
  ),
});

export type AccessQueryValues = Static<typeof AccessQuery>;

export const AccessesResponse = record('DocumentAccessesResponse', {
  accesses: list(
    record('DocumentAccessDto', {
      id: Type.Integer({ format: 'int64', description: 'Id of the entry.', examples: [4711] }),
      atUtc: utc('When the reading began.'),
      documentId: id('The document.'),
      candidateId: id('The candidate it belongs to.'),
      kind: oneOf(
        ['record', 'content', 'range'],
        'What was read: the contents within the record, all bytes, or some of them.',
      ),
      clientId: nullable(line('Client id of the application that read it.', { examples: ['swc_…'] })),
      clientName: nullable(line('Name of the application.')),
      userId: nullable(id('The user that read it; either a user or an application did.')),
      userFullName: nullable(line('First and last name of the user.')),
    }),
    'The entries, the newest first.',
  ),
});
