import type { AnyEndpoint, ReferenceKinds } from '../../core/http/index.ts';
import { detailEndpoints } from './detail/endpoints.ts';
import { editingEndpoints } from './editing/endpoints.ts';
import { overviewEndpoints } from './overviews/endpoints.ts';
import { findJobAds } from './queries.ts';

export { toSafeHtml } from './editing/html.ts';
export { JobAdChange } from './editing/schema.ts';
export { hasNotEnded } from './end-date-sql.ts';
export type { ProcessStatus } from './process-status.ts';

export const jobAdEndpoints: readonly AnyEndpoint[] = [
  ...overviewEndpoints,
  ...detailEndpoints,
  ...editingEndpoints,
];

export const jobAdReferences: ReferenceKinds = {
  'job ad': {
    source: 'GET /jobads (property jobAdId)',
    find: (_services, db, tenantId, ids) => findJobAds(db, tenantId, ids),
  },
};
