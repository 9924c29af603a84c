import type { AnyEndpoint } from '../../core/http/index.ts';
import { deletionEndpoints } from './deletion/endpoints.ts';
import { overviewEndpoints } from './overviews/endpoints.ts';
import { proposalEndpoints } from './proposals/endpoints.ts';
import { readEndpoints } from './reads/endpoints.ts';
import { sourceEndpoints } from './sources/endpoints.ts';
import { uploadEndpoints } from './uploads/endpoints.ts';

// Reads come first: /candidates/export/documents/1 also matches the path of an upload, and the first match decides which
// methods a 405 response lists.
export const documentEndpoints: readonly AnyEndpoint[] = [
  ...overviewEndpoints,
  ...readEndpoints,
  ...sourceEndpoints,
  ...proposalEndpoints,
  ...uploadEndpoints,
  ...deletionEndpoints,
];
export { APPLICATION_CATEGORY, type DocumentCategory, findCategory } from './categories.ts';
export type { CvFacts } from './cv/extract/facts.ts';
export { readLanguageLevel } from './cv/extract/languages.ts';
export { CvMetrics } from './cv/metrics.ts';
export { readCv } from './cv/read.ts';
export { Engine } from './cv/recognize/engine.ts';
export { parseCvTask, releaseStalledCvsTask } from './cv/task.ts';
export { CvParsingError, type ParsingLimits } from './cv/worker/parse.ts';
export { detectFileType, detectMediaType } from './media-types.ts';
export { requestParsing } from './parsing-queries.ts';
export { findProposals } from './proposals/queries.ts';
export { ProposalsResponse } from './proposals/schema.ts';
export { deleteDocument, deleteDocumentsOf, insertDocument, type NewDocument } from './queries.ts';
export { findDocumentsOf, insertAccess, insertShownAccesses, type ShownDocument } from './reads/queries.ts';
export { CandidateDocumentsResponse } from './reads/schema.ts';
export { MAXIMUM_DOCUMENT_BYTES } from './uploads/schema.ts';
