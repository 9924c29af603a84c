import type { TestService, TestTenant } from './harness.ts';

export interface Recorded {
  changes: { entity: string; kind: string; id: number }[];
  events: { type: number; entityId: number }[];
}

/** What a piece of work wrote into the change log and the outbox of a tenant. */
export async function recordedBy(
  service: TestService,
  work: () => Promise<unknown>,
  tenant: TestTenant = service.tenant,
): Promise<Recorded> {
  const read = async () => ({
    changes: await service.sql<{ entity: string; kind: string; id: number }>(
      'SELECT entity, kind, record_id AS id FROM change_log WHERE tenant_id = $1 ORDER BY sequence',
      [tenant.id],
      tenant.id,
    ),
    events: await service.sql<{ type: number; entityId: number }>(
      'SELECT event_type_id AS type, entity_id AS "entityId" FROM event WHERE tenant_id = $1 ORDER BY occurred_at, id',
      [tenant.id],
      tenant.id,
    ),
  });
  const before = await read();
  await work();
  const after = await read();
  return {
    changes: after.changes.slice(before.changes.length),
    events: after.events.slice(before.events.length),
  };
}

export const NOTHING: Recorded = { changes: [], events: [] };
