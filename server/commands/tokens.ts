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
      const { tokenPriceCents } = services.settings;
      const usage = await getTokenUsage(
        services.database.systemOf(tenant.id),
        tenant.id,
        month,
        tokenPriceCents,
      );
      const rows = usage.clients.map((client) => [
        client.clientId,
        String(client.issued),
        client.lastIssuedAtUtc,
        client.name,
      ]);
      return {
        data: { tenant: tenant.key, ...usage },
        text: [
          ...describe(tenant.key, usage, tokenPriceCents),
          ...(rows.length === 0 ? [] : ['', toTable(['CLIENT_ID', 'TOKENS', 'LAST (UTC)', 'NAME'], rows)]),
        ].join('\n'),
      };
    });
  },
};

function describe(
  tenantKey: string,
  { month, issued, billable, free, costEur }: Awaited<ReturnType<typeof getTokenUsage>>,
  priceCents: number,
): string[] {
  if (priceCents === 0) return [`${tenantKey}, ${month}: ${issued} tokens issued. Tokens are free.`];
  const price = (priceCents / 100).toFixed(2);
  return [
    `${tenantKey}, ${month}: ${issued} tokens issued, ${billable} billable, ${costEur.toFixed(2)} EUR.`,
    `The first ${free} tokens of a month are free, further ones are listed at ${price} EUR each, so that integrations reuse a token while it is valid.`,
    'Stellwerk itself charges nothing. If you do not charge either, set TOKEN_PRICE_CENTS=0.',
  ];
}
