import { type AnyEndpoint, defineEndpoint, getUser, notFound, RawJson } from '../../../core/http/index.ts';
import { countUnread, listNotifications, setAllRead, setRead } from './queries.ts';
import {
  NotificationChange,
  NotificationPath,
  NotificationQuery,
  NotificationsRead,
  NotificationsResponse,
  UnreadResponse,
} from './schema.ts';

// Every user has notifications, and nobody reads those of others. So no permission is needed.
const COMMON = { audience: 'platform', area: 'Notifications', permission: null } as const;

export const notificationEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'notification_list',
    method: 'GET',
    path: '/notifications',
    summary: 'List your notifications',
    description:
      'Returns the newest first. A notification is left out while the role of the user cannot read what it is about, and is deleted with it.',
    query: NotificationQuery,
    success: { status: 200, description: 'A page of the notifications.', schema: NotificationsResponse },
    etag: 'content',
    handle: async ({ db, tenantId, caller, query }) =>
      new RawJson(await listNotifications(db, tenantId, getUser(caller), query)),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'notification_countUnread',
    method: 'GET',
    path: '/notifications/unread',
    summary: 'Count your unread notifications',
    success: { status: 200, description: 'The number.', schema: UnreadResponse },
    etag: 'content',
    handle: async ({ db, tenantId, caller }) => ({
      unread: await countUnread(db, tenantId, getUser(caller)),
    }),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'notification_change',
    method: 'PUT',
    path: '/notifications/{notificationId}',
    summary: 'Mark a notification as read or unread',
    params: NotificationPath,
    body: NotificationChange,
    success: { status: 204, description: 'The notification is marked.' },
    notFound: 'Notification',
    examples: [{ summary: 'Mark it as read', body: { isRead: true } }],
    async handle({ tenantId, caller, params, body, services, writeStatement }) {
      const { userId } = getUser(caller);
      const readAt = body.isRead ? services.now() : null;
      const isFound = await writeStatement((db) =>
        setRead(db, tenantId, userId, params.notificationId, readAt),
      );
      if (!isFound) throw notFound('Notification');
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'notification_readAll',
    method: 'POST',
    path: '/notifications/read',
    summary: 'Mark all notifications as read',
    description: 'Notifications that are newer than untilId stay unread, because the user has not seen them.',
    body: NotificationsRead,
    success: { status: 204, description: 'The notifications are read.' },
    async handle({ tenantId, caller, body, services, writeStatement }) {
      const { userId } = getUser(caller);
      await writeStatement((db) => setAllRead(db, tenantId, userId, body.untilId, services.now()));
    },
  }),
];
