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

export const Resend = body('WebhookResendRequest', {
  ids: optional(
    list(uuid('Id of an entry of the protocol.'), 'Only these entries, also transferred ones.', {
      maxItems: 1000,
    }),
  ),
  eventDateFromUtc: optional(utc('Only events triggered at or after this time.')),
  eventDateToUtc: optional(
    utc('Only events triggered at or before this time.', { examples: ['2026-03-03T08:15:30.000Z'] }),
  ),
  entityId: optional(int32('Only events with this entityId.', { examples: [4711] })),
  eventTypes: optional(
    list(int32('Id of an event.', { examples: [1401] }), 'Only these events.', { maxItems: 100 }),
  ),
  sendStatusIds: optional(
    list(
      Type.Unsafe<number>({
        type: 'integer',
        enum: SEND_STATUSES.map(({ id }) => id),
        description: `${SEND_STATUS_LEGEND}.`,
        examples: [FAILED],
      }),
      'Only entries with this outcome; without it, and without ids, those that failed or were skipped.',
      { maxItems: 3 },
    ),
  ),
});

export type ResendBody = Static<typeof Resend>;

export const ResendResponse = record('WebhookResendResponse', {
  queued: int32('Entries that will be delivered again, oldest first.', { examples: [12] }),
  left: int32('Entries that are left out: their registration is paused or removed.', { examples: [0] }),
});

const secret = line('Secret as Standard Webhooks writes it: whsec_ and Base64.', { examples: ['whsec_…'] });

export const SecretsResponse = record('WebhookSecretsResponse', {
  secrets: list(
    record('WebhookSecretDto', {
      secret,
      isCurrent: flag('False for the previous secret, which also signs for seven days after a rotation.'),
    }),
    'Secrets that sign calls now, the current one first.',
  ),
});

export const NewSecretResponse = record('WebhookNewSecretResponse', { secret });
