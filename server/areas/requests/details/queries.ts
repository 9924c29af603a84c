import { CompiledQuery, sql, type Updateable } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { DB } from '../../../core/db/generated/database.ts';
import type { Language } from '../../../core/http/index.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';
import { REQUEST_STATUS } from '../status/rules.ts';
import { COLUMNS, requestJson } from './record-sql.ts';
import type { RequestValues } from './rules.ts';
import type { RequestKind, RequestProperty } from './schema.ts';

/** The values that can be changed, with the id, company, and kind of the request. */
type StoredRequest = RequestValues & {
  id: number;
  companyId: number;
  kind: RequestKind;
  importedAt: string | null;
};

const ALL_COLUMNS = Object.values(COLUMNS);

/** Replaces property names with column names. */
function toColumns(values: RequestValues): Updateable<DB['customer_request']> {
  return Object.fromEntries(
    Object.entries(values).map(([property, value]) => [COLUMNS[property as RequestProperty], value]),
  );
}

/**
 * Inserts an open request with its first status entry, change, and event in one statement. Returns undefined if the company
 * does not exist.
 */
export async function insertRequest(
  db: TenantDatabase,
  tenantId: number,
  request: { kind: RequestKind; companyId: number; values: RequestValues; createdAt: string | null },
): Promise<number | undefined> {
  const { kind, companyId, values, createdAt } = request;
  const attributes = JSON.stringify({ kind });
  // One JSON object carries all values, so the statement text is always the same and PostgreSQL plans it once.
  const { rows } = await sql<{ id: number }>`
    WITH created AS (
      INSERT INTO customer_request (tenant_id, company_id, kind, status_id, created_at, imported_at,
                                    ${sql.join(ALL_COLUMNS.map((column) => sql.ref(column)))})
      SELECT ${tenantId}::int, c.id, ${kind}::text, ${REQUEST_STATUS.open}::int, coalesce(${createdAt}::timestamptz, clock_now()),
             CASE WHEN sent.import_external_id IS NOT NULL THEN clock_now() END,
             ${sql.join(ALL_COLUMNS.map((column) => sql.ref(`sent.${column}`)))}
        FROM company AS c,
             jsonb_populate_record(NULL::customer_request, ${JSON.stringify(toColumns(values))}::jsonb) AS sent
       WHERE c.tenant_id = ${tenantId} AND c.id = ${companyId}
      RETURNING id, row_guid, office_id, created_at)
    SELECT id, add_request_status_entry(${tenantId}::int, id, ${REQUEST_STATUS.open}::int, NULL, created_at),
           ${rowChangeExpression(tenantId, 'created', {
             entity: 'request',
             kind: 'new',
             attributes,
             event: EVENTS.requestCreated,
             additionalData: attributes,
           })} AS changed_at
      FROM created`.execute(db);
  return rows[0]?.id;
}

const STORED = Object.entries({
  id: 'id',
  kind: 'kind',
  companyId: 'company_id',
  importedAt: 'imported_at',
  ...COLUMNS,
} as const).map(([property, column]) => sql.ref(column).as(property));

function selectRequest(db: TenantDatabase, tenantId: number, kind: RequestKind, requestId: number) {
  return db
    .selectFrom('customer_request')
    .select(STORED)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', requestId)
    .where('kind', '=', kind)
    .$castTo<StoredRequest>();
}

/** Returns the values of a request of this kind. */
export async function findStoredRequest(
  db: TenantDatabase,
  tenantId: number,
  kind: RequestKind,
  requestId: number,
): Promise<StoredRequest | undefined> {
  return selectRequest(db, tenantId, kind, requestId).executeTakeFirst();
}

/** Like findStoredRequest, but locks the request until the transaction ends. */
export async function lockRequest(
  db: TenantDatabase,
  tenantId: number,
  kind: RequestKind,
  requestId: number,
): Promise<StoredRequest | undefined> {
  return selectRequest(db, tenantId, kind, requestId).forNoKeyUpdate().executeTakeFirst();
}

/** Updates a request with its change and event in one statement. */
export async function updateRequest(
  db: TenantDatabase,
  tenantId: number,
  stored: StoredRequest,
  changed: RequestValues,
): Promise<void> {
  const attributes = JSON.stringify({ kind: stored.kind });
  await db
    .with('changed', (change) =>
      change
        .updateTable('customer_request')
        .set({
          ...toColumns(changed),
          ...(changed.importExternalId == null || stored.importedAt !== null
            ? {}
            : { imported_at: sql<string>`clock_now()` }),
          modified_at: sql`clock_now()`,
        })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', stored.id)
        .returning(['id', 'row_guid', 'office_id']),
    )
    .selectFrom('changed')
    .select(
      rowChangeExpression(tenantId, 'changed', {
        entity: 'request',
        kind: 'modified',
        properties: Object.keys(changed),
        previousOfficeId: changed.officeId === undefined ? null : (stored.officeId as number),
        attributes,
        event: EVENTS.requestChanged,
        additionalData: attributes,
      }).as('changed_at'),
    )
    .execute();
}

/** Returns the request of this kind as the JSON text of the response. */
export async function findRequest(
  db: TenantDatabase,
  tenantId: number,
  kind: RequestKind,
  requestId: number,
  language: Language,
): Promise<string | undefined> {
  const { rows } = await db.executeQuery<{ request: string }>(
    CompiledQuery.raw(
      `SELECT ${requestJson(kind, language, '$1')} AS request
         FROM customer_request AS r
         JOIN company AS c ON c.tenant_id = $1 AND c.id = r.company_id
        WHERE r.tenant_id = $1 AND r.id = $2 AND r.kind = $3`,
      [tenantId, requestId, kind],
    ),
  );
  return rows[0]?.request;
}

export async function findRequestIds(db: TenantDatabase, tenantId: number, ids: number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('customer_request')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .execute();
  return rows.map((row) => row.id);
}
