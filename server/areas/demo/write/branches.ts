import type { TenantDatabase } from '../../../core/db/connection.ts';
import { NO_ADDRESS, withCoordinates } from '../../addresses/index.ts';
import { rowChangeExpression } from '../../changes/index.ts';
import { BRANCHES } from '../lists/branches.ts';
import { FICTIONAL_LANDLINES, GERMANY } from '../lists/places.ts';
import { addDays } from '../plan/dates.ts';

const OLDEST_DAYS = 700;
const APART_DAYS = 90;

/** Returns the ids in the order of BRANCHES. */
export async function writeBranches(db: TenantDatabase, tenantId: number, now: Date): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, branch] of BRANCHES.entries()) {
    const at = addDays(now, index * APART_DAYS - OLDEST_DAYS).toISOString();
    const { id } = await db
      .with('created', (create) =>
        create
          .insertInto('branch')
          .values({
            tenant_id: tenantId,
            name: `Niederlassung ${branch.city}`,
            number: String(100 * (index + 1)),
            ...withCoordinates(NO_ADDRESS, {
              ...NO_ADDRESS,
              street: branch.street,
              street_number: branch.streetNumber,
              zip_code: branch.zipCode,
              city: branch.city,
              country_id: GERMANY,
              federal_state_id: branch.federalStateId,
            }),
            phone: `${FICTIONAL_LANDLINES[branch.city]}100`,
            email: `${['berlin', 'hamburg', 'muenchen', 'koeln'][index]}@example.org`,
            created_at: at,
            modified_at: at,
          })
          .returning(['id', 'row_guid']),
      )
      .selectFrom('created')
      .select(({ ref }) => [
        'created.id',
        rowChangeExpression(tenantId, 'created', {
          entity: 'branch',
          kind: 'new',
          officeId: ref('created.id'),
          event: null,
        }).as('changed_at'),
      ])
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
}
