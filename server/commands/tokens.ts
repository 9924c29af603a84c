import { getTokenUsage } from '../areas/access/index.ts';
import { type Command, toTable, UsageError } from './command.ts';
import { withServices } from './installation.ts';
import { requireTenant, TENANT_OPTION } from './tenant.ts';

export const tokensCommand: Command = {
  name: 'tokens',
  summary: 'Show how many access tokens were issued to a tenant in a month (UTC), and their cost.',
  options: {
    tenant: TENANT_OPTION,
    month: { value: 'YYYY-MM', meaning: 'Calendar month (UTC). Default: the current month.' },
  },
  run: ({ options, settings }) => {
    if (options.month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(options.month)) {
      throw new UsageError('--month must have the form YYYY-MM, such as 2026-03.');
    }
    return withServices(settings(), async (services) => {
      const tenant = await requireTenant(services, options.tenant!);
      const month = options.month ?? services.now().toISOString().slice(0, 7);
      const usage = await getTokenUsage(services.database.system, tenant.id, month);
      const rows = usage.clients.map((client) => [
        client.clientId,
        String(client.issued),
        client.lastIssuedAtUtc,
        client.name,
      ]);
      return {
        data: { tenant: tenant.key, ...usage },
        text: [
          `${tenant.key}, ${usage.month}: ${usage.issued} tokens issued, ${usage.billable} billable (${usage.free} per month are free), ${usage.costEur.toFixed(2)} EUR.`,
          ...(rows.length === 0 ? [] : ['', toTable(['CLIENT_ID', 'TOKENS', 'LAST (UTC)', 'NAME'], rows)]),
        ].join('\n'),
      };
    });
  },
};
