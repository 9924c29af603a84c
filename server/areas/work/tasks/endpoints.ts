import type { TenantDatabase } from '../../../core/db/connection.ts';
import {
  type AnyEndpoint,
  defineEndpoint,
  getUser,
  type LockInput,
  notFound,
  RawJson,
} from '../../../core/http/index.ts';
import { cursorFaults } from '../../../core/http/page-position.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { permissionsOf } from '../../access/index.ts';
import { notify } from '../notifications/index.ts';
import { findRoles } from '../record-queries.ts';
import { RECORDS, type RecordColumns } from '../visibility.ts';
import {
  deleteTask,
  findStoredReferences,
  findTask,
  holdCandidateOf,
  insertTask,
  listTasks,
  lockTask,
  setDone,
  type TaskRow,
  updateTask,
} from './queries.ts';
import {
  canDo,
  changedColumns,
  hiddenProperties,
  listOf,
  NO_RECORD,
  nextRecord,
  recordFaults,
  unsuitableAssignee,
} from './rules.ts';
import {
  TaskChange,
  type TaskChangeBody,
  TaskCreate,
  TaskPath,
  TaskQuery,
  TaskRead,
  TasksResponse,
} from './schema.ts';

const COMMON = { audience: 'platform', area: 'Tasks' } as const;
const READ = { ...COMMON, method: 'GET', permission: 'tasks:read', etag: 'content' } as const;
const WRITE = {
  ...COMMON,
  permission: 'tasks:write',
  params: TaskPath,
  ifMatch: {
    read: 'task_get',
    async lock({ db, tenantId, caller, params, body }: LockInput<{ taskId: number }>) {
      await holdCandidateOf(db, tenantId, (body ?? {}) as TaskChangeBody);
      return lockTask(db, tenantId, getUser(caller), params.taskId);
    },
  },
  notFound: 'Task',
} as const;

/** Locks the task that the path names. 404 if the caller may not see it. */
async function getTask(
  db: TenantDatabase,
  context: Omit<LockInput<{ taskId: number }>, 'db'>,
): Promise<TaskRow> {
  const { tenantId, params } = context;
  const caller = getUser(context.caller);
  const task = await lockTask(db, tenantId, caller, params.taskId);
  if (task === undefined) throw notFound('Task');
  return task;
}

async function checkAssignee(
  db: TenantDatabase,
  tenantId: number,
  assigneeId: number,
  record: RecordColumns,
): Promise<void> {
  const role = (await findRoles(db, tenantId, [assigneeId])).get(assigneeId);
  if (role === undefined || !canDo(permissionsOf(role), record)) throw unsuitableAssignee();
}

