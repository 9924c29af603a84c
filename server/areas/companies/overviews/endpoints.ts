import type { AnyEndpoint } from '../../../core/http/index.ts';
import { windowEndpoints } from '../../changes/index.ts';
import { CompanyChangeEntry } from './schema.ts';

export const overviewEndpoints: readonly AnyEndpoint[] = windowEndpoints({
  entity: 'company',
  resource: 'company',
  path: '/customers/changes',
  area: 'Company overviews',
  permission: 'customers:read',
  plural: 'companies',
  entrySchema: CompanyChangeEntry,
  entrySql: `json_build_object('id', record_id, 'rowGuid', row_guid, 'officeId', office_id, 'changedAtUtc', utc(changed_at))`,
  description:
    'Creating, changing, or deleting a site, work location, or contact counts as a change of the company. So do setting a status and adding a note. Companies cannot be deleted, so the list deleted is always empty.',
});
