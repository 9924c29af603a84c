import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { violatedConstraint } from '../../core/db/faults.ts';
import type { DB } from '../../core/db/generated/database.ts';
import type { EventType } from '../../core/http/index.ts';
import { affectsLocation } from '../addresses/index.ts';
import { type ChangeKind, EVENTS, rowChangeExpression } from '../changes/index.ts';
import { activityExpression } from './activities/queries.ts';
import { partActivityText } from './activity-texts.ts';
import { type Columns, PART_COLUMNS, partPropertiesOf } from './columns.ts';
import type { Author, LocalizedText, PartActivityKind } from './history.ts';
import { refinementJob } from './refinement-job-sql.ts';

/** The records that belong to a company and have their own changes and events. */
export const PARTS = {
  site: { table: 'site', created: EVENTS.siteCreated, changed: EVENTS.siteChanged },
  location: { table: 'work_location', created: EVENTS.locationCreated, changed: EVENTS.locationChanged },
  contact: { table: 'contact', created: EVENTS.contactCreated, changed: EVENTS.contactChanged },
} as const;

export type Part = keyof typeof PARTS;
export type StoredPart<P extends Part> = Selectable<DB[(typeof PARTS)[P]['table']]>;

/** The ids in the path of a part. A site has no siteId. */
export interface PartKey {
  part: Part;
  companyId: number;
  siteId?: number;
  id: number;
}

/**
 * Returns the part and locks it until the transaction ends. Locks its company first: every writer of a company or its parts
 * takes the company's lock first, so that two writers cannot deadlock. Other transactions can still insert references to
 * both. Returns undefined if the ids do not belong together or if the work location is deleted.
 */
export async function lockPart<P extends Part>(
  db: TenantDatabase,
  tenantId: number,
  { part, companyId, siteId, id }: PartKey & { part: P },
): Promise<StoredPart<P> | undefined> {
  const { rows } = await sql<StoredPart<P>>`
    SELECT part.*
      FROM company JOIN ${sql.table(PARTS[part].table)} AS part
           ON part.tenant_id = ${tenantId} AND part.company_id = company.id
     WHERE company.tenant_id = ${tenantId} AND company.id = ${companyId} AND part.id = ${id}
           ${siteId === undefined ? sql`` : sql`AND part.site_id = ${siteId}`}
           ${part === 'location' ? sql`AND part.deleted_at IS NULL` : sql``}
       FOR NO KEY UPDATE OF company, part`.execute(db);
  return rows[0];
}

export interface WriteOptions {
  author: Author;
  /** Whether a geocoder is configured. If so, a background job looks up every written address. */
  refinesCoordinates?: boolean;
}

interface InsertOptions extends WriteOptions {
  /** Null means now. */
  createdAt: string | null;
  isImported: boolean;
}

/**
 * Inserts a part with its activity, changes, event, and geocoder job in one statement. Returns undefined if the company or
 * the site does not exist.
 */
export async function insertPart(
  db: TenantDatabase,
  tenantId: number,
  { part, companyId, siteId }: Omit<PartKey, 'id'>,
  values: Columns,
  { createdAt, isImported, ...options }: InsertOptions,
): Promise<number | undefined> {
  const { table, created } = PARTS[part];
  const columns = PART_COLUMNS[part];
  const row: Columns = { ...values, ...(siteId === undefined ? {} : { site_id: siteId }) };
  const { rows } = await sql<{ id: number }>`
    WITH owner AS (
      UPDATE company SET modified_at = clock_now()
       WHERE tenant_id = ${tenantId} AND id = ${companyId}
      RETURNING id, row_guid, office_id),
    written AS (
      INSERT INTO ${sql.table(table)} (tenant_id, company_id, created_at, imported_at, ${sql.join(columns.map((name) => sql.ref(name)))})
      VALUES (${tenantId}, ${companyId}, coalesce(${createdAt}::timestamptz, clock_now()),
             CASE WHEN ${isImported}::boolean THEN clock_now() END, ${sql.join(columns.map((name) => row[name] ?? null))})
      RETURNING ${keyColumns(part)})${touchedSite(tenantId, part)}
    ${recordChange(tenantId, part, { ...options, kind: 'new', event: created, activity: 'created', text: partActivityText(part, 'created', values), values })}`
    .execute(db)
    .catch((error) => {
      if (isOwnerMissing(error)) return { rows: [] };
      throw error;
    });
  return rows[0]?.id;
}

/** The foreign key to the company, or to the site and with it to the company. */
function isOwnerMissing(error: unknown): boolean {
  const violated = violatedConstraint(error);
  return violated?.kind === 'reference' && /_company_id(_site_id)?_fkey$/.test(violated.name);
}

interface UpdateOptions extends WriteOptions {
  /** The kind of the activity. Null writes no activity, for changes that the service makes itself. */
  activity: PartActivityKind | null;
}

