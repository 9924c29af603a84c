import { isCalendarDate, isUtcDateTime } from '../../../core/http/formats.ts';
import { type ApiError, type Caller, type Fault, invalid } from '../../../core/http/index.ts';
import { INT32_MAXIMUM } from '../../../core/http/schema.ts';
import { hiddenColumns, RECORDS, type RecordColumns } from '../visibility.ts';
import type { TaskChangeBody, TaskQueryValues } from './schema.ts';

/** Where a page of tasks starts: after the task with this due date or time of completion, and this id. */
interface TaskPosition {
  key: string;
  id: number;
}

/** The due date in positions of tasks without one. */
export const NO_DUE_DATE = 'infinity';

export function parsePosition({
  after,
  state,
}: Pick<TaskQueryValues, 'after' | 'state'>): TaskPosition | undefined {
  const [, key, digits] = /^(.+)~([1-9]\d{0,9})$/.exec(after ?? '') ?? [];
  if (key === undefined || Number(digits) > INT32_MAXIMUM) return undefined;
  const isKey = state === 'done' ? isUtcDateTime(key) : key === NO_DUE_DATE || isCalendarDate(key);
  return isKey ? { key, id: Number(digits) } : undefined;
}

export function queryFaults(query: TaskQueryValues): Fault[] {
  if (query.after === undefined || parsePosition(query) !== undefined) return [];
  const message =
    'after is not a position in this list. Send nextCursor of the previous page and the same state.';
  return [{ property: 'after', code: 'format', message }];
}

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
