import {
  body,
  date,
  filled,
  flag,
  id,
  line,
  list,
  nullable,
  oneOf,
  optional,
  pageLimit,
  partial,
  record,
  reference,
  type Static,
  Type,
  utc,
} from '../../../core/http/schema.ts';

export const TaskPath = Type.Object({ taskId: id('Id of the task.') });

const title = filled('What is to do.', { examples: ['Call back about the night shift'] });
const dueDate = date('Last day on which the task is on time.', { examples: ['2026-03-06'] });
const assignee =
  'User who does the task (GET /users/responsibilities). The role of the user must allow tasks and the record.';

const records = {
  candidateId: optional(reference('candidate', 'Candidate that the task is about.')),
  companyId: optional(reference('company', 'Company that the task is about.')),
  requestId: optional(reference('customer request', 'Customer request that the task is about.')),
  jobAdId: optional(reference('job ad', 'Job ad that the task is about.')),
  applicationId: optional(reference('application', 'Application that the task is about.')),
};

export const TaskCreate = body('TaskCreateDto', {
  title,
  dueDate: optional(dueDate),
  assigneeId: optional(reference('user', `${assignee} Defaults to the caller.`)),
  ...records,
});

export const TaskChange = partial('TaskChangeDto', {
  title,
  dueDate: nullable(dueDate),
  assigneeId: reference('user', assignee),
  ...records,
});

const MAXIMUM_LIMIT = 200;
export const DEFAULT_LIMIT = 50;

export const TaskQuery = Type.Object({
  state: Type.Optional(
    oneOf(['open', 'done'], 'Open tasks (default), earliest due date first, or done ones, newest first.'),
  ),
  mine: Type.Optional(flag('Only tasks whose assignee is the caller.', { examples: [true] })),
  assigneeId: Type.Optional(id('Only tasks of this user.')),
  dueBefore: Type.Optional(date('Only tasks whose due date is before this day.')),
  candidateId: Type.Optional(id('Only tasks about this candidate.')),
  companyId: Type.Optional(id('Only tasks about this company.')),
  requestId: Type.Optional(id('Only tasks about this customer request.')),
  jobAdId: Type.Optional(id('Only tasks about this job ad.')),
  applicationId: Type.Optional(id('Only tasks about this application.')),
  after: Type.Optional(
    line('nextCursor of the previous page, with the same filters.', {
      examples: ['WzEsImR1ZURhdGUiLCJhc2MiLDQ3MTEsIjIwMjYtMDMtMDYiXQ'],
    }),
  ),
  limit: Type.Optional(pageLimit('tasks', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT })),
});

export const TaskRead = record('TaskReadDto', {
  id: id('Id of the task.'),
  title: line('What is to do.'),
  dueDate: nullable(date('Last day on which the task is on time. Null if there is none.')),
  assigneeId: id('User who does the task.'),
  assigneeName: nullable(line('First and last name of the assignee.')),
  createdById: id('User who created the task.'),
  createdByName: nullable(line('First and last name of that user.')),
  candidateId: nullable(id('Candidate that the task is about.')),
  companyId: nullable(id('Company that the task is about.')),
  requestId: nullable(id('Customer request that the task is about.')),
  jobAdId: nullable(id('Job ad that the task is about.')),
  applicationId: nullable(id('Application that the task is about.')),
  recordName: nullable(
    line(
      'Name or title of the record; for an application, the name of the candidate. Null without a record.',
    ),
  ),
  doneAtUtc: nullable(utc('When the task was completed. Null if it is open.')),
  doneById: nullable(id('User who completed the task.')),
  createdAtUtc: utc('When the task was created.'),
  modifiedAtUtc: utc('When the task was last changed.'),
});

export const TasksResponse = record('TasksResponse', {
  tasks: list(TaskRead, 'The tasks that the caller may see.'),
  nextCursor: nullable(line('Value of after for the next page. Null on the last page.')),
});

export type TaskChangeBody = Static<typeof TaskChange>;
export type TaskQueryValues = Static<typeof TaskQuery>;
