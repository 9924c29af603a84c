import { toStoredFileName } from '../../../core/files/stored-file-name.ts';
import { type AnyEndpoint, defineEndpoint, notFound, type RequestContext } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { CANDIDATE_MATCH } from '../../candidates/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { findCategory } from '../categories.ts';
import { detectMediaType } from '../media-types.ts';
import { requestParsing } from '../parsing-queries.ts';
import { holdCandidate, insertDocument } from '../queries.ts';
import {
  CategoryUploadPath,
  DocumentUpload,
  type DocumentUploadBody,
  MAXIMUM_BODY_BYTES,
  MAXIMUM_DOCUMENT_BYTES,
  UploadPath,
} from './schema.ts';

const COMMON = {
  method: 'POST',
  audience: 'integration',
  area: 'Candidate documents',
  permission: 'documents:write',
  description:
    'Does not modify the candidate: documents have their own change stream. The contents are stored encrypted.',
  // The candidate lists its documents, so each of them changes its ETag.
  ifMatch: CANDIDATE_MATCH,
  body: DocumentUpload,
  streams: {
    maximumBodyBytes: MAXIMUM_BODY_BYTES,
    maximumBytes: MAXIMUM_DOCUMENT_BYTES,
    maximumCount: 1,
  },
  success: { status: 200, description: 'The id of the document.', schema: BaseCreateResponse },
  creates: true,
  event: EVENTS.documentCreated,
} as const;

const EXAMPLE = { filename: 'lebenslauf.txt', base64File: 'TGViZW5zbGF1Zg==', shouldParseCV: false };

export const uploadEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'document_uploadCv',
    path: '/candidates/{candidateId}/documents/cv',
    summary: 'Add a CV to a candidate',
    params: UploadPath,
    notFound: 'Candidate',
    examples: [{ summary: 'A CV to parse', body: { ...EXAMPLE, shouldParseCV: true } }],
    handle: (context) => store(context, 'cv'),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'document_uploadOther',
    path: '/candidates/{candidateId}/documents/other',
    summary: 'Add a document of the category “other” to a candidate',
    params: UploadPath,
    notFound: 'Candidate',
    examples: [{ summary: 'A reference', body: { ...EXAMPLE, filename: 'arbeitszeugnis.txt' } }],
    handle: (context) => store(context, 'other'),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'document_upload',
    path: '/candidates/{candidateId}/documents/{documentCategory}',
    summary: 'Add a document of a category to a candidate',
    params: CategoryUploadPath,
    notFound: 'Candidate or document category',
    examples: [{ summary: 'A driver’s licence', body: { ...EXAMPLE, filename: 'fuehrerschein.txt' } }],
    handle: (context) => store(context, context.params.documentCategory),
  }),
];

type Context = RequestContext<{ candidateId: number }, unknown, DocumentUploadBody>;

async function store(context: Context, category: string): Promise<{ id: number }> {
  const { services, tenantId, params, body, write } = context;
  const { candidateId } = params;
  const { result: blob } = body.base64File;
  const documentCategory = await findCategory(services, category);
  if (documentCategory === undefined) throw notFound('Document category');
  const mimeType = await detectMediaType(services, tenantId, blob);
  return write(async (db) => {
    const candidate = await holdCandidate(db, tenantId, candidateId);
    if (candidate === undefined) throw notFound('Candidate');
    const document = {
      candidateId,
      applicationId: null,
      officeId: candidate.office_id,
      documentCategoryId: documentCategory.id,
      originalFileName: toStoredFileName(body.filename),
      mimeType,
      blob,
    };
    const id = await insertDocument(db, tenantId, document, EVENTS.documentCreated);
    if (body.shouldParseCV) await requestParsing(db, tenantId, id);
    return { id };
  });
}
