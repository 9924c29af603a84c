import { Readable } from 'node:stream';
import { parseRange, rangeApplies } from '../../../core/http/byte-range.ts';
import {
  type AnyEndpoint,
  ApiError,
  ByteStream,
  contentTag,
  defineEndpoint,
  JsonStream,
  NOT_MODIFIED,
  notFound,
  RawJson,
} from '../../../core/http/index.ts';
import { base64Length, toBase64 } from './base64.ts';
import { type OpenContents, openContents } from './contents.ts';
import { attachment } from './disposition.ts';
import { findDocument, findDocumentsOf } from './queries.ts';
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
    async handle(context) {
      const { db, tenantId, params, language, isHead, setHeader } = context;
      const document = await findDocument(db, tenantId, params.documentId, language);
      if (document === undefined) throw notFound('Document');
      if (context.isCurrent(contentTag(document.json))) return NOT_MODIFIED;
      const head = `${document.json.slice(0, -1)}, "documentBlob" : "`;
      const contents = isHead ? undefined : await openContents(context, document, 'record');
      setHeader(
        'content-length',
        String(Buffer.byteLength(head) + base64Length(document.blob.sizeBytes) + '"}'.length),
      );
      return new JsonStream(toReadable(contents, (pieces) => toRecord(head, pieces)));
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
      mediaType: 'application/octet-stream',
      headers: {
        'content-type': 'Media type of the document.',
        'content-disposition': '`attachment`, with the file name.',
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
      },
    },
    notFound: 'Document',
    etag: 'handler',
    ranges: true,
    async handle(context) {
      const { db, tenantId, params, isHead, requestHeader, setHeader } = context;
      const document = await findDocument(db, tenantId, params.documentId);
      if (document === undefined) throw notFound('Document');
      const { sizeBytes, sha256 } = document.blob;
      const tag = `"${sha256}"`;
      setHeader('cache-control', 'no-store, no-transform');
      if (context.isCurrent(tag)) return NOT_MODIFIED;
      // Only GET supports Range (RFC 9110 section 14.2).
      const range =
        !isHead && rangeApplies(requestHeader('if-range'), tag)
          ? parseRange(requestHeader('range'), sizeBytes)
          : undefined;
      if (range === 'unsatisfiable')
        throw new ApiError('rangeNotSatisfiable', { headers: { 'content-range': `bytes */${sizeBytes}` } });
      const contents = isHead
        ? undefined
        : await openContents(context, document, range === undefined ? 'content' : 'range', range);
      setHeader('content-type', document.mimeType);
      setHeader('content-disposition', attachment(document.originalFileName ?? `document-${document.id}`));
      setHeader('x-content-type-options', 'nosniff');
      setHeader('accept-ranges', 'bytes');
      setHeader('content-length', String(range === undefined ? sizeBytes : range.end - range.start + 1));
      if (range !== undefined) setHeader('content-range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
      return new ByteStream(
        toReadable(contents, (pieces) => pieces),
        range === undefined ? 200 : 206,
      );
    },
  }),
];

async function* toRecord(head: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield head;
  yield* toBase64(pieces);
  yield '"}';
}

/** Empty for HEAD. The contents are closed with the stream: a generator never starts if the client disconnects early. */
function toReadable(
  contents: OpenContents | undefined,
  write: (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array | string>,
): Readable {
  if (contents === undefined) return Readable.from([], { objectMode: false });
  const source = Readable.from(write(contents.pieces), { objectMode: false });
  source.once('close', contents.close);
  return source;
}
