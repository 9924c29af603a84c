import type { TenantDatabase } from '../../core/db/connection.ts';
import { NO_ADDRESS, withCoordinates } from '../addresses/index.ts';
import { changeExpression, EVENTS, recordChange } from '../changes/index.ts';
import { BRANCHES } from './branches.ts';
import { addDays, toDateText } from './dates.ts';
import { BENEFITS, JOB_ADS, type JobAdText } from './job-ad-texts.ts';
import { GERMANY } from './places.ts';
import { recruitersOf, USERS } from './users.ts';

const NEWEST_DAYS = 25;
const APART_DAYS = 24;

/** When the ad was written, published and completed; null: not (yet). */
export function jobAdTimes(index: number, now: Date) {
  const { status } = JOB_ADS[index]!;
  const created = addDays(now, -(NEWEST_DAYS + (JOB_ADS.length - 1 - index) * APART_DAYS));
  return {
    created,
    published: status === 'Editing' ? null : addDays(created, 2),
    completed: status === 'Completed' ? addDays(now, -(3 + index)) : null,
  };
}

/** Answers the ids in the order of JOB_ADS. */
export async function writeJobAds(
  db: TenantDatabase,
  tenantId: number,
  now: Date,
  branchIds: readonly number[],
  userIds: readonly number[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, text] of JOB_ADS.entries())
    ids.push(await writeJobAd(db, tenantId, now, index, text, branchIds, userIds));
  return ids;
}

async function writeJobAd(
  db: TenantDatabase,
  tenantId: number,
  now: Date,
  index: number,
  text: JobAdText,
  branchIds: readonly number[],
  userIds: readonly number[],
): Promise<number> {
  const { created, published, completed } = jobAdTimes(index, now);
  const branch = BRANCHES[text.branch]!;
  const recruiter = recruitersOf(text.branch)[0]!;
  const officeId = branchIds[text.branch]!;
  const { id, row_guid: rowGuid } = await db
    .with('created', (create) =>
      create
        .insertInto('job_ad')
        .values({
          tenant_id: tenantId,
          title: text.title,
          process_status: text.status,
          office_id: officeId,
          responsibility: userIds[recruiter]!,
          profession_id: text.professionId,
          employment_type: text.employmentType,
          weekly_hours: text.weeklyHours,
          salary_from: text.hourlyWage[0],
          salary_to: text.hourlyWage[1],
          salary_currency: 'EUR',
          salary_period: 'hour',
          start_date: toDateText(addDays(now, 14 + index)),
          ...withCoordinates(NO_ADDRESS, {
            ...NO_ADDRESS,
            zip_code: branch.zipCode,
            city: branch.city,
            country_id: GERMANY,
            federal_state_id: branch.federalStateId,
          }),
          introduction: `<p>${text.introduction}</p>`,
          tasks: toListHtml(text.tasks),
          profile: toListHtml(text.profile),
          benefits: toListHtml(BENEFITS),
          contact_text: contactHtml(recruiter),
          published_at: published?.toISOString() ?? null,
          completed_at: completed?.toISOString() ?? null,
          created_at: created.toISOString(),
          modified_at: (completed ?? published ?? created).toISOString(),
        } as never)
        .returning(['id', 'row_guid']),
    )
    .selectFrom('created')
    .select(({ ref }) => [
      'created.id',
      'created.row_guid',
      changeExpression(tenantId, {
        entity: 'jobad',
        kind: 'new',
        id: ref('created.id') as never,
        rowGuid: ref('created.row_guid') as never,
        officeId,
        attributes: toAttributes('Editing'),
        event: EVENTS.jobAdCreated,
      }).as('changed_at'),
    ])
    .executeTakeFirstOrThrow();
  const change = { entity: 'jobad', kind: 'modified', id, rowGuid, officeId } as const;
  if (published !== null)
    await recordChange(db, tenantId, {
      ...change,
      attributes: toAttributes('Active'),
      event: EVENTS.jobAdPublished,
    });
  if (completed !== null)
    await recordChange(db, tenantId, {
      ...change,
      attributes: toAttributes('Completed'),
      event: EVENTS.jobAdCompleted,
    });
  return id;
}

function toAttributes(processStatus: JobAdText['status']): string {
  return JSON.stringify({ processStatus });
}

function toListHtml(points: readonly string[]): string {
  return `<ul>${points.map((point) => `<li>${point}</li>`).join('')}</ul>`;
}

function contactHtml(recruiter: number): string {
  const { firstName, lastName, email } = USERS[recruiter]!;
  return `<p>Ihre Fragen beantwortet ${firstName} ${lastName}: <a href="mailto:${email}">${email}</a></p>`;
}
