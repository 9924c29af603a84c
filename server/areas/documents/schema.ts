import { id, int32, line, nullable, oneOf, record, Type, utc } from '../../core/http/schema.ts';
import { PARSING_REASONS } from './parsing-messages.ts';

export const DocumentCategoryDto = record(
  'DocumentCategoryDto',
  {
    id: id('Id of the category.'),
    key: nullable(line('Key for use in code.')),
    name: nullable(line('Name in the language from Accept-Language.')),
  },
  { description: 'Category of the document.' },
);

/** Properties of a document in every response, besides its contents. */
export const documentProperties = {
  id: id('Id of the document.'),
  originalFileName: nullable(line('File name.', { examples: ['lebenslauf.pdf'] })),
  documentCategory: DocumentCategoryDto,
  mimeType: line('Media type, detected from the contents.', { examples: ['application/pdf'] }),
  sizeBytes: Type.Integer({ description: 'Size in bytes.', examples: [146_515] }),
  sha256: line('SHA-256 hash of the contents, in hexadecimal.'),
  cvParsingState: nullable(
    oneOf(['requested', 'done', 'failed'], 'State of CV parsing. Null if parsing was not requested.'),
  ),
  cvParsingMessage: nullable(line('Why CV parsing failed.')),
  cvParsingReason: nullable(
    oneOf(
      PARSING_REASONS,
      'Code of cvParsingMessage, for texts of your own. `retried` means that the service reads the file again. Null if parsing did not fail, or if an earlier version wrote the message in other words.',
      { 'x-since': '3.5.0' },
    ),
  ),
  openProposals: int32(
    'Number of values that were read from the document as a CV and wait for a decision. GET …/proposals lists them.',
    { examples: [0], 'x-since': '3.5.0' },
  ),
  createdAtUtc: utc('When the document was added.'),
  modifiedAtUtc: utc('When the document was last modified.'),
};
