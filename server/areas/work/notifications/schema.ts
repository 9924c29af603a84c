import {
  body,
  flag,
  id,
  int32,
  line,
  list,
  nullable,
  oneOf,
  pageLimit,
  record,
  type Static,
  Type,
  utc,
} from '../../../core/http/schema.ts';

export const NotificationPath = Type.Object({ notificationId: id('Id of the notification.') });

const MAXIMUM_LIMIT = 200;
export const DEFAULT_LIMIT = 50;
/** More are not counted. */
export const MAXIMUM_COUNT = 100;

export const NotificationQuery = Type.Object({
  unread: Type.Optional(flag('Only notifications that are not read.', { examples: [true] })),
  before: Type.Optional(
    id('Only notifications older than this one. Send the id of the last one of the previous page.'),
  ),
  limit: Type.Optional(pageLimit('notifications', { standard: DEFAULT_LIMIT, maximum: MAXIMUM_LIMIT })),
});
export type NotificationQueryValues = Static<typeof NotificationQuery>;

export const NotificationsResponse = record('NotificationsResponse', {
  notifications: list(
    record('NotificationDto', {
      id: id('Id of the notification.'),
      kind: oneOf(
        ['mention', 'taskAssigned'],
        'A note mentions the user (mention), or the user became the assignee of a task (taskAssigned).',
      ),
      createdAtUtc: utc('When it happened.'),
      readAtUtc: nullable(utc('When the notification was marked as read. Null if it is unread.')),
      actorId: id('User who caused the notification.'),
      actorName: nullable(line('First and last name of that user.')),
      communicationId: nullable(id('The note. Null for other kinds.')),
      candidateId: nullable(id('Candidate that the note or the task is about.')),
      taskId: nullable(id('The task. Null for other kinds.')),
      taskTitle: nullable(line('Title of the task.')),
      recordName: nullable(line('Name or title of the record that the note or the task is about.')),
    }),
    'The notifications of the caller, newest first.',
  ),
});

export const UnreadResponse = record('UnreadNotificationsResponse', {
  unread: int32(`Number of unread notifications. ${MAXIMUM_COUNT} means ${MAXIMUM_COUNT} or more.`, {
    examples: [3],
  }),
});

export const NotificationChange = body('NotificationChangeDto', {
  isRead: flag('Whether the notification is read.', { examples: [true] }),
});

export const NotificationsRead = body('NotificationsReadDto', {
  untilId: id('Id of the newest notification that the user has seen. It and all older ones become read.'),
});
