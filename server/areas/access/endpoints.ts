import { type AnyEndpoint, defineEndpoint } from '../../core/http/index.ts';
import { decimal, int32, line, list, record, Type, utc } from '../../core/http/schema.ts';
import { tokenUsage } from './ledger.ts';

const TokenUsage = record('TokenUsageResponse', {
  month: line('Calendar month (UTC).', { examples: ['2026-03'] }),
  issued: int32('Tokens issued in the month.'),
  free: int32('Tokens that cost nothing.', { examples: [100] }),
  billable: int32('Tokens beyond the free ones.'),
  costEur: decimal('Cost of the billable tokens in EUR; 0.10 each.'),
  clients: list(
    record('TokenUsageClientDto', {
      clientId: line('Client id.'),
      name: line('Name of the client.'),
      issued: int32('Tokens issued to it.'),
      lastIssuedAtUtc: utc('When the last one was issued.'),
    }),
    'The clients that requested tokens, the most eager first.',
  ),
});

export const accessEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'usage_getTokens',
    method: 'GET',
    path: '/usage/tokens',
    audience: 'integration',
    area: 'Usage',
    permission: null,
    since: '3.5.0',
    summary: 'Read the token ledger of the tenant',
    description: 'Every issued token counts. Nothing is refused for exceeding the free ones.',
    query: Type.Object({
      month: Type.Optional(
        line('Calendar month (UTC) as YYYY-MM; the current one by default.', {
          pattern: '^(19|20)\\d\\d-(0[1-9]|1[0-2])$',
          patternMessage: 'must be a month in the form YYYY-MM',
          examples: ['2026-03'],
        }),
      ),
    }),
    success: { status: 200, description: 'The ledger of the month.', schema: TokenUsage },
    etag: 'content',
    handle: ({ services, tenantId, query }) =>
      tokenUsage(services.database.system, tenantId, query.month ?? services.now().toISOString().slice(0, 7)),
  }),
];
