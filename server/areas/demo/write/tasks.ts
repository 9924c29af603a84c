import type { TenantDatabase } from '../../../core/db/connection.ts';
import { USERS } from '../lists/users.ts';
import { addDays, toDateText } from '../plan/dates.ts';

type Stage = 'inReview' | 'interview' | 'offer';

const NEXT_STEPS: Readonly<Record<Stage, string>> = {
  inReview: 'Telefontermin vereinbaren',
  interview: 'Vorstellungsgespräch vorbereiten',
  offer: 'Zum Vertragsangebot nachfassen',
};
/** Days until the tasks of a recruiter are due, the one about the latest application first. */
const DUE_DAYS: readonly number[] = [0, -1, 2];

/** About no record. They are assigned to the users who do not work on applications. */
const OTHER_TASKS: readonly { role: string; title: string; dueDays: number | null; isDone?: true }[] = [
  { role: 'admin', title: 'Zugang für die neue Kollegin in Hamburg anlegen', dueDays: 1 },
  { role: 'admin', title: 'Texte der Datenschutzhinweise prüfen', dueDays: 12 },
  { role: 'admin', title: 'Kanäle der Bewerbungen aufräumen', dueDays: null, isDone: true },
  { role: 'branchManager', title: 'Wochenbericht mit dem Team besprechen', dueDays: 0 },
  { role: 'branchManager', title: 'Urlaubsvertretung für Elif Aydın regeln', dueDays: 4 },
];

/** Writes the tasks of the demo's users: some overdue, some due today, some later, and one that is done. */
export async function writeTasks(
  db: TenantDatabase,
  tenantId: number,
  now: Date,
  userIds: readonly number[],
): Promise<void> {
  const createdAt = addDays(now, -2).toISOString();
  const managerId = userIds[USERS.findIndex(({ role }) => role === 'branchManager')]!;
  const ofApplications = (await findOpenApplications(db, tenantId)).map(
    ({ id, stage, recruiterId, place }) => ({
      title: NEXT_STEPS[stage],
      due_date: toDateText(addDays(now, DUE_DAYS[place]!)),
      assignee_id: recruiterId,
      created_by: place === 0 ? managerId : recruiterId,
      application_id: id,
    }),
  );
  const others = OTHER_TASKS.map(({ role, title, dueDays, isDone }) => {
    const userId = userIds[USERS.findIndex((user) => user.role === role)]!;
    const done = isDone === undefined ? {} : { done_at: addDays(now, -1).toISOString(), done_by: userId };
    const dueDate = dueDays === null ? null : toDateText(addDays(now, dueDays));
    return { title, due_date: dueDate, assignee_id: userId, created_by: userId, ...done };
  });
  for (const tasks of [ofApplications, others])
    await db
      .insertInto('task')
      .values(
        tasks.map((task) => ({
          tenant_id: tenantId,
          created_at: createdAt,
          modified_at: createdAt,
          ...task,
        })),
      )
      .execute();
}

interface OpenApplication {
  id: number;
  stage: Stage;
  recruiterId: number;
  /** From 0, the latest application of the recruiter first. */
  place: number;
}

async function findOpenApplications(db: TenantDatabase, tenantId: number): Promise<OpenApplication[]> {
  const rows = await db
    .selectFrom('application')
    .select(['id', 'stage', 'recruiter_id'])
    .where('tenant_id', '=', tenantId)
    .where('stage', 'in', Object.keys(NEXT_STEPS))
    .where('recruiter_id', 'is not', null)
    .orderBy('applied_at', 'desc')
    .orderBy('id')
    .execute();
  const ofRecruiter = Map.groupBy(rows, (row) => row.recruiter_id!);
  return [...ofRecruiter].flatMap(([recruiterId, own]) =>
    own
      .slice(0, DUE_DAYS.length)
      .map(({ id, stage }, place) => ({ id, stage: stage as Stage, recruiterId, place })),
  );
}
