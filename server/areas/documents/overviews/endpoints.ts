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
    candidateId: id('Id of the candidate whose document it is.'),
    documentCategory: DocumentCategoryDto,
    changedAtUtc: changeEntryProperties.changedAtUtc,
  }),
  entrySql: (language) =>
    `json_build_object('id', record_id, 'candidateId', (last.attributes->>'candidateId')::int,
      'documentCategory', ${categoryJson("(last.attributes->>'documentCategoryId')::int", language)},
      'changedAtUtc', utc(changed_at))`,
  description:
    'Documents have this stream of their own: adding or deleting one leaves the candidate unmodified, so a mirror reads both streams. A document counts for the branch that its candidate had when it was changed.',
});
