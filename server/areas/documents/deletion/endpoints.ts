import { discardDeleted } from '../../../core/blobs/pending.ts';
import { type AnyEndpoint, defineEndpoint, notFound } from '../../../core/http/index.ts';
import { EVENTS } from '../../changes/index.ts';
import { deleteDocument } from '../queries.ts';
import { DocumentPath } from '../reads/schema.ts';

export const deletionEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'document_delete',
    method: 'DELETE',
    path: '/documents/{documentId}',
    audience: 'platform',
    area: 'Candidate documents',
    permission: 'documents:write',
    summary: 'Delete a document',
    description:
      'The contents can no longer be read. Data that CV parsing added to the candidate is kept. What receivers of webhooks have returned about the document is deleted.',
    params: DocumentPath,
    success: { status: 204, description: 'Deleted.' },
    notFound: 'Document',
    event: EVENTS.documentDeleted,
    async handle({ services, tenantId, params, write }) {
      const blobKeys = await write((db) => deleteDocument(db, tenantId, params.documentId));
      if (blobKeys === undefined) throw notFound('Document');
      await discardDeleted(services, tenantId, blobKeys);
    },
  }),
];
