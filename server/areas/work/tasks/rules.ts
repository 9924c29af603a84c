import { isCalendarDate } from '../../../core/http/formats.ts';
import { type ApiError, type Caller, type Fault, invalid } from '../../../core/http/index.ts';
import { isTimeKey, type PagedList } from '../../../core/http/page-position.ts';
import { hiddenColumns, RECORDS, type RecordColumns } from '../visibility.ts';
import type { TaskChangeBody, TaskQueryValues } from './schema.ts';

/** The due date in positions of tasks without one. */
export const NO_DUE_DATE = 'infinity';

const OPEN_TASKS: PagedList = {
  permitted: [{ sort: 'dueDate', order: 'asc' }],
  isKey: (key) => key === NO_DUE_DATE || isCalendarDate(key),
};
const DONE_TASKS: PagedList = { permitted: [{ sort: 'doneAtUtc', order: 'desc' }], isKey: isTimeKey };

export const listOf = ({ state }: Pick<TaskQueryValues, 'state'>): PagedList =>
  state === 'done' ? DONE_TASKS : OPEN_TASKS;

type SentRecord = { [P in (typeof RECORDS)[number]['property']]?: number | null };

/** A task is about at most one record. */
export function recordFaults(body: SentRecord): Fault[] {
  return RECORDS.filter(({ property }) => body[property] != null)
    .slice(1)
    .map(({ property }) => ({
      property,
      code: 'notAllowed',
      message: `${property} must not be sent with another record. A task is about at most one record.`,
    }));
}

/** The record after the change. A new record replaces the current one, whatever its kind. */
export function nextRecord(body: SentRecord, stored: RecordColumns): RecordColumns {
  const sent = RECORDS.find(({ property }) => body[property] != null);
  const columns = RECORDS.map(({ property, column }) => {
    if (sent !== undefined) return [column, property === sent.property ? body[property] : null];
    return [column, body[property] === null ? null : stored[column]];
  });
  return Object.fromEntries(columns) as RecordColumns;
}

export const NO_RECORD: RecordColumns = {
  candidate_id: null,
  company_id: null,
  request_id: null,
  job_ad_id: null,
  application_id: null,
};

/** The properties with records that the caller cannot read. */
export function hiddenProperties({ permissions }: Pick<Caller, 'permissions'>): string[] {
  const hidden = new Set<string>(hiddenColumns(permissions));
  return RECORDS.filter(({ column }) => hidden.has(column)).map(({ property }) => property);
}

/** Whether a user with these permissions can do a task about this record. */
export function canDo(permissions: ReadonlySet<string>, record: RecordColumns): boolean {
  return (
    permissions.has('tasks:write') && hiddenColumns(permissions).every((column) => record[column] === null)
  );
}

export function unsuitableAssignee(): ApiError {
  const message =
    'assigneeId must be a user whose role can complete tasks and read the record of this one. Choose another user, or omit the record.';
  return invalid({ property: 'assigneeId', code: 'notAllowed', message });
}

interface StoredTask extends RecordColumns {
  title: string;
  due_date: string | null;
  assignee_id: number;
}

/** The columns that the body changes, with their new values. */
export function changedColumns(stored: StoredTask, body: TaskChangeBody): Partial<StoredTask> {
  const sent = {
    title: body.title,
    due_date: body.dueDate,
    assignee_id: body.assigneeId,
    ...nextRecord(body, stored),
  };
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([column, value]) => value !== undefined && value !== stored[column as keyof StoredTask],
    ),
  );
}
