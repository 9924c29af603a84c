import { periodParameters } from '../../core/http/period.ts';
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
} from '../../core/http/schema.ts';

export const ErasurePath = Type.Object({ candidateId: id('Id of the candidate.') });

const MAXIMUM_LIMIT = 1000;

export const AccessQuery = Type.Object({
  candidateId: Type.Optional(id('Only documents of this candidate, even if the candidate was erased.')),
  documentId: Type.Optional(id('Only this document, even if it was deleted.')),
  ...periodParameters,
  before: Type.Optional(
    Type.Integer({
      format: 'int64',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Only entries older than this one. Send the id of the last entry of the previous page.',
      examples: [4711],
    }),
  ),
  limit: Type.Optional(pageLimit('entries', { standard: 100, maximum: MAXIMUM_LIMIT })),
});

export type AccessQueryValues = Static<typeof AccessQuery>;

export const AccessesResponse = record('DocumentAccessesResponse', {
  accesses: list(
    record('DocumentAccessDto', {
      id: Type.Integer({ format: 'int64', description: 'Id of the entry.', examples: [4711] }),
      atUtc: utc('When the read started.'),
      documentId: nullable(id('The document. Null if an attachment was read.')),
      attachmentId: nullable(id('The attachment of a communication. Null if a document was read.')),
      candidateId: id('The candidate that the document or the attachment belongs to.'),
      kind: oneOf(
        ['record', 'content', 'range', 'lines', 'excerpt'],
        'What was read: the record with the contents (record), all bytes (content), some bytes (range), lines of a CV (lines), or an excerpt in the result of a search (excerpt). Lines are read with the proposals of a CV, with the values of the candidate that a CV has, and with the export of a candidate. Several excerpts of a document for the same user within ten minutes are one entry, and so are the lines that GET /documents/{documentId}/sources returns.',
      ),
      clientId: nullable(
        line('Client id of the application that read the document. Null if a user read it.', {
          examples: ['swc_…'],
        }),
      ),
      clientName: nullable(line('Name of the application.')),
      userId: nullable(id('Id of the user who read the document. Null if an application read it.')),
      userFullName: nullable(line('First and last name of the user.')),
    }),
    'The entries, newest first.',
  ),
});
