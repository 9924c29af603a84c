import { choice, integer, MAXIMUM_SECONDS, secondsList } from './values.ts';

// Nine retries within 76 hours, with delays from 5 seconds to a day.
const RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** The settings of webhook calls and their log. */
export const WEBHOOK_SETTINGS = [
  {
    name: 'WEBHOOK_ALLOW_PRIVATE',
    key: 'webhookAllowPrivate',
    default: 'false (the demo sets true)',
    meaning: 'Allow webhooks to loopback and private addresses.',
    limits: 'true, false',
    read: (text: string | undefined) => choice(text, 'false', ['true', 'false']) === 'true',
  },
  {
    name: 'WEBHOOK_RETRY_SECONDS',
    key: 'webhookRetrySeconds',
    default: '5,300,1800,7200,18000,36000,50400,72000,86400',
    meaning:
      'Delays in seconds before the retries of a failed webhook call, separated by commas. Set it to an empty value to disable retries.',
    limits: `at most 20 integers from 0 to ${MAXIMUM_SECONDS}`,
    acceptsEmpty: true,
    read: (text: string | undefined) => (text === undefined ? RETRY_SECONDS : secondsList(text)),
  },
  {
    name: 'WEBHOOK_PROTOCOL_DAYS',
    key: 'webhookProtocolDays',
    default: '90',
    meaning: 'Days to keep the webhook delivery log. Failed deliveries can be resent during this time.',
    limits: '1 to 36500',
    read: (text: string | undefined) => integer(text, 90, 1, 36_500),
  },
] as const;
