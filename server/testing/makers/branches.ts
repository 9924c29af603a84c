import type { TestService, TestTenant } from '../harness.ts';

/** Inserts a branch directly into the database, because the API has no operation for it. */
export async function makeBranch(
  service: TestService,
  name: string,
  tenant: TestTenant = service.tenant,
): Promise<number> {
  const rows = await service.sql<{ id: number }>(
    'INSERT INTO branch (tenant_id, name) VALUES ($1, $2) RETURNING id',
    [tenant.id, name],
    tenant.id,
  );
  return rows[0]!.id;
}
