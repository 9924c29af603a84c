import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../core/http/index.ts';
import { addressJson } from '../addresses/index.ts';
import { hasNotEnded } from './end-date-sql.ts';
import { ACTIVE } from './process-status.ts';

export interface JobAdView {
  /** The origin of the job portal. */
  publicUrl: string;
  language: Language;
  /** The current day, which decides whether the job portal shows the job ad. */
  now: Date;
}

/** SQL of the JSON (JobAdDto) of the job ad `j`. */
export function jobAdJson(tenantId: number, { publicUrl, language, now }: JobAdView): RawBuilder<unknown> {
  const isPublic = sql`j.process_status = ${sql.lit(ACTIVE)} AND ${hasNotEnded('j', now)}`;
  const portalUrl = sql`(SELECT ${publicUrl}::text || '/jobs/' || t.key || '/' || j.id FROM tenant AS t WHERE t.id = ${tenantId})`;
  return sql`json_build_object(
    'id', j.row_guid, 'jobAdId', j.id, 'title', j.title, 'status', j.process_status, 'officeId', j.office_id,
    'office', (SELECT b.name FROM branch AS b WHERE b.tenant_id = ${tenantId} AND b.id = j.office_id),
    'responsibility', j.responsibility, 'customerRequestId', j.customer_request_id, 'professionId', j.profession_id,
    'employmentType', j.employment_type, 'weeklyHours', j.weekly_hours,
    'salary', json_build_object('from', j.salary_from, 'to', j.salary_to, 'currency', j.salary_currency, 'period', j.salary_period),
    'startDate', j.start_date, 'endDate', j.end_date, 'location', ${sql.raw(addressJson('j', language))},
    'introduction', j.introduction, 'tasks', j.tasks, 'profile', j.profile, 'benefits', j.benefits, 'contactText', j.contact_text,
    'portalUrl', CASE WHEN ${isPublic} THEN ${portalUrl} END,
    'applyUrl', CASE WHEN ${isPublic} THEN ${portalUrl} || '/apply' END,
    'publishedAtUtc', utc(j.published_at), 'completedAtUtc', utc(j.completed_at),
    'createdAtUtc', utc(j.created_at), 'modifiedAtUtc', utc(j.modified_at))`;
}
