import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';

interface Names {
  id: number;
  firstName: string;
  lastName: string;
}

/** Candidates without a code for a name, locked until the transaction ends. Leaves out those that others have locked. */
export async function takeWithoutSound(
  db: TenantDatabase,
  tenantId: number,
  limit: number,
): Promise<Names[]> {
  const { rows } = await sql<Names>`
    SELECT id, first_name AS "firstName", last_name AS "lastName" FROM candidate
     WHERE tenant_id = ${tenantId} AND (last_name_sound IS NULL OR first_name_sound IS NULL)
     ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`.execute(db);
  return rows;
}

export async function setNameSounds(
  db: TenantDatabase,
  tenantId: number,
  sounds: readonly { id: number; firstNameSound: string; lastNameSound: string }[],
): Promise<void> {
  await sql`
    UPDATE candidate AS c SET first_name_sound = s.first_name_sound, last_name_sound = s.last_name_sound
      FROM unnest(${sounds.map(({ id }) => id)}::int[], ${sounds.map((one) => one.firstNameSound)}::text[],
                  ${sounds.map((one) => one.lastNameSound)}::text[]) AS s (id, first_name_sound, last_name_sound)
     WHERE c.tenant_id = ${tenantId} AND c.id = s.id`.execute(db);
}
