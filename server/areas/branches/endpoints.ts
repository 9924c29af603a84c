import { type AnyEndpoint, defineEndpoint, RawJson } from '../../core/http/index.ts';
import { listBranches } from './queries.ts';
import { BranchesResponse } from './schema.ts';

export const branchEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'branch_list',
    method: 'GET',
    path: '/branches',
    audience: 'integration',
    area: 'Branches',
    permission: 'branches:read',
    summary: 'List the branches',
    description:
      'Branches are the tenant’s own organizational units. They are not the sites (offices) of customer companies.',
    success: { status: 200, description: 'All branches.', schema: BranchesResponse },
    etag: 'content',
    isLocalized: true,
    handle: async ({ db, tenantId, language }) => new RawJson(await listBranches(db, tenantId, language)),
  }),
];
