import { type Expression, type RawBuilder, sql } from 'kysely';
import { currentActor } from '../../core/actor.ts';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { EventType } from '../../core/http/index.ts';
import { currentTraceparent } from '../../core/tracing/index.ts';
import type { ChangeKind, LoggedEntity } from './entities.ts';

type Value<T> = T | Expression<T>;

interface Change {
  entity: LoggedEntity;
  /** A value, or a column of the statement that makes the change. */
  id: Value<number>;
  kind: ChangeKind;
  rowGuid?: Value<string | null>;
  /** The record's branch after the change. */
  officeId?: Value<number | null>;
  /** The branch that the record left with this change. */
  previousOfficeId?: Value<number | null>;
  /** Ids and other references that entries contain in addition to the id. Never personal data. */
  attributes?: Value<string | null>;
  /**
   * Names of the changed properties, such as contact.email, or of the list that changed, such as languages. Never values.
   * Empty for a record of which only a part with its own entry changed.
   */
  properties?: Value<readonly string[]>;
  event: EventType | null;
  /** Set if the event refers to a record other than the changed one. */
  eventEntityId?: Value<number | null>;
  /** Ids that depend on the event type. Never personal data. */
  additionalData?: Value<string | null>;
}

/**
 * Returns an SQL expression that writes the change log row and the event, and evaluates to the time of the change
 * (timestamptz). Put it in the select list of the statement that makes the change. It runs once per row of that statement.
 * The change is by the actor, and the webhook calls of the event continue the trace, for which this function is called.
 */
export function changeExpression(tenantId: number, change: Change): RawBuilder<string> {
  const actor = currentActor();
  return sql<string>`record_change(
    ${tenantId}::int, ${change.entity}::text, ${change.id}::int, ${change.rowGuid ?? null}::uuid, ${change.kind}::text,
    ${change.officeId ?? null}::int, ${change.previousOfficeId ?? null}::int, ${change.attributes ?? null}::jsonb,
    ${change.event?.id ?? null}::int, ${change.eventEntityId ?? null}::int, ${change.additionalData ?? null}::jsonb,
    ${currentTraceparent() ?? null}::text, ${actor.kind}::text, ${'id' in actor ? actor.id : null}::int,
    ${change.properties ?? null}::text[])`;
}

/**
 * Like changeExpression, for the rows of a table expression that returns the written rows with id, row_guid, and office_id.
 * A table without a branch needs `officeId` instead of that column.
 */
export function rowChangeExpression(
  tenantId: number,
  row: string,
  change: Omit<Change, 'id' | 'rowGuid'>,
): RawBuilder<string> {
  const column = <T>(name: string) => sql.ref<T>(`${row}.${name}`);
  return changeExpression(tenantId, {
    ...change,
    id: column<number>('id'),
    rowGuid: column<string>('row_guid'),
    officeId: change.officeId === undefined ? column<number | null>('office_id') : change.officeId,
  });
}

/** Who creates a record, and the trace that the webhook calls continue. */
export interface Creation {
  row_guid: string;
  actor_kind: string;
  actor_id: number | null;
  traceparent: string | null;
}

/** Describes the creation of a record by the actor and in the trace for which this function is called. */
export function describeCreation(rowGuid: string): Creation {
  const actor = currentActor();
  return {
    row_guid: rowGuid,
    actor_kind: actor.kind,
    actor_id: 'id' in actor ? actor.id : null,
    traceparent: currentTraceparent() ?? null,
  };
}

/**
 * Like rowChangeExpression, for all new rows of a table expression. It runs once, and evaluates to the time of the changes. The
 * creations can be by different actors: `creations` is a JSON array of Creation.
 */
export function creationsExpression(
  tenantId: number,
  rows: string,
  { entity, event, creations }: { entity: LoggedEntity; event: EventType; creations: string },
): RawBuilder<string> {
  return sql<string>`(
    SELECT record_creations(${tenantId}::int, ${entity}::text, ${event.id}::int, array_agg(id), array_agg(row_guid),
                            array_agg(office_id), array_agg(actor_kind), array_agg(actor_id), array_agg(traceparent))
      FROM (SELECT r.id, r.row_guid, r.office_id, c.actor_kind, c.actor_id, c.traceparent
              FROM ${sql.table(rows)} AS r
              JOIN json_to_recordset(${creations}::json)
                AS c (row_guid uuid, actor_kind text, actor_id integer, traceparent text) ON c.row_guid = r.row_guid
             ORDER BY r.id) AS created)`;
}

/** Writes the change log row and the event in the caller's transaction. Returns the time of the change. */
export async function recordChange(db: TenantDatabase, tenantId: number, change: Change): Promise<string> {
  const { rows } = await sql<{ at: string }>`SELECT ${changeExpression(tenantId, change)} AS at`.execute(db);
  return rows[0]!.at;
}
