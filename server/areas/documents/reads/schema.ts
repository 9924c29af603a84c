import { id, list, nullable, record, Type } from '../../../core/http/schema.ts';
import { documentProperties } from '../schema.ts';

export const DocumentPath = Type.Object({ documentId: id('Id of the document.') });
export const DocumentsOfCandidatePath = Type.Object({ candidateId: id('Id of the candidate.') });

export const DocumentRecord = record('DocumentDto', {
  ...documentProperties,
  candidateId: id('Id of the candidate.'),
  documentBlob: nullable(
    Type.String({
      contentEncoding: 'base64',
      description: 'The contents as Base64.',
      examples: ['JVBERi0xLjcK'],
    }),
  ),
});

export const CandidateDocumentsResponse = record('CandidateDocumentsResponse', {
  candidateDocuments: list(
    record('CandidateDocumentListDetailsDto', {
      ...documentProperties,
      candidateId: id('Id of the candidate.'),
    }),
    'The documents without their contents, sorted by id.',
  ),
});
