import type { ReferenceKinds } from '../../core/http/index.ts';
import { findJobAds } from './queries.ts';

export const jobAdReferences: ReferenceKinds = {
  'job ad': {
    source: 'GET /jobads (property jobAdId)',
    find: (_services, db, tenantId, ids) => findJobAds(db, tenantId, ids),
  },
};
