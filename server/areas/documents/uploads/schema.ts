import { body, flag, id, line, optional, type Static, Type, upload } from '../../../core/http/schema.ts';

/** Largest document: 25 MiB of contents. */
export const MAXIMUM_DOCUMENT_BYTES = 25 * 1024 * 1024;
// The file as Base64, and one MiB for the rest of the body.
export const MAXIMUM_BODY_BYTES = Math.ceil(MAXIMUM_DOCUMENT_BYTES / 3) * 4 + 1024 * 1024;

export const UploadPath = Type.Object({ candidateId: id('Id of the candidate.') });

export const CategoryUploadPath = Type.Object({
  candidateId: id('Id of the candidate.'),
  documentCategory: line(
    'Key or id of a category (GET /masterdata/documentcategories). In a key, case, hyphens and underscores do not matter.',
    { examples: ['driverlicense'] },
  ),
});

export const DocumentUpload = body('DocumentUploadDto', {
  filename: optional(
    line('File name; directories and control characters are removed.', { examples: ['lebenslauf.pdf'] }),
  ),
  base64File: upload(
    'The file as Base64, at most 25 MiB (26,214,400 bytes) decoded and not empty; a data URL prefix is accepted. Taken in as it arrives. Its media type is found in its contents.',
  ),
  shouldParseCV: optional(
    flag(
      'Whether the CV parser is to read the file; false by default. Send false when the resume is sent through the other operations, otherwise it is created twice.',
      { examples: [false] },
    ),
  ),
});

export type DocumentUploadBody = Static<typeof DocumentUpload>;
