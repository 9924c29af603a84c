import type { TestService } from './harness.ts';

/**
 * The tables in which a row of the tenant has this text, in upper or lower case. Of all tables, so that one that is added later cannot be
 * forgotten.
 */
export async function tablesWith(
  service: TestService,
  text: string,
  tenantId = service.tenant.id,
): Promise<string[]> {
  const tables = await service.sql<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await service.sql(
      `SELECT FROM ${name} AS t WHERE t.tenant_id = $1 AND position(lower($2) IN lower(t::text)) > 0 LIMIT 1`,
      [tenantId, text],
      tenantId,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
