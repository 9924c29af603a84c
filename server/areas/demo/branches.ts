import type { TenantDatabase } from '../../core/db/connection.ts';
import { NO_ADDRESS, withCoordinates } from '../addresses/index.ts';
import { rowChangeExpression } from '../changes/index.ts';
import { addDays } from './dates.ts';
import { FICTIONAL_LANDLINES, GERMANY } from './places.ts';

/** In the order of PLACES_BY_BRANCH. */
export const BRANCHES = [
  { city: 'Berlin', street: 'Potsdamer Straße', streetNumber: '98', zipCode: '10785', federalStateId: 27602 },
  { city: 'Hamburg', street: 'Spaldingstraße', streetNumber: '57', zipCode: '20097', federalStateId: 27607 },
  {
    city: 'München',
    street: 'Landsberger Straße',
    streetNumber: '84',
    zipCode: '80339',
    federalStateId: 27604,
  },
  { city: 'Köln', street: 'Venloer Straße', streetNumber: '24', zipCode: '50672', federalStateId: 27610 },
] as const;

const OLDEST_DAYS = 700;
const APART_DAYS = 90;

/** Answers the ids in the order of BRANCHES. */
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
