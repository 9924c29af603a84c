import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import {
  affectsLocation,
  changeLocation,
  type LocatedAddress,
  NO_ADDRESS,
  NO_LOCATION,
  type StoredAddress,
} from '../../addresses/index.ts';
import { EVENTS, rowChangeExpression } from '../../changes/index.ts';
import { type CandidateColumns, EMPTY_COLUMNS, matchingColumns, propertiesOf, toColumns } from './columns.ts';
import { refinementJob } from './refinement-job.ts';
import { toCanonicalEmail } from './rules.ts';
import type { CandidateCreateBody } from './schema.ts';

const MAXIMUM_POSSIBLE_DUPLICATES = 5;
const ADDRESS_COLUMNS = Object.keys(NO_ADDRESS) as (keyof StoredAddress)[];

interface WriteOptions {
  /** A geocoder is configured: look up a changed address in the background. */
  refinesCoordinates?: boolean;
}

interface InsertOptions extends WriteOptions {
  /** If false, the caller records the change itself, in the same transaction. */
  recordsChange?: boolean;
}

/**
 * Inserts a candidate and records the change and the event, in one statement. Also returns up to five candidates with the
 * same mailbox, most recently changed first. The new one is not among them, because the statement's snapshot predates it.
 */
export async function insertCandidate(
  db: TenantDatabase,
  tenantId: number,
  body: CandidateCreateBody,
  { recordsChange = true, refinesCoordinates = false }: InsertOptions = {},
): Promise<{ id: number; possibleDuplicates: number[] }> {
  const columns = toColumns(body);
  const address = changeLocation({ ...NO_ADDRESS, ...NO_LOCATION }, body.location);
  const canonical = typeof columns.email === 'string' ? toCanonicalEmail(columns.email) : null;
  return db
    .with('created', (create) =>
      create
        .insertInto('candidate')
        .values({
          tenant_id: tenantId,
          first_name: body.firstName,
          last_name: body.lastName,
          ...EMPTY_COLUMNS,
          ...NO_ADDRESS,
          ...NO_LOCATION,
          ...columns,
          ...address,
          ...matchingColumns(columns),
          created_at: sql`coalesce(${body.createdAtUtc ?? null}::timestamptz, clock_now())`,
          imported_at:
            body.importExternalId == null ? sql<null>`NULL::timestamptz` : sql<string>`clock_now()`,
        })
        .returning(['id', 'row_guid', 'office_id']),
    )
    .selectFrom('created')
    .select([
      'created.id',
      recordsChange
        ? rowChangeExpression(tenantId, 'created', {
            entity: 'candidate',
            kind: 'new',
            event: EVENTS.candidateCreated,
          }).as('changed_at')
        : sql<string | null>`NULL`.as('changed_at'),
      sql<number[]>`ARRAY(SELECT other.id FROM candidate AS other
                           WHERE other.tenant_id = ${tenantId} AND other.email_canonical = ${canonical}
                           ORDER BY other.modified_at DESC LIMIT ${MAXIMUM_POSSIBLE_DUPLICATES})`.as(
        'possibleDuplicates',
      ),
      ...(refinesCoordinates && address !== undefined && affectsLocation(address)
        ? [refinementJob(tenantId, sql.ref<number>('created.id')).as('job')]
        : []),
    ])
    .executeTakeFirstOrThrow();
}

/** Reads the candidate and locks it until the transaction ends. */
export function lockCandidate(db: TenantDatabase, tenantId: number, candidateId: number) {
  return db
    .selectFrom('candidate')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .forUpdate()
    .executeTakeFirst();
}

type StoredCandidate = NonNullable<Awaited<ReturnType<typeof lockCandidate>>>;

/** Updates a candidate and records the change and the event, in one statement. */
export async function updateCandidate(
  db: TenantDatabase,
  tenantId: number,
  stored: StoredCandidate,
  columns: CandidateColumns & Partial<LocatedAddress> & { created_at?: string },
  { refinesCoordinates = false }: WriteOptions = {},
): Promise<void> {
  const movedFrom =
    columns.office_id !== undefined && columns.office_id !== stored.office_id ? stored.office_id : null;
  await db
    .with('changed', (change) =>
      change
        .updateTable('candidate')
        .set({
          ...columns,
          ...matchingColumns(columns),
          ...(columns.import_external_id == null
            ? {}
            : { imported_at: sql<string>`coalesce(imported_at, clock_now())` }),
          modified_at: sql`clock_now()`,
        })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', stored.id)
        .returning(['id', 'row_guid', 'office_id']),
    )
    .selectFrom('changed')
    .select([
      rowChangeExpression(tenantId, 'changed', {
        entity: 'candidate',
        kind: 'modified',
        properties: propertiesOf(columns),
        previousOfficeId: movedFrom,
        event: EVENTS.candidateChanged,
      }).as('changed_at'),
      ...(refinesCoordinates && affectsLocation(columns)
        ? [refinementJob(tenantId, sql.ref<number>('changed.id')).as('job')]
        : []),
    ])
    .execute();
}

/** The id of the candidate that was imported with this id of the source system. */
export async function findImported(
  db: TenantDatabase,
  tenantId: number,
  importExternalId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('candidate')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('import_external_id', '=', importExternalId)
    .executeTakeFirst();
  return row?.id;
}

export function findAddress(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
): Promise<StoredAddress | undefined> {
  return db
    .selectFrom('candidate')
    .select(ADDRESS_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', candidateId)
    .executeTakeFirst();
}
