import type { TenantDatabase } from '../../../core/db/connection.ts';
import {
  type AnyEndpoint,
  defineEndpoint,
  findDuplicates,
  getUser,
  type LockInput,
  notFound,
  RawJson,
  type UserCaller,
} from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import {
  belongsToBranch,
  deleteView,
  findView,
  insertView,
  listViews,
  lockView,
  updateView,
} from './queries.ts';
import { canOpen, filterFaults, foreignBranch, mayChange, notOwner, refuseScreen } from './rules.ts';
import { ViewChange, ViewCreate, ViewPath, ViewQuery, ViewRead, ViewsResponse } from './schema.ts';

const COMMON = { audience: 'platform', area: 'Saved views' } as const;
const READ = { ...COMMON, method: 'GET', permission: 'views:read', etag: 'content' } as const;
const UNIQUE = { table: 'saved_view', properties: ['name'] } as const;
const WRITE = {
  ...COMMON,
  path: '/views/{savedViewId}',
  permission: 'views:write',
  params: ViewPath,
  ifMatch: {
    read: 'savedView_get',
    lock: ({ db, tenantId, caller, params }: LockInput<{ savedViewId: number }>) =>
      lockView(db, tenantId, getUser(caller), params.savedViewId),
  },
  notFound: 'View',
} as const;

/** Locks the view that the path names. 404 if the caller may not use it, 403 if only others may change it. */
async function getOwnView(db: TenantDatabase, context: Omit<LockInput<{ savedViewId: number }>, 'db'>) {
  const { tenantId, params } = context;
  const caller = getUser(context.caller);
  const view = await lockView(db, tenantId, caller, params.savedViewId);
  if (view === undefined) throw notFound('View');
  if (!mayChange(view.ownerId, caller)) throw notOwner();
  return view;
}

async function checkBranch(
  db: TenantDatabase,
  tenantId: number,
  { userId, permissions }: UserCaller,
  branchId: number | null | undefined,
): Promise<void> {
  if (branchId == null || permissions.has('branches:write')) return;
  if (!(await belongsToBranch(db, tenantId, userId, branchId))) throw foreignBranch();
}

export const viewEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...READ,
    id: 'savedView_list',
    path: '/views',
    summary: 'List saved views',
    description:
      'Lists your own views and those that are shared with your branches, for the screens that your role can open. Admins see all shared views.',
    query: ViewQuery,
    success: { status: 200, description: 'A page of the views.', schema: ViewsResponse },
    handle: async ({ db, tenantId, caller, query }) =>
      new RawJson(await listViews(db, tenantId, getUser(caller), query)),
  }),
  defineEndpoint({
    ...READ,
    id: 'savedView_get',
    path: '/views/{savedViewId}',
    summary: 'Read a saved view',
    params: ViewPath,
    success: { status: 200, description: 'The view.', schema: ViewRead },
    notFound: 'View',
    async handle({ db, tenantId, caller, params }) {
      const view = await findView(db, tenantId, getUser(caller), params.savedViewId);
      if (view === undefined) throw notFound('View');
      return new RawJson(view);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'savedView_create',
    method: 'POST',
    path: '/views',
    permission: 'views:write',
    summary: 'Save a view',
    description:
      'You can share it with your branches; branch managers and admins can share it with every branch.',
    body: ViewCreate,
    check: ({ body }) => filterFaults(body),
    findWriteFaults: async ({ db, tenantId, caller, body }) =>
      body.screen === undefined
        ? []
        : findDuplicates(db, tenantId, {
            ...UNIQUE,
            body,
            among: { user_id: getUser(caller).userId, screen: body.screen },
          }),
    success: { status: 200, description: 'The id of the view.', schema: BaseCreateResponse },
    creates: true,
    examples: [
      {
        summary: 'A view of your own',
        body: { name: 'Forklift drivers nearby', screen: 'candidates', filter: { words: 'Staplerfahrer' } },
      },
    ],
    async handle({ db, tenantId, caller, body, writeStatement }) {
      const user = getUser(caller);
      refuseScreen(body.screen, user.permissions);
      await checkBranch(db, tenantId, user, body.branchId);
      return writeStatement(async (db) => ({ id: await insertView(db, tenantId, user.userId, body) }));
    },
  }),
  defineEndpoint({
    ...WRITE,
    id: 'savedView_change',
    method: 'PUT',
    summary: 'Change a saved view',
    description: 'Only the properties that you send change. Only the owner and admins can change a view.',
    body: ViewChange,
    check: ({ body }) => filterFaults(body),
    async findWriteFaults({ db, tenantId, caller, params: { savedViewId }, body, faulty }) {
      const user = getUser(caller);
      const view = await findView(db, tenantId, user, savedViewId);
      if (view === undefined || faulty.has('screen')) return [];
      const { ownerId, screen } = JSON.parse(view) as { ownerId: number; screen: string };
      // The names of the owner's other views are for those only who may change this one.
      if (!mayChange(ownerId, user) || !canOpen(body.screen, user.permissions)) return [];
      const among = { user_id: ownerId, screen: body.screen ?? screen };
      return findDuplicates(db, tenantId, { ...UNIQUE, body, except: { id: savedViewId }, among });
    },
    success: { status: 204, description: 'The view has the values that were sent.' },
    examples: [{ summary: 'Stop sharing the view', body: { branchId: null } }],
    async handle(context) {
      const { tenantId, caller, params, body, services } = context;
      await context.write(async (db) => {
        const { branchId } = await getOwnView(db, context);
        refuseScreen(body.screen, caller.permissions);
        if (body.branchId !== branchId) await checkBranch(db, tenantId, getUser(caller), body.branchId);
        await updateView(db, tenantId, params.savedViewId, body, services.now());
      });
    },
  }),
  defineEndpoint({
    ...WRITE,
    id: 'savedView_delete',
    method: 'DELETE',
    summary: 'Delete a saved view',
    description: 'Only the owner and admins can delete a view.',
    success: { status: 204, description: 'The view is deleted.' },
    async handle(context) {
      await context.write(async (db) => {
        await getOwnView(db, context);
        await deleteView(db, context.tenantId, context.params.savedViewId);
      });
    },
  }),
];
