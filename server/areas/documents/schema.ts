import { id, line, nullable, oneOf, record, type Static, Type, utc } from '../../core/http/schema.ts';

export const DocumentCategoryDto = record(
  'DocumentCategoryDto',
  {
    id: id('Id of the category.'),
    key: nullable(line('Key for use in code.')),
    name: nullable(line('Name in the language from Accept-Language.')),
  },
  { description: 'Category of the document.' },
);

/** What every read of a document shows besides its contents. */
export const documentProperties = {
  id: id('Id of the document.'),
  originalFileName: nullable(line('File name.', { examples: ['lebenslauf.pdf'] })),
  documentCategory: DocumentCategoryDto,
  mimeType: line('Media type, found in the contents.', { examples: ['application/pdf'] }),
  sizeBytes: Type.Integer({ description: 'Size in bytes.', examples: [146_515] }),
  sha256: line('SHA-256 of the contents, hexadecimal.'),
  cvParsingState: nullable(
    oneOf(['requested', 'done', 'failed'], 'How far the CV parser is; null where it was not asked for.'),
  ),
  cvParsingMessage: nullable(line('Why the CV parser failed.')),
  createdAtUtc: utc('When the document was added.'),
  modifiedAtUtc: utc('When it was last changed.'),
};

const DocumentProperties = Type.Object(documentProperties);
export type DocumentProperties = Static<typeof DocumentProperties>;
