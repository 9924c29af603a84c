import { changedColumns } from '../../../core/db/partial-change.ts';
import { type AnyEndpoint, defineEndpoint, invalid, notFound, RawJson } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import {
  addressFaults,
  changedAddressFaults,
  changeLocation,
  NO_ADDRESS,
  NO_LOCATION,
} from '../../addresses/index.ts';
import { findBranch } from '../queries.ts';
import { BranchRead } from '../schema.ts';
import { insertBranch, lockBranch, updateBranch } from './queries.ts';
import { branchFaults, toColumns } from './rules.ts';
import { BranchChange, BranchCreate, BranchPath } from './schema.ts';

const COMMON = { audience: 'platform', area: 'Branches', permission: 'branches:write' } as const;

export const branchEditingEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'branch_get',
    method: 'GET',
    path: '/branches/{branchId}',
    permission: 'branches:read',
    summary: 'Read a branch',
    params: BranchPath,
    success: { status: 200, description: 'The branch.', schema: BranchRead },
    notFound: 'Branch',
    etag: 'content',
    isLocalized: true,
    async handle({ db, tenantId, params, language }) {
      const branch = await findBranch(db, tenantId, params.branchId, language);
      if (branch === undefined) throw notFound('Branch');
      return new RawJson(branch);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'branch_create',
    method: 'POST',
    path: '/branches',
    summary: 'Create a branch',
    description: 'The coordinates are computed from the postal code and the city.',
    body: BranchCreate,
    check: ({ body }) => branchFaults(body),
    success: { status: 200, description: 'The id of the branch.', schema: BaseCreateResponse },
    creates: true,
    handle: ({ tenantId, body, writeStatement }) =>
      writeStatement(async (db) => {
        const address = changeLocation({ ...NO_ADDRESS, ...NO_LOCATION }, body.location);
        return { id: await insertBranch(db, tenantId, { name: body.name, ...toColumns(body), ...address }) };
      }),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'branch_change',
    method: 'PUT',
    path: '/branches/{branchId}',
    summary: 'Change, close, or reopen a branch',
    description:
      'Only the properties that you send change, also inside location. Send null to clear a property. New records cannot refer to an inactive branch.',
    params: BranchPath,
    ifMatch: {
      read: 'branch_get',
      lock: ({ db, tenantId, params }) => lockBranch(db, tenantId, params.branchId),
    },
    body: BranchChange,
    check: ({ body }) => branchFaults(body),
    findWriteFaults: ({ db, tenantId, params: { branchId: id }, body, faulty }) =>
      changedAddressFaults(db, tenantId, { table: 'branch', id }, body, faulty),
    success: { status: 204, description: 'The branch has the values that were sent.' },
    notFound: 'Branch',
    examples: [{ summary: 'Close a branch', body: { isActive: false } }],
    async handle({ tenantId, params: { branchId }, body, write }) {
      await write(async (db) => {
        const stored = await lockBranch(db, tenantId, branchId);
        if (stored === undefined) throw notFound('Branch');
        const address = changeLocation(stored, body.location);
        const faults =
          address &&
          addressFaults({ zipCode: address.zip_code, countryId: address.country_id }, body.location);
        if (faults !== undefined && faults.length > 0) throw invalid(...faults);
        const changed = changedColumns(stored, { ...toColumns(body), ...address });
        if (Object.keys(changed).length > 0) await updateBranch(db, tenantId, branchId, changed);
      });
    },
  }),
];
