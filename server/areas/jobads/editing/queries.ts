import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { EventType } from '../../../core/http/index.ts';
import { NO_ADDRESS, NO_LOCATION } from '../../addresses/index.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';
import { endInstant } from '../end-date-sql.ts';
import { ACTIVE, type ProcessStatus } from '../process-status.ts';
import { type JobAdColumns, propertiesOf, toColumns } from './columns.ts';
import type { JobAdCreateBody } from './schema.ts';

interface JobAdFilter {
  status?: ProcessStatus;
  officeId?: number;
  responsibility?: number;
  search?: string;
  before?: number;
}

/** Returns the newest job ads that match the filter, at most `limit`. */
export async function listJobAds(db: TenantDatabase, tenantId: number, filter: JobAdFilter, limit: number) {
  const { status, officeId, responsibility, search, before } = filter;
  let query = db
    .selectFrom('job_ad as j')
    .innerJoin('branch as b', (join) =>
      join.on('b.tenant_id', '=', tenantId).onRef('b.id', '=', 'j.office_id'),
    )
    .leftJoin('user_account as u', (join) =>
      join.on('u.tenant_id', '=', tenantId).onRef('u.id', '=', 'j.responsibility'),
    )
    .select([
      'j.id as jobAdId',
      'j.row_guid as id',
      'j.title',
      sql<ProcessStatus>`j.process_status`.as('status'),
      'j.office_id as officeId',
      'b.name as office',
      'j.responsibility',
      sql<string | null>`nullif(concat_ws(' ', u.first_name, u.last_name), '')`.as('responsibleUser'),
      'j.zip_code as zipCode',
      'j.city',
      'j.end_date as endDate',
      sql<number>`(SELECT count(*) FROM application AS a WHERE a.tenant_id = ${tenantId} AND a.job_ad_id = j.id)`.as(
        'applications',
      ),
      'j.published_at as publishedAtUtc',
      'j.created_at as createdAtUtc',
      'j.modified_at as modifiedAtUtc',
    ])
    .where('j.tenant_id', '=', tenantId)
    .where('j.deleted_at', 'is', null)
    .orderBy('j.id', 'desc')
    .limit(limit);
  if (status !== undefined) query = query.where('j.process_status', '=', status);
  if (officeId !== undefined) query = query.where('j.office_id', '=', officeId);
  if (responsibility !== undefined) query = query.where('j.responsibility', '=', responsibility);
  if (before !== undefined) query = query.where('j.id', '<', before);
  // A tenant has thousands of job ads, not millions. Scanning them along the primary key is fast enough.
  if (search !== undefined)
    query = query.where(
      sql<boolean>`strpos(lower(normalize(concat_ws(' ', j.title, j.city, j.zip_code))), lower(normalize(${search}::text))) > 0`,
    );
  return query.execute();
}

function selectJobAd(db: TenantDatabase, tenantId: number, jobAdId: number) {
  return db
    .selectFrom('job_ad')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', jobAdId)
    .where('deleted_at', 'is', null)
    .$narrowType<{ process_status: ProcessStatus }>();
}

/** Returns the job ad, or undefined if it does not exist or is deleted. */
export function findStoredJobAd(db: TenantDatabase, tenantId: number, jobAdId: number) {
  return selectJobAd(db, tenantId, jobAdId).executeTakeFirst();
}

/** Returns the job ad and locks it until the transaction ends, or returns undefined if it does not exist or is deleted. */
export function lockJobAd(db: TenantDatabase, tenantId: number, jobAdId: number) {
  return selectJobAd(db, tenantId, jobAdId).forUpdate().executeTakeFirst();
}

type StoredJobAd = NonNullable<Awaited<ReturnType<typeof lockJobAd>>>;

