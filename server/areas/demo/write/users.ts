import type { TenantDatabase } from '../../../core/db/connection.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';
import { type DemoUser, USERS } from '../lists/users.ts';
import { addDays, toDateText } from '../plan/dates.ts';

/** Returns the ids in the order of USERS. No user has a password yet. */
export async function writeUsers(
  db: TenantDatabase,
  tenantId: number,
  now: Date,
  branchIds: readonly number[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const user of USERS) ids.push(await writeUser(db, tenantId, now, user, branchIds));
  await db
    .insertInto('user_branch')
    .values(
      USERS.flatMap((user, index) =>
        user.branches.map((branch, position) => ({
          tenant_id: tenantId,
          user_id: ids[index]!,
          branch_id: branchIds[branch]!,
          is_primary: position === 0,
        })),
      ),
    )
    .execute();
  await db
    .insertInto('user_licence')
    .values(
      USERS.flatMap((user, index) =>
        user.licences.map(([name, validDays]) => ({
          tenant_id: tenantId,
          user_id: ids[index]!,
          name,
          valid_until: validDays === null ? null : toDateText(addDays(now, validDays)),
        })),
      ),
    )
    .execute();
  return ids;
}

async function writeUser(
  db: TenantDatabase,
  tenantId: number,
  now: Date,
  user: DemoUser,
  branchIds: readonly number[],
): Promise<number> {
  const since = addDays(now, -user.sinceDays);
  const { id } = await db
    .with('created', (create) =>
      create
        .insertInto('user_account')
        .values({
          tenant_id: tenantId,
          first_name: user.firstName,
          last_name: user.lastName,
          email: user.email,
          email_match: user.email,
          role: user.role,
          user_since: toDateText(since),
          created_at: since.toISOString(),
          modified_at: since.toISOString(),
        })
        .returning(['id', 'row_guid']),
    )
    .selectFrom('created')
    .select([
      'created.id',
      rowChangeExpression(tenantId, 'created', {
        entity: 'user',
        kind: 'new',
        officeId: branchIds[user.branches[0]!]!,
        event: EVENTS.userCreated,
      }).as('changed_at'),
    ])
    .executeTakeFirstOrThrow();
  return id;
}