/** Updates a locked part with its activity, changes, event, and geocoder job in one statement. */
export function updatePart(
  db: TenantDatabase,
  tenantId: number,
  part: Part,
  stored: Pick<StoredPart<Part>, 'id' | 'imported_at'>,
  columns: Columns,
  options: UpdateOptions,
): Promise<void> {
  const imported =
    columns.import_external_id == null || stored.imported_at !== null ? [] : [sql`imported_at = clock_now()`];
  const assigned = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  return writePart(db, tenantId, part, stored.id, [...assigned, ...imported], {
    ...options,
    kind: 'modified',
    event: PARTS[part].changed,
    text: partActivityText(part, options.activity ?? 'changed', { ...stored, ...columns }),
    values: columns,
  });
}

/** Marks a locked work location as deleted, with its activity, changes, and event in one statement. */
export function markDeleted(
  db: TenantDatabase,
  tenantId: number,
  stored: StoredPart<'location'>,
  { author }: WriteOptions,
): Promise<void> {
  return writePart(db, tenantId, 'location', stored.id, [sql`deleted_at = clock_now()`], {
    author,
    kind: 'deleted',
    event: EVENTS.locationDeleted,
    activity: 'deleted',
    text: partActivityText('location', 'deleted', stored),
    values: {},
  });
}

async function writePart(
  db: TenantDatabase,
  tenantId: number,
  part: Part,
  id: number,
  assignments: RawBuilder<unknown>[],
  record: PartChange,
): Promise<void> {
  await sql`
    WITH written AS (
      UPDATE ${sql.table(PARTS[part].table)} SET ${sql.join([...assignments, sql`modified_at = clock_now()`])}
       WHERE tenant_id = ${tenantId} AND id = ${id}
      RETURNING ${keyColumns(part)}),
    owner AS (
      UPDATE company SET modified_at = clock_now()
       WHERE tenant_id = ${tenantId} AND id = (SELECT company_id FROM written)
      RETURNING id, row_guid, office_id)${touchedSite(tenantId, part)}
    ${recordChange(tenantId, part, record)}`.execute(db);
}

interface PartChange extends WriteOptions {
  kind: ChangeKind;
  event: EventType;
  activity: PartActivityKind | null;
  /** The columns that the statement writes. */
  values: Columns;
  /** The text of the activity. */
  text: LocalizedText;
}

/**
 * The end of a statement whose tables `written`, `owner`, and `touched` hold the part, its company, and its site. Writes the activity, the change
 * of the part with its event, the changes of the company and of the site, which have no event, and the geocoder job.
 */
function recordChange(
  tenantId: number,
  part: Part,
  { author, kind, event, activity, text, values, refinesCoordinates }: PartChange,
): RawBuilder<unknown> {
  const history = activityExpression(tenantId, {
    kind: activity ?? 'changed',
    entity: part,
    entityId: sql.ref('written.id'),
    companyId: sql.ref('written.company_id'),
    text,
    author,
  });
  const siteChange = rowChangeExpression(tenantId, 'touched', {
    entity: 'site',
    kind: 'modified',
    properties: [],
    officeId: sql.ref('owner.office_id'),
    event: null,
  });
  return sql`
    SELECT written.id,
           ${activity === null ? sql`` : sql`${history} AS activity_id,`}
           ${rowChangeExpression(tenantId, 'written', {
             entity: part,
             kind,
             properties: kind === 'modified' ? partPropertiesOf[part](values) : undefined,
             officeId: sql.ref('owner.office_id'),
             event,
             additionalData: sql`jsonb_strip_nulls(jsonb_build_object('customerId', written.company_id, 'siteId', written.site_id))::text`,
           })} AS changed_at,
           ${rowChangeExpression(tenantId, 'owner', {
             entity: 'company',
             kind: 'modified',
             properties: [],
             event: null,
           })} AS company_changed_at
           ${part === 'site' ? sql`` : sql`, ${siteChange} AS site_changed_at`}
           ${refinesCoordinates && part !== 'contact' && affectsLocation(values) ? sql`, ${refinementJob(tenantId, part, sql.ref('written.id'))} AS job` : sql``}
      FROM written, owner${part === 'site' ? sql`` : sql`, touched`}`;
}

/** A part of a statement after `written`: the site of a contact or work location, whose record contains them, changes with them. */
function touchedSite(tenantId: number, part: Part): RawBuilder<unknown> {
  if (part === 'site') return sql``;
  return sql`,
    touched AS (
      UPDATE site SET modified_at = clock_now()
       WHERE tenant_id = ${tenantId} AND id = (SELECT site_id FROM written)
      RETURNING id, row_guid)`;
}

function keyColumns(part: Part): RawBuilder<unknown> {
  return part === 'site'
    ? sql`id, row_guid, company_id, NULL::integer AS site_id`
    : sql`id, row_guid, company_id, site_id`;
}
