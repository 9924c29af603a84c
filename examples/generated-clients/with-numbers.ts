import createClient from 'openapi-fetch';
import { readConnection, requestToken, USER_AGENT } from './connection.js';
import type { components, paths } from './generated/types.js';

// Ids, hours and the values of webhooks are numbers in the generated types.

const api = createClient<paths>({
  baseUrl: `${readConnection().origin}/v3`,
  headers: { authorization: `Bearer ${await requestToken()}`, 'user-agent': USER_AGENT },
});

const { data } = await api.GET('/users/responsibilities');
const userId: number | undefined = data?.users[0]?.id;
const user = await api.GET('/users/{userId}', { params: { path: { userId: userId ?? 1 } } });

const path = { date: '2026-03-02', hour: 8 };
const hours = await Promise.all([
  api.GET('/candidates/export/candidates/changes/{date}/{hour}', { params: { path } }),
  api.GET('/candidates/export/documents/changes/{date}/{hour}', { params: { path } }),
  api.GET('/customers/changes/{date}/{hour}', { params: { path } }),
  api.GET('/jobads/changes/{date}/{hour}', { params: { path } }),
]);

const webhookEventDataType: components['schemas']['WebhookEventDataType'] = 1482;
const format = await api.PUT('/webhooks/settings/eventdatatype/{webhookEventDataType}', {
  params: { path: { webhookEventDataType } },
});

const types = await api.GET('/webhooks/event/types');
const event: number = types.data?.eventTypes[0]?.id ?? 1401;
const log = await api.POST('/webhooks/protocol', {
  body: {
    eventDateFromUtc: '2026-03-02T08:00:00+01:00',
    eventDateToUtc: '2026-03-02T09:00+01:00',
    eventTypes: [event],
  },
});

console.log(
  JSON.stringify({
    user: user.response.status,
    hours: hours.map(({ response }) => response.status),
    format: format.response.status,
    log: log.response.status,
  }),
);
