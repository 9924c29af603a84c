import type { ByteRange } from '../../../core/blobs/index.ts';
import {
  CONTENT_HEADERS,
  readContents,
  type StoredContents,
  sendContents,
} from '../../../core/http/contents.ts';
import {
  type AnyEndpoint,
  contentTag,
  defineEndpoint,
  JsonStream,
  NOT_MODIFIED,
  notFound,
  RawJson,
  type RequestContext,
} from '../../../core/http/index.ts';
import { base64Length, toBase64 } from './base64.ts';
import {
  type AccessKind,
  findDocument,
  findDocumentsOf,
  insertAccess,
  type StoredDocument,
} from './queries.ts';
import {
  CandidateDocumentsResponse,
  DocumentPath,
  DocumentRecord,
  DocumentsOfCandidatePath,
} from './schema.ts';

const COMMON = {
  method: 'GET',
  audience: 'integration',
  area: 'Candidate documents',
  permission: 'documents:read',
} as const;

export const readEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'document_listOfCandidate',
    path: '/candidates/export/candidates/{candidateId}/documents',
    summary: 'List the documents of a candidate',
    description: 'The response does not include the contents of the documents.',
    params: DocumentsOfCandidatePath,
    success: { status: 200, description: 'The documents.', schema: CandidateDocumentsResponse },
    notFound: 'Candidate',
    etag: 'content',
    isLocalized: true,
    async handle({ db, tenantId, params, language }) {
      const json = await findDocumentsOf(db, tenantId, params.candidateId, language);
      if (json === undefined) throw notFound('Candidate');
      return new RawJson(json);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'document_read',
    path: '/candidates/export/documents/{documentId}',
    summary: 'Read a document with its contents',
    description:
      '`documentBlob` has the contents as Base64. To read the bytes themselves, use GET …/content. Every read of contents is recorded in the access log.',
    params: DocumentPath,
    success: { status: 200, description: 'The document.', schema: DocumentRecord },
    notFound: 'Document',
    etag: 'handler',
    isLocalized: true,
    async handle(context) {
      const { db, tenantId, params, language, setHeader } = context;
      const document = await findDocument(db, tenantId, params.documentId, language);
      if (document === undefined) throw notFound('Document');
      if (context.isCurrent(contentTag(document.json))) return NOT_MODIFIED;
      const head = `${document.json.slice(0, -1)}, "documentBlob" : "`;
      const contents = storedContents(context, document, () => 'record');
      const source = await readContents(context, contents, (pieces) => toRecord(head, pieces));
      setHeader(
        'content-length',
        String(Buffer.byteLength(head) + base64Length(document.blob.sizeBytes) + '"}'.length),
      );
      return new JsonStream(source);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'document_readContent',
    path: '/candidates/export/documents/{documentId}/content',
    since: '3.5.0',
    summary: 'Read the contents of a document',
    description:
      'Returns the bytes of the document, with the media type detected from them. Supports Range requests for a single range, so a client can resume an interrupted transfer: the ETag is strong and identifies the contents. Every read, including a read of a range, is recorded in the access log.',
    params: DocumentPath,
    success: {
      status: 200,
      description: 'The contents.',
      mediaType: '*/*',
      headers: CONTENT_HEADERS,
    },
    notFound: 'Document',
    etag: 'handler',
    ranges: true,
    async handle(context) {
      const { db, tenantId, params } = context;
      const document = await findDocument(db, tenantId, params.documentId);
      if (document === undefined) throw notFound('Document');
      return sendContents(context, {
        ...storedContents(context, document, (range) => (range === undefined ? 'content' : 'range')),
        mimeType: document.mimeType,
        fileName: document.originalFileName ?? `document-${document.id}`,
      });
    },
  }),
];

async function* toRecord(head: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield head;
  yield* toBase64(pieces);
  yield '"}';
}

function storedContents(
  { db, tenantId, caller }: Pick<RequestContext<unknown, unknown, unknown>, 'db' | 'tenantId' | 'caller'>,
  document: StoredDocument,
  kindOf: (range: ByteRange | undefined) => AccessKind,
): StoredContents {
  return {
    blob: document.blob,
    ids: { documentId: document.id },
    record: (range) =>
      insertAccess(db, tenantId, {
        documentId: document.id,
        candidateId: document.candidateId,
        caller,
        kind: kindOf(range),
      }),
  };
}