export const taskEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...READ,
    id: 'task_list',
    path: '/tasks',
    summary: 'List tasks',
    description:
      'Lists the tasks whose record the role of the caller can read. Tasks without a record are listed to users who can read candidates, to their assignee, and to the user who created them.',
    query: TaskQuery,
    check: ({ query }) => cursorFaults('after', query.after, listOf(query)),
    success: { status: 200, description: 'A page of the tasks.', schema: TasksResponse },
    handle: async ({ db, tenantId, caller, query }) =>
      new RawJson(await listTasks(db, tenantId, getUser(caller), query)),
  }),
  defineEndpoint({
    ...READ,
    id: 'task_get',
    path: '/tasks/{taskId}',
    summary: 'Read a task',
    params: TaskPath,
    success: { status: 200, description: 'The task.', schema: TaskRead },
    notFound: 'Task',
    async handle({ db, tenantId, caller, params }) {
      const task = await findTask(db, tenantId, getUser(caller), params.taskId);
      if (task === undefined) throw notFound('Task');
      return new RawJson(task);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'task_create',
    method: 'POST',
    path: '/tasks',
    permission: 'tasks:write',
    summary: 'Create a task',
    description: 'Notifies the assignee, unless it is the caller.',
    body: TaskCreate,
    check: ({ body }) => recordFaults(body),
    hiddenReferences: hiddenProperties,
    success: { status: 200, description: 'The id of the task.', schema: BaseCreateResponse },
    creates: true,
    examples: [
      {
        summary: 'A task of the caller',
        body: { title: 'Prepare the offer', dueDate: '2026-03-06' },
      },
    ],
    async handle({ db, tenantId, caller, body, write }) {
      const { userId } = getUser(caller);
      const { title, dueDate = null, assigneeId } = body;
      const record = nextRecord(body, NO_RECORD);
      if (assigneeId != null) await checkAssignee(db, tenantId, assigneeId, record);
      const task = { title, dueDate, assigneeId: assigneeId ?? userId, createdBy: userId, record };
      return write(async (db) => {
        const id = await insertTask(db, tenantId, task);
        await notify(db, tenantId, userId, [task.assigneeId], { taskId: id });
        return { id };
      });
    },
  }),
  defineEndpoint({
    ...WRITE,
    id: 'task_change',
    method: 'PUT',
    path: '/tasks/{taskId}',
    summary: 'Change a task',
    description:
      'Only the properties that you send change. A record replaces the current one, whatever its kind. A new assignee is notified.',
    body: TaskChange,
    check: ({ body }) => recordFaults(body),
    hiddenReferences: hiddenProperties,
    success: { status: 204, description: 'The task has the values that were sent.' },
    stored: ({ db, tenantId, params }) => findStoredReferences(db, tenantId, params.taskId),
    examples: [{ summary: 'Postpone the task', body: { dueDate: '2026-03-09' } }],
    async handle(context) {
      const { tenantId, caller, params, body, services } = context;
      await context.write(async (db) => {
        await holdCandidateOf(db, tenantId, body);
        const stored = await getTask(db, context);
        const columns = changedColumns(stored, body);
        if (Object.keys(columns).length === 0) return;
        const next = { ...stored, ...columns };
        if (columns.assignee_id !== undefined || RECORDS.some(({ column }) => columns[column] != null))
          await checkAssignee(db, tenantId, next.assignee_id, next);
        await updateTask(db, tenantId, params.taskId, columns, services.now());
        if (columns.assignee_id !== undefined)
          await notify(db, tenantId, getUser(caller).userId, [columns.assignee_id], {
            taskId: params.taskId,
          });
      });
    },
  }),
  defineEndpoint({
    ...WRITE,
    id: 'task_complete',
    method: 'POST',
    path: '/tasks/{taskId}/complete',
    summary: 'Complete a task',
    description: 'A task that is done already keeps its time.',
    success: { status: 204, description: 'The task is done.' },
    async handle(context) {
      const { tenantId, caller, params, services } = context;
      await context.write(async (db) => {
        const { done_at } = await getTask(db, context);
        const done = { userId: getUser(caller).userId, at: services.now() };
        if (done_at === null) await setDone(db, tenantId, params.taskId, done);
      });
    },
  }),
  defineEndpoint({
    ...WRITE,
    id: 'task_reopen',
    method: 'POST',
    path: '/tasks/{taskId}/reopen',
    summary: 'Reopen a task',
    success: { status: 204, description: 'The task is open.' },
    async handle(context) {
      const { tenantId, params, services } = context;
      await context.write(async (db) => {
        const { done_at } = await getTask(db, context);
        if (done_at !== null)
          await setDone(db, tenantId, params.taskId, { userId: null, at: services.now() });
      });
    },
  }),
  defineEndpoint({
    ...WRITE,
    id: 'task_delete',
    method: 'DELETE',
    path: '/tasks/{taskId}',
    summary: 'Delete a task',
    description: 'This cannot be undone. To keep a record of the work, complete the task.',
    success: { status: 204, description: 'The task is deleted.' },
    async handle(context) {
      const { tenantId, params } = context;
      await context.write(async (db) => {
        await getTask(db, context);
        await deleteTask(db, tenantId, params.taskId);
      });
    },
  }),
];
