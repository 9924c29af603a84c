import type { TestService } from '../../testing/harness.ts';

/** They change without a call, or with every one. */
const LEFT_OUT = ['candidate_record', 'client_request', 'client_request_hour'];

/**
 * Returns a function that computes a fingerprint of every row of a tenant, by table, also of tables without row-level security.
 * Leaves out candidate_record: a read stores its record after its answer, so the rows can change between two calls. They hold
 * nothing that the other tables do not. Leaves out the request log, which has every call some seconds later, and when a session was last seen, which a call of its user sets once a minute.
 */
export async function openTenantDigest(
  service: Pick<TestService, 'sql'>,
): Promise<(tenantId: number) => Promise<Record<string, string>>> {
  const tables = await service.sql<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'tenant_id'
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1) ORDER BY 1`,
    [LEFT_OUT],
  );
  const digestSql = tables
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, md5(coalesce(string_agg(${rowOf(name)}, ',' ORDER BY ${rowOf(name)}), '')) AS digest
         FROM ${name} t WHERE tenant_id = $1`,
    )
    .join(' UNION ALL ');
  return async (tenantId) => {
    const rows = await service.sql<{ name: string; digest: string }>(digestSql, [tenantId], tenantId);
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  };
}

const rowOf = (table: string): string =>
  table === 'user_session' ? "(to_jsonb(t) - 'last_seen_at')::text" : 't::text';
