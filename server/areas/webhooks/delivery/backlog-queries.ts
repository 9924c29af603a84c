import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';

interface Backlog {
  /** Deliveries that wait for a call. */
  pending: number;
  /** Seconds since the most overdue call was due. */
  overdue: number;
  /** Registrations. */
  paused: number;
}

export async function readBacklogOf(db: TenantDatabase, tenantId: number): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    SELECT count(*) AS pending,
           coalesce(greatest(extract(epoch FROM clock_now() - min(next_attempt_at)), 0), 0)::float8 AS overdue,
           (SELECT count(*) FROM webhook_registration WHERE tenant_id = ${tenantId} AND paused_at IS NOT NULL) AS paused
      FROM webhook_delivery WHERE tenant_id = ${tenantId} AND next_attempt_at IS NOT NULL`.execute(db);
  return rows[0]!;
}
