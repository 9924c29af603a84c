import {
  body,
  flag,
  int32,
  line,
  list,
  optional,
  record,
  type Static,
  Type,
  utc,
  uuid,
} from '../../../core/http/schema.ts';
import { FAILED, SEND_STATUS_LEGEND, SEND_STATUSES } from '../delivery/index.ts';
import { eventType } from '../value-schemas.ts';

export const Resend = body('WebhookResendRequest', {
  ids: optional(
    list(uuid('Id of an entry of the delivery log.'), 'Only these entries, including transferred ones.', {
      maxItems: 1000,
    }),
  ),
  eventDateFromUtc: optional(utc('Only events at or after this time.')),
  eventDateToUtc: optional(
    utc('Only events at or before this time.', { examples: ['2026-03-03T08:15:30.000Z'] }),
  ),
  entityId: optional(int32('Only events with this entityId.', { examples: [4711] })),
  eventTypes: optional(
    list(eventType('Id of an event type.'), 'Only events of these types. If empty or absent: all types.', {
      maxItems: 100,
    }),
  ),
  sendStatusIds: optional(
    list(
      Type.Unsafe<number>({
        type: 'integer',
        enum: SEND_STATUSES.map(({ id }) => id),
        description: `${SEND_STATUS_LEGEND}.`,
        examples: [FAILED],
      }),
      'Only entries with these statuses. If it is empty or absent, and ids is absent: only failed and skipped entries.',
      { maxItems: 3 },
    ),
  ),
});

export type ResendBody = Static<typeof Resend>;

export const ResendResponse = record('WebhookResendResponse', {
  queued: int32('Number of entries queued for delivery.', { examples: [12] }),
  left: int32('Number of entries not queued because their registration is paused or removed.', {
    examples: [0],
  }),
});

const secret = line('Secret in the format of Standard Webhooks: whsec_ followed by Base64.', {
  examples: ['whsec_…'],
});

export const SecretsResponse = record('WebhookSecretsResponse', {
  secrets: list(
    record('WebhookSecretDto', {
      secret,
      isCurrent: flag(
        'True for the current secret; false for the previous one, which still signs calls for seven days after a rotation.',
      ),
    }),
    'Secrets that currently sign calls. The newest comes first.',
  ),
});

export const NewSecretResponse = record('WebhookNewSecretResponse', { secret });
