import { type RawBuilder, sql } from 'kysely';

/**
 * The time from which tokens of a client are valid, if all that were issued so far must end. It is the next whole second, since
 * tokens name the second in which they were issued. If the clock was set back, it follows the newest token, whose time is in
 * the future. Two revocations within a second differ too. For an update of api_client.
 */
export function endOfIssuedTokens(tenantId: number, apiClientId: number): RawBuilder<string> {
  return sql<string>`greatest(
    (SELECT greatest(date_trunc('second', clock_now()), date_trunc('second', max(last_issued_at))) + interval '1 second'
       FROM token_usage WHERE tenant_id = ${tenantId} AND api_client_id = ${apiClientId}),
    tokens_valid_from + interval '1 second')`;
}
