import { PreviousSecretError, rotateWebhookSecret } from '../areas/tenants/index.ts';
import {
  type DeliveryFilter,
  EVENT_TYPES,
  listRegistrations,
  readDeliveryLog,
  resendDeliveries,
  SEND_STATUSES,
  toLogEntry,
  toSubscription,
} from '../areas/webhooks/index.ts';
import { toUtcDateTime } from '../core/http/formats.ts';
import { type Command, CommandError, type Option, toTable, UsageError } from './command.ts';
import { withServices } from './installation.ts';
import { isRecordId } from './record-id.ts';
import { describeWebhookSecret, requireTenant, TENANT_OPTION } from './tenant.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z)?$/;
const STATUSES = new Map<string, number>(SEND_STATUSES.map(({ id, name }) => [name, id]));

const FILTER_OPTIONS: Record<string, Option> = {
  tenant: TENANT_OPTION,
  id: { value: 'ID,…', meaning: 'Only these entries of the delivery log.' },
  from: {
    value: 'TIME',
    meaning: 'Only events since this time (UTC), such as 2026-03-02 or 2026-03-02T08:15:00Z.',
  },
  to: { value: 'TIME', meaning: 'Only events until this time (UTC). A day is included.' },
  event: { value: 'NAME', meaning: 'Only this event, by id or by name, such as candidate.created.' },
  entity: { value: 'ID', meaning: 'Only events of this record.' },
  status: {
    value: 'STATUS',
    meaning: `Only entries with this status, one of ${[...STATUSES.keys()].join(', ')}.`,
  },
};

export const webhookCommands: readonly Command[] = [
  {
    name: 'webhooks list',
    summary: 'List the webhook registrations of a tenant.',
    options: { tenant: TENANT_OPTION },
    run: ({ options, settings }) =>
      withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        const registrations = (await listRegistrations(services.database.tenant(tenant.id), tenant.id)).map(
          toSubscription,
        );
        const rows = registrations.map((registration) => [
          String(registration.id),
          registration.eventName,
          registration.isPaused ? 'paused' : 'active',
          String(registration.errorCount),
          registration.lastSuccessAtUtc ?? '-',
          registration.url,
        ]);
        return {
          data: registrations,
          text: toTable(['ID', 'EVENT', 'STATE', 'FAILURES', 'LAST SUCCESS (UTC)', 'URL'], rows),
        };
      }),
  },
  {
    name: 'webhooks protocol',
    summary: 'Show the delivery log, oldest entries first.',
    options: FILTER_OPTIONS,
    run: ({ options, settings }) => {
      const filter = readFilter(options);
      return withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        const entries = [];
        for await (const rows of readDeliveryLog(services.database.tenant(tenant.id), tenant.id, filter)) {
          entries.push(...rows.map(toLogEntry));
        }
        const rows = entries.map((entry) => [
          entry.id,
          entry.eventDateUtc,
          entry.event,
          String(entry.entityId),
          entry.sendStatus ?? 'pending',
          String(entry.attempts),
          entry.webhookUrl,
        ]);
        const header = ['ID', 'TIME (UTC)', 'EVENT', 'ENTITY', 'STATUS', 'CALLS', 'URL'];
        return { data: entries, text: toTable(header, rows) };
      });
    },
  },
  {
    name: 'webhooks resend',
    summary:
      'Deliver entries again, oldest first. Without --id or --status, only those that failed or were skipped.',
    options: FILTER_OPTIONS,
    run: ({ options, settings }) => {
      const filter = readFilter(options);
      if (Object.keys(filter).length === 0) {
        throw new UsageError('Select entries with --id, --from, --to, --event, --entity, or --status.');
      }
      return withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        const { queued, left } = await resendDeliveries(
          services.database.tenant(tenant.id),
          tenant.id,
          filter,
        );
        const note =
          left === 0 ? '' : ` ${left} cannot be delivered because their registration is paused or deleted.`;
        return { data: { queued, left }, text: `${queued} will be delivered again.${note}` };
      });
    },
  },
  {
    name: 'webhooks rotate-secret',
    summary: 'Rotate the webhook secret of a tenant. For seven days, the previous one signs too.',
    options: {
      tenant: TENANT_OPTION,
      'end-previous': {
        meaning:
          'Rotate although the last rotation was less than seven days ago. The oldest of the three secrets stops working immediately.',
      },
    },
    run: ({ options, settings }) =>
      withServices(settings(), async (services) => {
        const tenant = await requireTenant(services, options.tenant!);
        const keepsPrevious = options['end-previous'] === undefined;
        const webhookSecret = await rotateWebhookSecret(services, tenant.id, { keepsPrevious }).catch(
          (error) => {
            throw error instanceof PreviousSecretError ? new CommandError(refusal(tenant.key, error)) : error;
          },
        );
        return {
          data: { tenant: tenant.key, webhookSecret },
          text: `${describeWebhookSecret(webhookSecret)}\nFor seven days, calls are signed with both the new and the previous secret.`,
        };
      }),
  },
];

function refusal(key: string, { endsAt }: PreviousSecretError): string {
  return `The secret was not rotated: the last rotation of tenant "${key}" was less than seven days ago, and another one immediately ends the previous secret, which otherwise signs until ${endsAt}. Receivers that still use it would reject all calls. The console shows the current secret, under Developers. If every receiver has that one, or if it leaked, run the command again with --end-previous.`;
}

/** Converts the given options to a filter. Throws a UsageError. */
function readFilter(options: Record<string, string | undefined>): DeliveryFilter {
  const filter: DeliveryFilter = {};
  const { id, from, to, event, entity, status } = options;
  if (id !== undefined) {
    filter.ids = id.split(',').map((part) => part.trim());
    if (!filter.ids.every((part) => UUID.test(part)))
      throw new UsageError('--id must be ids from the delivery log, separated by commas.');
  }
  if (from !== undefined) filter.from = readTime('from', from);
  if (to !== undefined) filter.to = readTime('to', to);
  // Nothing is in such a range, which would look like a log without these entries.
  if (filter.from !== undefined && filter.to !== undefined && Date.parse(filter.to) < Date.parse(filter.from))
    throw new UsageError('--to must not be before --from. Exchange the two times.');
  if (event !== undefined) {
    const type = EVENT_TYPES.find(({ id: typeId, name }) => String(typeId) === event || name === event);
    if (type === undefined) {
      throw new UsageError(`--event must be one of: ${EVENT_TYPES.map(({ name }) => name).join(', ')}.`);
    }
    filter.eventTypeIds = [type.id];
  }
  if (entity !== undefined) {
    if (!isRecordId(entity)) throw new UsageError('--entity must be the id of a record, such as 1.');
    filter.entityId = Number(entity);
  }
  if (status !== undefined) {
    const statusId = STATUSES.get(status);
    if (statusId === undefined) {
      throw new UsageError(`--status must be one of: ${[...STATUSES.keys()].join(', ')}.`);
    }
    filter.statusIds = [statusId];
  }
  return filter;
}

/** A day as --from means its first millisecond, and as --to its last, so that it is included like the days of the API. */
function readTime(name: 'from' | 'to', text: string): string {
  const time = name === 'from' ? '00:00' : '23:59:59.999';
  const utc = TIME.test(text) ? toUtcDateTime(text.includes('T') ? text : `${text}T${time}Z`) : undefined;
  if (utc === undefined) {
    throw new UsageError(
      `--${name} must be an existing day or time in UTC, such as 2026-03-02 or 2026-03-02T08:15:00Z.`,
    );
  }
  return utc;
}
