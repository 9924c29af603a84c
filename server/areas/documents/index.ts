export { APPLICATION_CATEGORY, findCategory } from './categories.ts';
export { toStoredFileName } from './file-names.ts';
export { detectMediaType } from './media-types.ts';
export { deleteDocumentsOf, insertDocument, type NewDocument } from './queries.ts';
