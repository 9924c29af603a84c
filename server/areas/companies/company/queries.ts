import { type RawBuilder, sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { EventType } from '../../../core/http/index.ts';
import { affectsLocation, changeLocation, NO_ADDRESS, NO_LOCATION } from '../../addresses/index.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';
import { activityExpression } from '../activities/queries.ts';
import { type Columns, companyPropertiesOf, EMPTY_COMPANY, toCompanyColumns } from '../columns.ts';
import type { Activity, Author } from '../history.ts';
import { refinementJob } from '../refinement-job-sql.ts';
import { COMPANY_STATUS, CONTRACT_STATUS } from '../rules.ts';
import type { CompanyCreateBody } from './schema.ts';

interface WriteOptions {
  /** Whether a geocoder is configured. If so, a background job looks up every written address. */
  refinesCoordinates?: boolean;
}

/** Inserts a company with its change and event in one statement. Returns its id. */
export async function insertCompany(
  db: TenantDatabase,
  tenantId: number,
  body: CompanyCreateBody,
  { refinesCoordinates = false }: WriteOptions = {},
): Promise<number> {
  const location = changeLocation({ ...NO_ADDRESS, ...NO_LOCATION }, body.location);
  const { id } = await db
    .with('created', (create) =>
      create
        .insertInto('company')
        .values({
          tenant_id: tenantId,
          name: body.name,
          ...EMPTY_COMPANY,
          ...toCompanyColumns(body),
          ...location,
          status_id: COMPANY_STATUS.lead,
          contract_status_id: CONTRACT_STATUS.none,
          created_at: sql<string>`coalesce(${body.createdAtUtc ?? null}::timestamptz, clock_now())`,
          imported_at: sql<
            string | null
          >`CASE WHEN ${body.importExternalId != null}::boolean THEN clock_now() END`,
        })
        .returning(['id', 'row_guid', 'office_id']),
    )
    .selectFrom('created')
    .select([
      'created.id',
      rowChangeExpression(tenantId, 'created', {
        entity: 'company',
        kind: 'new',
        event: EVENTS.companyCreated,
      }).as('changed_at'),
      ...(refinesCoordinates && location !== undefined
        ? [refinementJob(tenantId, 'company', sql.ref<number>('created.id')).as('job')]
        : []),
    ])
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the company and locks it until the transaction ends. Other transactions can still insert references to it. */
export function lockCompany(db: TenantDatabase, tenantId: number, companyId: number) {
  return db
    .selectFrom('company')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

type StoredCompany = NonNullable<Awaited<ReturnType<typeof lockCompany>>>;

interface UpdateOptions extends WriteOptions {
  event: EventType;
  /** The activity to write, if any. */
  activity?: Omit<Activity, 'entity' | 'entityId' | 'companyId'>;
}

/** Updates a locked company with its change, event, and activity in one statement. Returns the id of the activity. */
export async function updateCompany(
  db: TenantDatabase,
  tenantId: number,
  stored: Pick<StoredCompany, 'id' | 'office_id' | 'imported_at'>,
  columns: Columns,
  { event, activity, refinesCoordinates = false }: UpdateOptions,
): Promise<number | null> {
  const previousOfficeId =
    columns.office_id !== undefined && columns.office_id !== stored.office_id ? stored.office_id : null;
  const imported =
    columns.import_external_id == null || stored.imported_at !== null ? [] : [sql`imported_at = clock_now()`];
  const assigned = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{ activity_id: number | null }>`
    WITH changed AS (
      UPDATE company SET ${sql.join([...assigned, ...imported, sql`modified_at = clock_now()`])}
       WHERE tenant_id = ${tenantId} AND id = ${stored.id}
      RETURNING id, row_guid, office_id)
    SELECT ${activity === undefined ? sql`NULL::integer` : companyActivity(tenantId, activity)} AS activity_id,
           ${rowChangeExpression(tenantId, 'changed', {
             entity: 'company',
             kind: 'modified',
             previousOfficeId,
             properties: [...companyPropertiesOf(columns), ...(activity === undefined ? [] : ['activities'])],
             event,
           })} AS changed_at
           ${refinesCoordinates && affectsLocation(columns) ? sql`, ${refinementJob(tenantId, 'company', sql.ref('changed.id'))} AS job` : sql``}
      FROM changed`.execute(db);
  return rows[0]?.activity_id ?? null;
}

function companyActivity(
  tenantId: number,
  activity: NonNullable<UpdateOptions['activity']>,
): RawBuilder<number> {
  const id = sql.ref<number>('changed.id');
  return activityExpression(tenantId, { ...activity, entity: 'company', entityId: id, companyId: id });
}

/** Adds a note to the company and records a change. Returns the id of the note, or null if the company does not exist. */
export function addNote(
  db: TenantDatabase,
  tenantId: number,
  companyId: number,
  note: { text: string; occurredAt?: string | null; author: Author },
): Promise<number | null> {
  return updateCompany(
    db,
    tenantId,
    { id: companyId, office_id: null, imported_at: null },
    {},
    { event: EVENTS.companyChanged, activity: { ...note, kind: 'note' } },
  );
}
