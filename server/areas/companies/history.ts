import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../core/http/index.ts';

export const ACTIVITY_KINDS = [
  'note',
  'created',
  'changed',
  'deleted',
  'activated',
  'deactivated',
  'statusChanged',
  'contractStatusChanged',
] as const;
export const ACTIVITY_ENTITIES = ['company', 'site', 'location', 'contact'] as const;

export type ActivityKind = (typeof ACTIVITY_KINDS)[number];
export type ActivityEntity = (typeof ACTIVITY_ENTITIES)[number];

/** Who did something: a user of the platform or an application; neither where the service did it by itself. */
export interface Author {
  userId: number | null;
  apiClientId: number | null;
}

export function authorOf(caller: Caller): Author {
  return {
    userId: caller.kind === 'user' ? caller.userId : null,
    apiClientId: caller.kind === 'client' ? caller.apiClientId : null,
  };
}

export interface Activity {
  kind: ActivityKind;
  entity: ActivityEntity;
  /** A value, or a column of `source`. */
  entityId: number | RawBuilder<number>;
  companyId: number | RawBuilder<number>;
  text: string;
  author: Author;
  /** When it took place; now if null. */
  occurredAt?: string | null;
}

/** The INSERT of an activity into a company's history for each row of `source`, a table of the same statement. */
export function activityInsert(tenantId: number, activity: Activity, source: string): RawBuilder<unknown> {
  const { kind, entity, entityId, companyId, text, author, occurredAt } = activity;
  return sql`
    INSERT INTO company_activity (tenant_id, company_id, kind, text, entity, entity_id, user_id, api_client_id, occurred_at)
    SELECT ${tenantId}::int, ${companyId}::int, ${kind}::text, ${text}::text, ${entity}::text, ${entityId}::int,
           ${author.userId}::int, ${author.apiClientId}::int, coalesce(${occurredAt ?? null}::timestamptz, clock_now())
      FROM ${sql.table(source)}
    RETURNING id`;
}
