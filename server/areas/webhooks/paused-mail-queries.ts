import { sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { permissionsOf } from '../access/index.ts';
import { ROLES } from '../users/index.ts';
import { eventNameOf } from './registrations/index.ts';

/** More than the users of any tenant who look after its webhooks. */
const MAXIMUM_RECIPIENTS = 20;

export interface PausedRegistration {
  id: number;
  event: string;
  host: string;
  pausedAt: string;
}

/** By receiver and event. */
export async function findPaused(db: TenantDatabase, tenantId: number): Promise<PausedRegistration[]> {
  const rows = await db
    .selectFrom('webhook_registration')
    .select(['id', 'event_type_id', 'url', 'paused_at'])
    .where('tenant_id', '=', tenantId)
    .where('paused_at', 'is not', null)
    .orderBy('event_type_id')
    .orderBy('id')
    .execute();
  return rows
    .map(({ id, event_type_id: eventId, url, paused_at: pausedAt }) => ({
      id,
      event: eventNameOf(eventId),
      // The rest of the URL can contain a secret of the receiver.
      host: new URL(url).host,
      pausedAt: pausedAt!,
    }))
    .sort((one, other) => one.host.localeCompare(other.host));
}

const ROLES_TO_NOTIFY = ROLES.filter((role) => permissionsOf(role).has('webhooks:write'));

/** The users whom to notify if the tenant has no contact address: those who can register the address again. */
export async function findReaders(
  db: TenantDatabase,
  tenantId: number,
): Promise<{ id: number; email: string }[]> {
  const { rows } = await sql<{ id: number; email: string }>`
    SELECT id, email FROM user_account
     WHERE tenant_id = ${tenantId} AND role = ANY(${ROLES_TO_NOTIFY}::text[]) AND is_active AND password_hash IS NOT NULL
     ORDER BY id LIMIT ${MAXIMUM_RECIPIENTS}`.execute(db);
  return rows;
}