/** Inserts a job ad in status Editing with its change and event in one statement. Returns its id. */
export async function insertJobAd(
  db: TenantDatabase,
  tenantId: number,
  body: JobAdCreateBody,
): Promise<number> {
  const { id } = await db
    .with('created', (create) =>
      create
        .insertInto('job_ad')
        .values({
          tenant_id: tenantId,
          title: body.title,
          office_id: body.officeId,
          ...toColumns(body, { ...NO_ADDRESS, ...NO_LOCATION }),
        })
        .returning(['id', 'row_guid', 'office_id']),
    )
    .selectFrom('created')
    .select([
      'created.id',
      rowChangeExpression(tenantId, 'created', {
        entity: 'jobad',
        kind: 'new',
        attributes: toAttributes('Editing'),
        event: EVENTS.jobAdCreated,
      }).as('changed_at'),
    ])
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates a job ad with its change and event in one statement. */
export async function updateJobAd(
  db: TenantDatabase,
  tenantId: number,
  stored: StoredJobAd,
  columns: JobAdColumns,
): Promise<void> {
  const isMoved = columns.office_id !== undefined && columns.office_id !== stored.office_id;
  await db
    .with('changed', (change) =>
      change
        .updateTable('job_ad')
        .set({ ...columns, modified_at: sql`clock_now()` })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', stored.id)
        .returning(['id', 'row_guid', 'office_id']),
    )
    .selectFrom('changed')
    .select(
      rowChangeExpression(tenantId, 'changed', {
        entity: 'jobad',
        kind: 'modified',
        properties: propertiesOf(columns),
        previousOfficeId: isMoved ? stored.office_id : null,
        attributes: toAttributes(stored.process_status),
        event: EVENTS.jobAdChanged,
      }).as('changed_at'),
    )
    .execute();
}

/** Sets the status of a job ad and starts or ends its publication at the same instant, in one statement. */
export async function setProcessStatus(
  db: TenantDatabase,
  tenantId: number,
  stored: StoredJobAd,
  status: ProcessStatus,
  event: EventType,
): Promise<void> {
  await sql`
    WITH now AS MATERIALIZED (SELECT clock_now() AS at),
    changed AS (
      UPDATE job_ad SET
             process_status = ${status}, modified_at = now.at,
             published_at = CASE WHEN ${status} = ${sql.lit(ACTIVE)} THEN now.at ELSE published_at END,
             completed_at = CASE WHEN ${status} = 'Completed' THEN now.at END
        FROM now
       WHERE tenant_id = ${tenantId} AND id = ${stored.id}
      RETURNING id, row_guid, office_id, modified_at),
    ${endPublication(tenantId, stored.id)}
    SELECT ${status === ACTIVE ? sql`add_job_ad_publication(${tenantId}::int, changed.id, changed.modified_at), ` : sql``}
           ${rowChangeExpression(tenantId, 'changed', {
             entity: 'jobad',
             kind: 'modified',
             properties: ['status'],
             attributes: toAttributes(status),
             event,
           })} FROM changed`.execute(db);
}

/**
 * Marks the job ad as deleted, in one statement. The row stays because applications and reports refer to it. The change has
 * the last status of the job ad.
 */
export async function deleteJobAd(db: TenantDatabase, tenantId: number, stored: StoredJobAd): Promise<void> {
  await sql`
    WITH now AS MATERIALIZED (SELECT clock_now() AS at),
    changed AS (
      UPDATE job_ad SET deleted_at = now.at, modified_at = now.at
        FROM now
       WHERE tenant_id = ${tenantId} AND id = ${stored.id}
      RETURNING id, row_guid, office_id),
    ${endPublication(tenantId, stored.id)}
    SELECT ${rowChangeExpression(tenantId, 'changed', {
      entity: 'jobad',
      kind: 'deleted',
      attributes: toAttributes(stored.process_status),
      event: EVENTS.jobAdDeleted,
    })} FROM changed`.execute(db);
}

/**
 * Ends the running publication when the stored end date was over, and starts one now, because the job ad gets another end date. Reports
 * would otherwise count the days on which the job portal did not show it.
 */
export async function restartPublication(
  db: TenantDatabase,
  tenantId: number,
  jobAdId: number,
): Promise<void> {
  await sql`
    WITH now AS MATERIALIZED (SELECT clock_now() AS at),
    ${endPublication(tenantId, jobAdId)}
    SELECT add_job_ad_publication(${tenantId}::int, ${jobAdId}::int, now.at) FROM now`.execute(db);
}

/** SQL that ends a running publication at the instant in the table `now`. */
const endPublication = (tenantId: number, jobAdId: number) => sql`
    ended AS (
      -- After the end date, the job portal has not shown the job ad.
      UPDATE job_ad_publication SET ended_at = greatest(published_at, least(now.at,
               (SELECT ${endInstant('j')} FROM job_ad AS j WHERE j.tenant_id = ${tenantId} AND j.id = ${jobAdId})))
        FROM now
       WHERE tenant_id = ${tenantId} AND job_ad_id = ${jobAdId} AND ended_at IS NULL)`;

function toAttributes(processStatus: ProcessStatus): string {
  return JSON.stringify({ processStatus });
}
