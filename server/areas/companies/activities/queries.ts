import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import type { Activity, ActivityKind } from '../history.ts';

/**
 * Returns the activities of the company as the JSON text of the response, or undefined if the company does not exist. An activity
 * without a text in the language has the text that it was written with.
 */
export async function listActivities(
  db: TenantDatabase,
  tenantId: number,
  companyId: number,
  language: Language,
): Promise<string | undefined> {
  const { rows } = await sql<{ response: string }>`
    SELECT json_build_object('activities', (
             SELECT coalesce(json_agg(json_build_object(
                      'id', a.id, 'kind', a.kind, 'text', ${language === 'de' ? sql`coalesce(a.text_de, a.text)` : sql`a.text`}, 'entity', a.entity, 'entityId', a.entity_id,
                      'userName', coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email, client.name),
                      'atUtc', utc(a.occurred_at)) ORDER BY a.occurred_at DESC, a.id DESC), '[]')
               FROM company_activity AS a
               LEFT JOIN user_account AS u ON u.tenant_id = ${tenantId} AND u.id = a.user_id
               LEFT JOIN api_client AS client ON client.tenant_id = ${tenantId} AND client.id = a.api_client_id
              WHERE a.tenant_id = ${tenantId} AND a.company_id = c.id))::text AS response
      FROM company AS c
     WHERE c.tenant_id = ${tenantId} AND c.id = ${companyId}`.execute(db);
  return rows[0]?.response;
}

/** The English text of the newest activity of this kind. Undefined if there is none. */
export async function findNewestText(
  db: TenantDatabase,
  tenantId: number,
  companyId: number,
  kind: ActivityKind,
): Promise<string | undefined> {
  const activity = await db
    .selectFrom('company_activity')
    .select('text')
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return activity?.text;
}

/** SQL expression that adds an activity, once for each row of the statement, and evaluates to its id. */
export function activityExpression(tenantId: number, activity: Activity): RawBuilder<number> {
  const { kind, entity, entityId, companyId, author, occurredAt } = activity;
  const text = typeof activity.text === 'string' ? { en: activity.text, de: null } : activity.text;
  return sql<number>`add_company_activity(
    ${tenantId}::int, ${companyId}::int, ${kind}::text, ${text.en}::text, ${entity}::text, ${entityId}::int,
    ${author.userId}::int, ${author.apiClientId}::int, ${occurredAt ?? null}::timestamptz, ${text.de}::text)`;
}
