import { sql } from 'kysely';
import type { SystemDatabase } from '../../core/db/connection.ts';

export const FREE_TOKENS_PER_MONTH = 100;
export const EUR_CENTS_PER_FURTHER_TOKEN = 10;

/** Counts one issued token in the current calendar month (UTC). */
export async function countToken(db: SystemDatabase, tenantId: number, apiClientId: number): Promise<void> {
  await sql`
    INSERT INTO token_usage (tenant_id, month, api_client_id, issued, last_issued_at)
    VALUES (${tenantId}, date_trunc('month', clock_now() AT TIME ZONE 'UTC')::date, ${apiClientId}, 1, clock_now())
    ON CONFLICT (tenant_id, month, api_client_id)
    DO UPDATE SET issued = token_usage.issued + 1, last_issued_at = excluded.last_issued_at`.execute(db);
}

export interface TokenUsage {
  month: string;
  issued: number;
  free: number;
  billable: number;
  costEur: number;
  clients: { clientId: string; name: string; issued: number; lastIssuedAtUtc: string }[];
}

/** The ledger of a tenant for a month given as YYYY-MM. */
export async function tokenUsage(db: SystemDatabase, tenantId: number, month: string): Promise<TokenUsage> {
  const rows = await db
    .selectFrom('token_usage')
    .innerJoin('api_client', 'api_client.id', 'token_usage.api_client_id')
    .select(['api_client.client_id', 'api_client.name', 'token_usage.issued', 'token_usage.last_issued_at'])
    .where('token_usage.tenant_id', '=', tenantId)
    .where('token_usage.month', '=', `${month}-01`)
    .orderBy('token_usage.issued', 'desc')
    .orderBy('api_client.client_id')
    .execute();
  const issued = rows.reduce((sum, row) => sum + row.issued, 0);
  const billable = Math.max(0, issued - FREE_TOKENS_PER_MONTH);
  return {
    month,
    issued,
    free: FREE_TOKENS_PER_MONTH,
    billable,
    costEur: (billable * EUR_CENTS_PER_FURTHER_TOKEN) / 100,
    clients: rows.map((row) => ({
      clientId: row.client_id,
      name: row.name,
      issued: row.issued,
      lastIssuedAtUtc: row.last_issued_at,
    })),
  };
}
