import type { ReferenceKinds } from '../../core/http/index.ts';
import { findRequestIds } from './details/queries.ts';

export const requestReferences: ReferenceKinds = {
  'customer request': {
    source: 'GET /changes/inventory?entities=request',
    find: (_services, db, tenantId, ids) => findRequestIds(db, tenantId, ids),
  },
};
