import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { EventType } from '../../../core/http/index.ts';
import { NO_ADDRESS, withCoordinates } from '../../addresses/index.ts';
import { EVENTS, recordChange, rowChangeExpression } from '../../changes/index.ts';
import { type ProcessStatus, toSafeHtml } from '../../jobads/index.ts';
import { BRANCHES } from '../lists/branches.ts';
import { BENEFITS, JOB_ADS, type JobAdText } from '../lists/job-ad-texts.ts';
import { GERMANY } from '../lists/places.ts';
import { recruitersOf, USERS } from '../lists/users.ts';
import { addDays, toDateText } from '../plan/dates.ts';
import { jobAdTimes, type Stretch } from '../plan/job-ads.ts';

/** Returns the ids in the order of JOB_ADS. */
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
  const last = published.at(-1);
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
          introduction: toSafeHtml(`<p>${text.introduction}</p>`),
          tasks: toSafeHtml(toListHtml(text.tasks)),
          profile: toSafeHtml(toListHtml(text.profile)),
          benefits: toSafeHtml(toListHtml(BENEFITS)),
          contact_text: toSafeHtml(contactHtml(recruiter)),
          published_at: last?.from.toISOString() ?? null,
          completed_at: completed?.toISOString() ?? null,
          created_at: created.toISOString(),
          modified_at: (last?.to ?? last?.from ?? created).toISOString(),
        })
        .returning(['id', 'row_guid']),
    )
    .selectFrom('created')
    .select([
      'created.id',
      'created.row_guid',
      rowChangeExpression(tenantId, 'created', {
        entity: 'jobad',
        kind: 'new',
        officeId,
        attributes: toAttributes('Editing'),
        event: EVENTS.jobAdCreated,
      }).as('changed_at'),
    ])
    .executeTakeFirstOrThrow();
  await writePublications(db, tenantId, { id, rowGuid, officeId }, published, text.status);
  return id;
}

async function writePublications(
  db: TenantDatabase,
  tenantId: number,
  jobAd: { id: number; rowGuid: string; officeId: number },
  stretches: readonly Stretch[],
  status: ProcessStatus,
): Promise<void> {
  const record = (processStatus: ProcessStatus, event: EventType) =>
    recordChange(db, tenantId, {
      entity: 'jobad',
      kind: 'modified',
      ...jobAd,
      attributes: toAttributes(processStatus),
      event,
    });
  for (const [index, { from, to }] of stretches.entries()) {
    await db
      .insertInto('job_ad_publication')
      .values({
        tenant_id: tenantId,
        job_ad_id: jobAd.id,
        published_at: from.toISOString(),
        ended_at: to?.toISOString() ?? null,
      })
      .execute();
    await record('Active', EVENTS.jobAdPublished);
    if (index < stretches.length - 1 || status === 'Editing') await record('Editing', EVENTS.jobAdChanged);
  }
  if (status === 'Completed') await record('Completed', EVENTS.jobAdCompleted);
}

function toAttributes(processStatus: ProcessStatus): string {
  return JSON.stringify({ processStatus });
}

function toListHtml(points: readonly string[]): string {
  return `<ul>${points.map((point) => `<li>${point}</li>`).join('')}</ul>`;
}

function contactHtml(recruiter: number): string {
  const { firstName, lastName, email } = USERS[recruiter]!;
  return `<p>Ihre Fragen beantwortet ${firstName} ${lastName}: <a href="mailto:${email}">${email}</a></p>`;
}
