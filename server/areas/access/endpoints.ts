import { type AnyEndpoint, defineEndpoint, missingPermission } from '../../core/http/index.ts';
import { decimal, int32, line, list, record, Type, utc } from '../../core/http/schema.ts';
import { getTokenUsage } from './ledger.ts';

const TokenUsage = record('TokenUsageResponse', {
  month: line('Calendar month (UTC).', { examples: ['2026-03'] }),
  issued: int32('Tokens issued in the month.'),
  free: int32('Number of free tokens per month.', { examples: [100] }),
  billable: int32('Tokens in excess of the free ones.'),
  costEur: decimal(
    'Cost of the billable tokens in EUR, at 0.10 each, or at the price that the operator has set. 0 if the operator charges nothing.',
  ),
  clients: list(
    record('TokenUsageClientDto', {
      clientId: line('Client id.'),
      name: line('Name of the client.'),
      issued: int32('Tokens issued to the client.'),
      lastIssuedAtUtc: utc('Time when the last token was issued.'),
    }),
    'The clients that received tokens in the month, sorted by issued, descending.',
  ),
});

const PERMISSION_OF_USERS = 'clients:read';

export const ledgerEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'usage_getTokens',
    method: 'GET',
    path: '/usage/tokens',
    audience: 'integration',
    area: 'Usage',
    permission: null,
    since: '3.5.0',
    summary: 'Read the token ledger of the tenant',
    description: 'Every issued token counts. Requests for more than the free tokens are not rejected.',
    query: Type.Object({
      month: Type.Optional(
        line('Calendar month (UTC) in the form YYYY-MM. Defaults to the current month.', {
          pattern: '^(19|20)\\d\\d-(0[1-9]|1[0-2])$',
          patternMessage: 'must be a month in the form YYYY-MM',
          examples: ['2026-03'],
        }),
      ),
    }),
    success: { status: 200, description: 'The ledger of the month.', schema: TokenUsage },
    etag: 'content',
    async handle({ services, tenantId, query, caller }) {
      // It names the API clients, which not every role may see. An application may read the ledger of its tenant.
      if (caller.kind === 'user' && !caller.permissions.has(PERMISSION_OF_USERS))
        throw missingPermission(caller, PERMISSION_OF_USERS);
      return getTokenUsage(
        services.database.systemOf(tenantId),
        tenantId,
        query.month ?? services.now().toISOString().slice(0, 7),
        services.settings.tokenPriceCents,
      );
    },
  }),
];
