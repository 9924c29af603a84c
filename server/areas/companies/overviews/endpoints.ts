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
    'Creating, changing or deleting a site, a work location or a contact, setting a status and adding a note count as a change of the company. Companies are never deleted, so that list stays empty.',
});
