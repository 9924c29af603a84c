import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BatchedWrite } from '../../../core/db/batches.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import { prepareStatement } from '../../../core/db/prepared.ts';
import {
  affectsLocation,
  changeLocation,
  type LocatedAddress,
  NO_ADDRESS,
  NO_LOCATION,
  type StoredAddress,
} from '../../addresses/index.ts';
import {
  type Creation,
  creationsExpression,
  describeCreation,
  EVENTS,
  rowChangeExpression,
} from '../../changes/index.ts';
import { propertiesWithChannels, withPrimaryChannels } from '../primary-channels-sql.ts';
import {
  type CandidateColumns,
  type MatchingColumns,
  matchingColumns,
  propertiesOf,
  SET_COLUMNS,
  toColumns,
} from './columns.ts';
import { refinementJob } from './refinement-job-sql.ts';
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

/** Inserts a candidate and records the change and the event, in one statement. */
export async function insertCandidate(
  db: TenantDatabase,
  tenantId: number,
  body: CandidateCreateBody,
  { recordsChange, ...options }: InsertOptions = {},
): Promise<CreatedCandidate> {
  const [created] = await insertCandidates(db, tenantId, [toNewCandidate(body, options)], recordsChange);
  return created!;
}

/** What is stored of a new candidate, and who creates it. */
export interface NewCandidate {
  columns: CandidateColumns & MatchingColumns & { row_guid: string };
  creation: Creation;
  /** Its coordinates are looked up in the background. */
  isRefined: boolean;
}

export interface CreatedCandidate {
  id: number;
  /** Up to five candidates with the same mailbox: those whose contact shows it, most recently changed first, then by channels. */
  possibleDuplicates: number[];
}

/** A candidate that is created by the actor for whom this function is called. */
export function toNewCandidate(
  body: CandidateCreateBody,
  { refinesCoordinates = false }: WriteOptions = {},
): NewCandidate {
  const rowGuid = randomUUID();
  const columns = toColumns(body);
  const address = changeLocation({ ...NO_ADDRESS, ...NO_LOCATION }, body.location);
  return {
    columns: {
      row_guid: rowGuid,
      ...columns,
      ...address,
      ...matchingColumns(columns, body.contact),
      ...(body.createdAtUtc == null ? {} : { created_at: body.createdAtUtc }),
    },
    creation: describeCreation(rowGuid),
    isRefined: refinesCoordinates && address !== undefined && affectsLocation(address),
  };
}

// The text never varies with the candidates, so PostgreSQL parses and plans it once per connection.
const COLUMN_LIST = sql.raw(SET_COLUMNS.join(', '));

/** Inserts candidates and records the changes and the events, in one statement. Returns them in the same order. */
export async function insertCandidates(
  db: TenantDatabase,
  tenantId: number,
  candidates: readonly NewCandidate[],
  recordsChange = true,
): Promise<CreatedCandidate[]> {
  const refined = candidates.flatMap(({ isRefined, columns }) => (isRefined ? [columns.row_guid] : []));
  const values = {
    tenantId,
    columns: JSON.stringify(candidates.map(({ columns }) => columns)),
    creations: recordsChange ? JSON.stringify(candidates.map(({ creation }) => creation)) : null,
    refined: refined.length === 0 ? null : refined,
  };
  const isUsual = values.creations !== null && values.refined === null;
  const { rows } = await db.executeQuery(
    isUsual ? USUAL_CREATION(db, values) : creationStatement(values).compile(db),
  );
  return inOrderOfCreation(candidates, rows);
}

interface CreationValues {
  tenantId: number;
  /** A JSON array. */
  columns: string;
  /** A JSON array. Null if the change is not recorded. */
  creations: string | null;
  /** The row_guids of the candidates that get a job. Null if none does. */
  refined: string[] | null;
}

// The statement's snapshot predates the new candidates, so they are not among the possible duplicates.
const creationStatement = ({ tenantId, columns, creations, refined }: CreationValues) => sql<CreatedRow>`
    WITH created AS (
      INSERT INTO candidate (tenant_id, row_guid, ${COLUMN_LIST}, created_at, imported_at)
      SELECT ${tenantId}::int, row_guid, ${COLUMN_LIST}, coalesce(created_at, clock_now()),
             CASE WHEN import_external_id IS NOT NULL THEN clock_now() END
        FROM json_populate_recordset(NULL::candidate, ${columns}::json)
      RETURNING id, row_guid, office_id, email_canonical
    ), recorded AS (
      SELECT ${creations === null ? sql`NULL` : creationsExpression(tenantId, 'created', { entity: 'candidate', event: EVENTS.candidateCreated, creations })} AS changed_at
    )
    SELECT created.id, created.row_guid AS "rowGuid", created.email_canonical AS mailbox,
           ARRAY(SELECT other.id FROM candidate AS other
                  WHERE other.tenant_id = ${tenantId} AND other.email_canonical = created.email_canonical
                  ORDER BY other.modified_at DESC LIMIT ${MAXIMUM_POSSIBLE_DUPLICATES}) AS "possibleDuplicates",
           ARRAY(SELECT DISTINCT channel.candidate_id FROM candidate_contact_channel AS channel
                  WHERE channel.tenant_id = ${tenantId} AND channel.email_canonical = created.email_canonical
                  ORDER BY channel.candidate_id DESC LIMIT ${MAXIMUM_POSSIBLE_DUPLICATES}) AS "byChannel"
           ${refined === null ? sql`` : sql`, CASE WHEN created.row_guid = ANY (${refined}::uuid[]) THEN ${refinementJob(tenantId, sql.ref('created.id'))} END AS job`}
      FROM created CROSS JOIN recorded`;

