import { bodyLimitOfUpload } from '../../../core/http/limits.ts';
import {
  body,
  fileName,
  flag,
  id,
  line,
  optional,
  type Static,
  Type,
  upload,
} from '../../../core/http/schema.ts';

/** Size of the largest document: 25 MiB of contents. */
export const MAXIMUM_DOCUMENT_BYTES = 25 * 1024 * 1024;
export const MAXIMUM_BODY_BYTES = bodyLimitOfUpload(MAXIMUM_DOCUMENT_BYTES);

export const UploadPath = Type.Object({ candidateId: id('Id of the candidate.') });

export const CategoryUploadPath = Type.Object({
  candidateId: id('Id of the candidate.'),
  documentCategory: line(
    'Key or id of a category from GET /masterdata/documentcategories. Keys are matched without regard to case, spaces, hyphens and underscores. driverslicense, driverlicence and driverslicence also mean driverlicense.',
    { examples: ['driverlicense'] },
  ),
});

export const DocumentUpload = body('DocumentUploadDto', {
  filename: optional(fileName('lebenslauf.pdf')),
  base64File: upload(
    'The file as Base64. When decoded, it must have 1 byte to 25 MiB (26,214,400 bytes). A data URL prefix and line breaks are accepted. Blanks within a line are not: they are each + of a form that was not encoded. The media type is detected from the contents.',
  ),
  shouldParseCV: optional(
    flag(
      'Whether to parse the file as a CV. False by default. Send false if you also send the resume through the other operations; otherwise its entries are created twice.',
      { examples: [false] },
    ),
  ),
});

export type DocumentUploadBody = Static<typeof DocumentUpload>;
