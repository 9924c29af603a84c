import type { AnyEndpoint } from '../../../core/http/index.ts';
import { id, record } from '../../../core/http/schema.ts';
import { changeEntryProperties, windowEndpoints } from '../../changes/index.ts';
import { categoryJson } from '../record-sql.ts';
import { DocumentCategoryDto } from '../schema.ts';

export const overviewEndpoints: readonly AnyEndpoint[] = windowEndpoints({
  entity: 'document',
  resource: 'document',
  path: '/candidates/export/documents/changes',
  area: 'Candidate documents',
  permission: 'documents:read',
  plural: 'documents',
  entrySchema: record('DocumentChangesDetailsDto', {
    id: changeEntryProperties.id,
    candidateId: id('Id of the candidate who has the document.'),
    documentCategory: DocumentCategoryDto,
    changedAtUtc: changeEntryProperties.changedAtUtc,
  }),
  entrySql: (language) =>
    `json_build_object('id', record_id, 'candidateId', (last.attributes->>'candidateId')::int,
      'documentCategory', ${categoryJson("(last.attributes->>'documentCategoryId')::int", language)},
      'changedAtUtc', utc(changed_at))`,
  description:
    'Documents have their own change stream. Adding or deleting a document does not modify the candidate, so a mirror must read both streams. A document belongs to the branch of its candidate: if that changes, the documents are listed as modified for both branches.',
});