const USUAL_CREATION = prepareStatement(({ tenantId, columns, creations }: CreationValues) =>
  creationStatement({ tenantId, columns, creations, refined: null }),
);

interface CreatedRow extends CreatedCandidate {
  rowGuid: string;
  mailbox: string | null;
  /** Those with the mailbox as a channel. Contact can show it too. Newest first. */
  byChannel: number[];
}

/** The created candidates in the order of the new ones. Those created before it have the same mailbox as a candidate as well. */
function inOrderOfCreation(
  candidates: readonly NewCandidate[],
  rows: readonly CreatedRow[],
): CreatedCandidate[] {
  const byGuid = new Map(rows.map((row) => [row.rowGuid, row]));
  const idsOfMailbox = new Map<string, number[]>();
  return candidates.map(({ columns }) => {
    const { id, mailbox, possibleDuplicates, byChannel } = byGuid.get(columns.row_guid)!;
    if (mailbox === null) return { id, possibleDuplicates };
    const before = idsOfMailbox.get(mailbox) ?? [];
    idsOfMailbox.set(mailbox, [id, ...before]);
    const found = new Set([...before, ...possibleDuplicates, ...byChannel]);
    return { id, possibleDuplicates: [...found].slice(0, MAXIMUM_POSSIBLE_DUPLICATES) };
  });
}

/**
 * Creations that come together. A candidate that refers to records of the tenant is created alone, because somebody may hold or
 * remove them. So is one with an id of another system, which must be unique, and one that adds a job.
 */
export const CANDIDATE_CREATION: BatchedWrite<NewCandidate, CreatedCandidate> = {
  run: (db, tenantId, candidates) => insertCandidates(db, tenantId, candidates),
  isAlone: ({ columns, isRefined }) =>
    isRefined ||
    columns.import_external_id != null ||
    columns.office_id != null ||
    columns.responsibility != null ||
    columns.source_of_supply_id != null,
};

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

/** Updates a candidate with its primary channels, and records the change and the event, in one statement. */
export async function updateCandidate(
  db: TenantDatabase,
  tenantId: number,
  stored: StoredCandidate,
  columns: CandidateColumns & Partial<LocatedAddress> & { created_at?: string },
  { refinesCoordinates = false }: WriteOptions = {},
): Promise<void> {
  const isMoved = columns.office_id !== undefined && columns.office_id !== stored.office_id;
  const movedFrom = isMoved ? stored.office_id : null;
  const matching = matchingColumns(columns);
  const written = { ...columns, ...matching };
  await withPrimaryChannels(db, tenantId, stored.id, written)
    .with('changed', (change) =>
      change
        .updateTable('candidate')
        .set({
          ...written,
          ...(columns.import_external_id == null || stored.imported_at !== null
            ? {}
            : { imported_at: sql<string>`clock_now()` }),
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
        properties: propertiesWithChannels(written, propertiesOf(columns)),
        previousOfficeId: movedFrom,
        event: EVENTS.candidateChanged,
      }).as('changed_at'),
      ...(refinesCoordinates && affectsLocation(columns)
        ? [refinementJob(tenantId, sql.ref<number>('changed.id')).as('job')]
        : []),
    ])
    .execute();
  if (isMoved) await recordMoveOfDocuments(db, tenantId, stored.id, movedFrom);
}

/**
 * Records that the documents of a candidate have another branch: theirs is that of the candidate, and who copies the documents of a branch
 * must learn which of them left it and which came. Whoever adds a document waits for the lock of the candidate, so none is missed.
 */
export async function recordMoveOfDocuments(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  previousOfficeId: number | null,
): Promise<void> {
  await sql`
    WITH moved AS (
      UPDATE document AS d SET modified_at = clock_now()
        FROM candidate AS c
       WHERE d.tenant_id = ${tenantId} AND d.candidate_id = ${candidateId}
         AND c.tenant_id = ${tenantId} AND c.id = ${candidateId}
      RETURNING d.id, d.row_guid, c.office_id, d.document_category_id)
    SELECT ${rowChangeExpression(tenantId, 'moved', {
      entity: 'document',
      kind: 'modified',
      properties: ['officeId'],
      previousOfficeId,
      attributes: sql`jsonb_build_object('candidateId', ${candidateId}::int, 'documentCategoryId', moved.document_category_id)::text`,
      event: null,
    })}
      FROM moved`.execute(db);
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
