import type { AnyEndpoint } from '../../core/http/index.ts';
import { overviewEndpoints } from './overviews/endpoints.ts';
import { readEndpoints } from './reads/endpoints.ts';
import { uploadEndpoints } from './uploads/endpoints.ts';

// Reads first: /candidates/export/documents/1 fits the path of an upload too, and the first that fits names the
// methods which a wrong one is answered with.
export const documentEndpoints: readonly AnyEndpoint[] = [
  ...overviewEndpoints,
  ...readEndpoints,
  ...uploadEndpoints,
];
export { APPLICATION_CATEGORY, findCategory } from './categories.ts';
export { PARSE_CV, parseCvTask } from './cv/task.ts';
export { toStoredFileName } from './file-names.ts';
export { detectMediaType } from './media-types.ts';
export { requestParsing } from './parsing.ts';
export { deleteDocument, deleteDocumentsOf, insertDocument, type NewDocument } from './queries.ts';
export { MAXIMUM_DOCUMENT_BYTES } from './uploads/schema.ts';
