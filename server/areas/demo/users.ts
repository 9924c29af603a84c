import type { TenantDatabase } from '../../core/db/connection.ts';
import { EVENTS, rowChangeExpression } from '../changes/index.ts';
import { addDays, toDateText } from './dates.ts';

interface DemoUser {
  firstName: string;
  lastName: string;
  email: string;
  role: 'admin' | 'recruiter' | 'viewer';
  /** Indexes into BRANCHES, the primary one first. */
  branches: readonly number[];
  /** Name of each licence and the days from now until it ends; null: without an end. */
  licences: readonly (readonly [string, number | null])[];
  sinceDays: number;
}

/** The first one is the administrator. */
export const USERS: readonly DemoUser[] = [
  {
    firstName: 'Katharina',
    lastName: 'Brandt',
    email: 'katharina.brandt@example.org',
    role: 'admin',
    branches: [0, 1, 2, 3],
    licences: [
      ['Recruiting', 365],
      ['Administration', null],
    ],
    sinceDays: 700,
  },
  {
    firstName: 'Jonas',
    lastName: 'Petersen',
    email: 'jonas.petersen@example.org',
    role: 'recruiter',
    branches: [1],
    licences: [['Recruiting', 365]],
    sinceDays: 610,
  },
  {
    firstName: 'Elif',
    lastName: 'Aydın',
    email: 'elif.aydin@example.org',
    role: 'recruiter',
    branches: [0],
    licences: [
      ['Recruiting', 365],
      ['CV-Parsing', 120],
    ],
    sinceDays: 540,
  },
  {
    firstName: 'Maximilian',
    lastName: 'Huber',
    email: 'maximilian.huber@example.org',
    role: 'recruiter',
    branches: [2],
    licences: [['Recruiting', 200]],
    sinceDays: 430,
  },
  {
    firstName: 'Agnieszka',
    lastName: 'Kowalczyk',
    email: 'agnieszka.kowalczyk@example.org',
    role: 'recruiter',
    branches: [3, 0],
    licences: [],
    sinceDays: 320,
  },
  {
    firstName: 'Thomas',
    lastName: 'Schreiber',
    email: 'thomas.schreiber@example.org',
    role: 'viewer',
    branches: [0],
    licences: [],
    sinceDays: 150,
  },
];

/** The recruiters responsible for a branch, as indexes into USERS. */
export function recruitersOf(branch: number): number[] {
  return USERS.flatMap((user, index) =>
    user.role === 'recruiter' && user.branches.includes(branch) ? [index] : [],
  );
}

/** Answers the ids in the order of USERS. Nobody has a password yet. */
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
