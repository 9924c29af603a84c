import { type RawBuilder, sql } from 'kysely';
import type { UserCaller } from '../../core/http/index.ts';
import { hiddenColumns, RECORDS, seesAllTitles } from './visibility.ts';

/** SQL condition: the caller may see the task `t`. */
export function taskIsVisible({ permissions, userId }: UserCaller): RawBuilder<boolean> {
  const conditions = hiddenColumns(permissions).map((column) => sql`${sql.ref(`t.${column}`)} IS NULL`);
  if (!seesAllTitles(permissions)) {
    const records = sql.join(RECORDS.map(({ column }) => sql.ref(`t.${column}`)));
    conditions.push(
      sql`(num_nonnulls(${records}) > 0 OR t.assignee_id = ${userId} OR t.created_by = ${userId})`,
    );
  }
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` AND `)})`;
}

/** SQL for the name of a user, by the SQL of the id. */
export function userName(tenantId: number, userId: string): RawBuilder<string | null> {
  return sql`(SELECT nullif(concat_ws(' ', u.first_name, u.last_name), '') FROM user_account AS u
               WHERE u.tenant_id = ${tenantId} AND u.id = ${sql.ref(userId)})`;
}

/** SQL for the name of the record of task `t`. Use it only for tasks that the caller may see. */
export function recordName(tenantId: number): RawBuilder<string | null> {
  return sql`CASE
    WHEN t.candidate_id IS NOT NULL THEN ${candidateName(tenantId, sql`t.candidate_id`)}
    WHEN t.company_id IS NOT NULL THEN
      (SELECT r.name FROM company AS r WHERE r.tenant_id = ${tenantId} AND r.id = t.company_id)
    WHEN t.request_id IS NOT NULL THEN
      (SELECT r.title FROM customer_request AS r WHERE r.tenant_id = ${tenantId} AND r.id = t.request_id)
    WHEN t.job_ad_id IS NOT NULL THEN
      (SELECT r.title FROM job_ad AS r
        WHERE r.tenant_id = ${tenantId} AND r.id = t.job_ad_id AND r.deleted_at IS NULL)
    WHEN t.application_id IS NOT NULL THEN ${candidateName(
      tenantId,
      sql`(SELECT a.candidate_id FROM application AS a WHERE a.tenant_id = ${tenantId} AND a.id = t.application_id)`,
    )}
  END`;
}

/** SQL for the name of a candidate, by the SQL of the id. */
export function candidateName(tenantId: number, candidateId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(SELECT nullif(concat_ws(' ', c.first_name, c.last_name), '') FROM candidate AS c
               WHERE c.tenant_id = ${tenantId} AND c.id = ${candidateId})`;
}
