import { type Expression, type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import type { EventType } from '../../core/http/index.ts';
import type { ChangeKind, LoggedEntity } from './entities.ts';

type Value<T> = T | Expression<T>;

export interface Change {
  entity: LoggedEntity;
  /** A value, or a column of the statement that makes the change. */
  id: Value<number>;
  kind: ChangeKind;
  rowGuid?: Value<string | null>;
  /** The record's branch after the change. */
  officeId?: Value<number | null>;
  /** The branch it left by this change. */
  previousOfficeId?: Value<number | null>;
  /** References an entry shows beside the id. Never personal data. */
  attributes?: Value<string | null>;
  event: EventType | null;
  /** Where the event refers to another record than the one that changed. */
  eventEntityId?: Value<number | null>;
  /** Event-dependent ids. Never personal data. */
  additionalData?: Value<string | null>;
}

/**
 * The call that writes the change log row and the event, as an expression of type timestamptz (the time of the
 * change) for the select list of the statement that makes the change. It runs once for each row of that statement.
 */
export function changeExpression(tenantId: number, change: Change): RawBuilder<string> {
  return sql<string>`record_change(
    ${tenantId}::int, ${change.entity}::text, ${change.id}::int, ${change.rowGuid ?? null}::uuid, ${change.kind}::text,
    ${change.officeId ?? null}::int, ${change.previousOfficeId ?? null}::int, ${change.attributes ?? null}::jsonb,
    ${change.event?.id ?? null}::int, ${change.eventEntityId ?? null}::int, ${change.additionalData ?? null}::jsonb)`;
}

/**
 * The same for the rows of a table expression, which returns what the statement has written with id, row_guid and
 * office_id. A table without a branch needs `officeId`, which takes the place of that column.
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

/** Writes the change log row and the event in the caller's transaction. Answers the time of the change. */
export async function recordChange(db: TenantDatabase, tenantId: number, change: Change): Promise<string> {
  const { rows } = await sql<{ at: string }>`SELECT ${changeExpression(tenantId, change)} AS at`.execute(db);
  return rows[0]!.at;
}
