import type { SystemDatabase } from '../../core/db/connection.ts';
import { readTokenUsage } from './queries.ts';

const FREE_TOKENS_PER_MONTH = 100;

interface TokenUsage {
  month: string;
  issued: number;
  free: number;
  billable: number;
  costEur: number;
  clients: { clientId: string; name: string; issued: number; lastIssuedAtUtc: string }[];
}

/** Returns the token ledger of a tenant for a month (YYYY-MM), with the price of each billable token in euro cents. */
export async function getTokenUsage(
  db: SystemDatabase,
  tenantId: number,
  month: string,
  priceCents: number,
): Promise<TokenUsage> {
  const rows = await readTokenUsage(db, tenantId, `${month}-01`);
  const issued = rows.reduce((sum, row) => sum + row.issued, 0);
  const billable = Math.max(0, issued - FREE_TOKENS_PER_MONTH);
  return {
    month,
    issued,
    free: FREE_TOKENS_PER_MONTH,
    billable,
    costEur: (billable * priceCents) / 100,
    clients: rows.map((row) => ({
      clientId: row.client_id,
      name: row.name,
      issued: row.issued,
      lastIssuedAtUtc: row.last_issued_at,
    })),
  };
}
