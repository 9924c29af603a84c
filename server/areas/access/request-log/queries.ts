import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { LoggedFault } from './faults.ts';
import type { Outcome, RequestCounts, RequestLogEntry } from './schema.ts';

export interface LoggedRequest {
  apiClientId: number;
  atMs: number;
  operation: string;
  route: string;
  status: number;
  errorCode: string | null;
  faults: LoggedFault[] | null;
  durationMs: number;
  isInterrupted: boolean;
  requestId: string;
  messageGuid: string | null;
}

export interface Count {
  apiClientId: number;
  hourMs: number;
  operation: string;
  route: string;
  status: number;
  requests: number;
  durationMs: number;
}

export async function writeRequests(
  db: TenantDatabase,
  tenantId: number,
  requests: readonly LoggedRequest[],
): Promise<void> {
  if (requests.length === 0) return;
  await sql`
    INSERT INTO client_request (tenant_id, api_client_id, at, operation, route, status, error_code, faults, duration_ms,
                                is_interrupted, request_id, message_guid)
    SELECT ${tenantId}::int, r."apiClientId", to_timestamp(r."atMs" / 1000.0), r.operation, r.route, r.status, r."errorCode",
           r.faults, r."durationMs", r."isInterrupted", r."requestId", r."messageGuid"
      FROM jsonb_to_recordset(${JSON.stringify(requests)}::jsonb)
           AS r ("apiClientId" int, "atMs" bigint, operation text, route text, status smallint, "errorCode" text, faults jsonb,
                 "durationMs" int, "isInterrupted" boolean, "requestId" uuid, "messageGuid" uuid)`.execute(
    db,
  );
}

export async function writeCounts(
  db: TenantDatabase,
  tenantId: number,
  counts: readonly Count[],
): Promise<void> {
  if (counts.length === 0) return;
  // Every process writes in the same order, which prevents deadlocks.
  await sql`
    INSERT INTO client_request_hour AS h (tenant_id, hour, api_client_id, operation, route, status, requests, duration_ms)
    SELECT ${tenantId}::int, to_timestamp(c."hourMs" / 1000.0), c."apiClientId", c.operation, c.route, c.status, c.requests,
           round(c."durationMs")
      FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
           AS c ("hourMs" bigint, "apiClientId" int, operation text, route text, status smallint, requests bigint,
                 "durationMs" numeric)
     ORDER BY 2, 3, 4, 6
    ON CONFLICT (tenant_id, hour, api_client_id, operation, status) DO UPDATE
       SET requests = h.requests + excluded.requests, duration_ms = h.duration_ms + excluded.duration_ms`.execute(
    db,
  );
}

/** The condition of a client. If it does not exist, nothing meets it. */
function ofClient(tenantId: number, clientId: string): RawBuilder<unknown> {
  return sql`api_client_id = (SELECT id FROM api_client WHERE tenant_id = ${tenantId} AND client_id = ${clientId})`;
}

interface Filter {
  clientId: string | undefined;
  outcome: Outcome | undefined;
  requestId: string | undefined;
  before: number | undefined;
  limit: number;
}

/** A page of the request log, newest first. */
export async function listRequests(
  db: TenantDatabase,
  tenantId: number,
  { clientId, outcome, requestId, before, limit }: Filter,
): Promise<RequestLogEntry[]> {
  const conditions = [
    sql`tenant_id = ${tenantId}`,
    ...(clientId === undefined ? [] : [ofClient(tenantId, clientId)]),
    ...(outcome === undefined ? [] : [outcome === 'failed' ? sql`status >= 400` : sql`status < 400`]),
    ...(requestId === undefined
      ? []
      : [sql`(request_id = ${requestId}::uuid OR message_guid = ${requestId}::uuid)`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
  ];
  // The subquery selects the page first, so that names are looked up only for its rows.
  const { rows } = await sql<RequestLogEntry>`
    SELECT page.id, utc(page.at) AS "atUtc", client.client_id AS "clientId", client.name AS "clientName", page.operation, page.route,
           page.status, page.error_code AS "errorCode", coalesce(page.faults, '[]') AS faults, page.duration_ms AS "durationMs",
           page.is_interrupted AS "isInterrupted", page.request_id AS "requestId", page.message_guid AS "messageGuid"
      FROM (SELECT * FROM client_request WHERE ${sql.join(conditions, sql` AND `)} ORDER BY id DESC LIMIT ${limit}) AS page
      LEFT JOIN api_client AS client ON client.tenant_id = ${tenantId} AND client.id = page.api_client_id
     ORDER BY page.id DESC`.execute(db);
  return rows;
}

/** What is counted since a time: by hour, and by operation. */
export async function readCounts(
  db: TenantDatabase,
  tenantId: number,
  { clientId, sinceMs }: { clientId: string | undefined; sinceMs: number },
): Promise<Pick<RequestCounts, 'hours' | 'operations'>> {
  const counted = sql`
      FROM client_request_hour
     WHERE tenant_id = ${tenantId} AND hour >= ${new Date(sinceMs).toISOString()}::timestamptz
           ${clientId === undefined ? sql`` : sql`AND ${ofClient(tenantId, clientId)}`}`;
  const sums = sql`sum(requests)::bigint AS requests, coalesce(sum(requests) FILTER (WHERE status >= 400), 0)::bigint AS failed`;
  const hours = await sql<RequestCounts['hours'][number]>`
    SELECT utc(hour) AS "hourUtc", ${sums} ${counted} GROUP BY hour ORDER BY hour`.execute(db);
  const operations = await sql<RequestCounts['operations'][number]>`
    SELECT operation, max(route) AS route, ${sums}, round(sum(duration_ms) / sum(requests))::int AS "averageMs"
           ${counted} GROUP BY operation ORDER BY requests DESC, operation`.execute(db);
  return { hours: hours.rows, operations: operations.rows };
}

/** Deletes what is older than `days`, at most `batch` rows in a statement, and what exceeds `most` of a client. Returns how many. */
export async function sweepRequests(
  db: TenantDatabase,
  tenantId: number,
  { days, most, batch }: { days: number; most: number; batch: number },
): Promise<number> {
  let total = 0;
  // Ids are in the order of the writes, so the oldest entries have the lowest ones.
  for (let removed = batch; removed === batch; ) {
    removed = await removeRows(
      db,
      sql`
      DELETE FROM client_request WHERE tenant_id = ${tenantId} AND id IN (
        SELECT id FROM (SELECT id, at FROM client_request WHERE tenant_id = ${tenantId} ORDER BY id LIMIT ${batch}) AS oldest
         WHERE at < clock_now() - make_interval(days => ${days}))`,
    );
    total += removed;
  }
  const clients = await db.selectFrom('api_client').select('id').where('tenant_id', '=', tenantId).execute();
  for (const { id } of clients)
    for (let removed = batch; removed === batch; ) {
      removed = await removeRows(
        db,
        sql`
        DELETE FROM client_request WHERE tenant_id = ${tenantId} AND id IN (
          SELECT id FROM client_request WHERE tenant_id = ${tenantId} AND api_client_id = ${id}
           ORDER BY id DESC OFFSET ${most} LIMIT ${batch})`,
      );
      total += removed;
    }
  return total;
}

export async function sweepCounts(db: TenantDatabase, tenantId: number, days: number): Promise<number> {
  return removeRows(
    db,
    sql`
    DELETE FROM client_request_hour
     WHERE tenant_id = ${tenantId} AND hour < clock_now() - make_interval(days => ${days})`,
  );
}

async function removeRows(db: TenantDatabase, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db);
  return Number(numAffectedRows);
}
