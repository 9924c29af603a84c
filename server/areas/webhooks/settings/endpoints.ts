import { type AnyEndpoint, defineEndpoint, notFound } from '../../../core/http/index.ts';
import {
  CALL_TIMEOUT_MS,
  CLOUD_EVENT_FORMAT,
  FAILURE_THRESHOLD,
  STANDARD_FORMAT,
} from '../delivery/index.ts';
import { findDataType, lockSettings, setDataType } from './queries.ts';
import { DATA_TYPES } from './rules.ts';
import { EventDataTypePath, SettingsResponse } from './schema.ts';

export const settingEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'webhookSettings_read',
    method: 'GET',
    path: '/webhooks/settings',
    audience: 'integration',
    area: 'Webhooks',
    permission: 'webhooks:read',
    summary: 'Get webhook settings',
    success: { status: 200, description: 'The settings.', schema: SettingsResponse },
    etag: 'content',
    async handle({ db, tenantId, services }) {
      const eventDataTypeId = await findDataType(db, tenantId);
      return {
        settings: {
          eventDataTypeId,
          eventDataType: DATA_TYPES.get(eventDataTypeId),
          failureThreshold: FAILURE_THRESHOLD,
          timeoutSeconds: CALL_TIMEOUT_MS / 1000,
          retryScheduleSeconds: services.settings.webhookRetrySeconds,
          signing: 'Standard Webhooks v1: webhook-id, webhook-timestamp, webhook-signature',
        },
      };
    },
  }),
  defineEndpoint({
    id: 'webhookSettings_setEventDataType',
    method: 'PUT',
    path: '/webhooks/settings/eventdatatype/{webhookEventDataType}',
    audience: 'integration',
    area: 'Webhooks',
    permission: 'webhooks:write',
    summary: 'Set the call format',
    description: `${STANDARD_FORMAT} is the standard format. ${CLOUD_EVENT_FORMAT} is structured CloudEvents 1.0 with the same data. The format applies to all registrations, from the next call on.`,
    params: EventDataTypePath,
    ifMatch: {
      read: 'webhookSettings_read',
      params: () => ({}),
      lock: ({ db, tenantId }) => lockSettings(db, tenantId),
    },
    success: { status: 200, description: 'Set.' },
    notFound: 'Event data type',
    async handle({ tenantId, params: { webhookEventDataType }, writeStatement }) {
      if (!DATA_TYPES.has(webhookEventDataType)) throw notFound('Event data type');
      await writeStatement((db) => setDataType(db, tenantId, webhookEventDataType));
    },
  }),
];
