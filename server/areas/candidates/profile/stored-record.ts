import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { type Database, hasWorkers, type TenantDatabase } from '../../../core/db/connection.ts';
import { isTimeout, markConnectionError } from '../../../core/db/faults.ts';
import { traceStatement } from '../../../core/db/statement-span.ts';
import { type Language, type RecordText, toEntityTag } from '../../../core/http/index.ts';
import { candidateJson } from './record-sql.ts';

// Reading a record starts some 25 sub-queries, and most records are read more often than they change. So the first read after
// a change stores the text (table candidate_record), and triggers delete it when anything that it shows changes. first-reads.ts
// decides when.
// docs/adr/0021-stored-record.md explains why a stored record is never older than a fresh one.

interface RecordStatements {
  /** Compares the version of the names, which a renaming raises. */
  lookUp: string;
  /** The same for a list of ids. */
  lookUpSome: string;
  /** Of a list of ids, those whose record is not stored. */
  missing: string;
  read: string;
  /** Stores the records of the candidates `c`, which follow FROM. */
  store: (candidates: string) => string;
  shape: string;
}

const STATEMENTS: Readonly<Record<Language, RecordStatements>> = {
  en: toStatements('en'),
  de: toStatements('de'),
};

function toStatements(language: Language): RecordStatements {
  const json = candidateJson(language, '$1');
  const shape = createHash('sha256').update(json).digest('hex').slice(0, 16);
  return {
    lookUp: storedColumns('r.candidate_id AS id, r.body, r.tag', '$1', '$2', language, shape),
    lookUpSome: `SELECT wanted.id, stored.body, stored.tag FROM unnest($2::integer[]) AS wanted (id)
                  CROSS JOIN LATERAL (${storedColumns('r.body, r.tag', '$1', 'wanted.id', language, shape)} OFFSET 0) AS stored`,
    missing: `SELECT wanted.id FROM unnest($2::integer[]) AS wanted (id)
               WHERE (${storedBody('$1', 'wanted.id', language, shape)}) IS NULL`,
    read: `SELECT ${json} AS body FROM candidate AS c WHERE c.tenant_id = $1 AND c.id = $2`,
    store: (candidates) => `
      INSERT INTO candidate_record (tenant_id, candidate_id, language, shape, names_version, body)
      SELECT $1, c.id, '${language}', '${shape}', (SELECT names_version FROM tenant WHERE id = $1), ${json}
        FROM ${candidates}
          ON CONFLICT (tenant_id, candidate_id, language) DO UPDATE
         SET shape = excluded.shape, names_version = excluded.names_version, body = excluded.body
      RETURNING candidate_id AS id, body, tag`,
    shape,
  };
}

/** SQL for the text of the stored record, if it is current. */
function storedBody(tenantId: string, candidateId: string, language: Language, shape: string): string {
  return storedColumns('r.body', tenantId, candidateId, language, shape);
}

/** Selects columns of the stored record `r`, if it is current. */
function storedColumns(
  columns: string,
  tenantId: string,
  candidateId: string,
  language: Language,
  shape: string,
): string {
  return `SELECT ${columns} FROM candidate_record AS r
     WHERE r.candidate_id = ${candidateId} AND ${isCurrent(tenantId, language, shape)}`;
}

/** SQL for whether the stored record `r` is of the tenant and current. */
function isCurrent(tenantId: string, language: Language, shape: string): string {
  return `r.tenant_id = ${tenantId} AND r.language = '${language}' AND r.shape = '${shape}'
       AND r.names_version = (SELECT names_version FROM tenant WHERE id = ${tenantId})`;
}

/** SQL for the ids of the candidates that the transaction holds. */
const HELD = "current_setting('app.held_candidates')::integer[]";

/** The statements that store records on one server, or on those that Citus distributes. */
interface Storing {
  /** How they are planned. */
  setting: string;
  prepare: string;
  store: Readonly<Record<Language, string>>;
}

// A plan for the values takes milliseconds, and PostgreSQL would make one each time to hold the candidates. One that it keeps may read all
// candidates of the tenant for a list of ids, so each candidate is looked up by itself.
const ON_ONE_SERVER = toStoring(
  'force_generic_plan',
  `unnest($2) AS wanted (id)
     CROSS JOIN LATERAL (SELECT id FROM candidate WHERE tenant_id = $1 AND id = wanted.id FOR UPDATE SKIP LOCKED) AS c`,
  `unnest(${HELD}) AS held (id)
     CROSS JOIN LATERAL (SELECT * FROM candidate WHERE tenant_id = $1 AND id = held.id OFFSET 0) AS c`,
);
// Citus cannot plan the statements without the values. It may run an INSERT … SELECT with an offset in two steps, past the check of the
// tenant.
const ON_WORKERS = toStoring(
  'force_custom_plan',
  'candidate AS c WHERE c.tenant_id = $1 AND c.id = ANY ($2) FOR UPDATE SKIP LOCKED',
  `candidate AS c WHERE c.tenant_id = $1 AND c.id = ANY (${HELD})`,
);

/** `wanted` and `held` are what follows FROM: the candidates to hold, and then those that are held, as `c`. */
function toStoring(planCacheMode: string, wanted: string, held: string): Storing {
  // Until the transaction ends, nobody can change what the records show, and nobody waits for this one. Nor do the readers wait
  // for the disk: a record that a crash loses is made again.
  // The settings are made above the subquery, because below it they would be made for a row that is then skipped.
  const hold = `
    SELECT set_config('app.held_candidates', coalesce(array_agg(id), '{}')::text, true),
           set_config('synchronous_commit', 'off', true)
      FROM (SELECT c.id FROM ${wanted}) AS held`;
  const store = { en: STATEMENTS.en.store(held), de: STATEMENTS.de.store(held) };
  const stores = Object.entries(store).map(
    ([language, text]) => `PREPARE store_records_${language} (integer) AS ${text}`,
  );
  return {
    setting: `SET LOCAL plan_cache_mode = ${planCacheMode}`,
    prepare: [`PREPARE hold_candidates (integer, integer[]) AS ${hold}`, ...stores].join('; '),
    store,
  };
}

/** The connections that have these statements. */
const prepared = new WeakSet<pg.ClientBase>();

/**
 * Stores the records and returns their texts, without those of which a change is in progress, and of candidates that do not
 * exist. One round trip: statements that are sent together are one transaction. The snapshot of the last one is newer than
 * the locks.
 */
export async function storeRecords(
  database: Database,
  tenantId: number,
  ids: ReadonlySet<number>,
  language: Language,
): Promise<Map<number, RecordText | undefined>> {
  const session = await database.checkout(tenantId);
  const { client } = session;
  let isDone = false;
  try {
    const { setting, prepare, store } = hasWorkers(database) ? ON_WORKERS : ON_ONE_SERVER;
    if (!prepared.has(client)) {
      await client.query(prepare);
      prepared.add(client);
    }
    const tenant = Math.trunc(tenantId);
    const list = Array.from(ids, Math.trunc).join();
    const results = await traceStatement(store[language], () =>
      client.query(
        `${setting}; EXECUTE hold_candidates (${tenant}, '{${list}}'); EXECUTE store_records_${language} (${tenant})`,
      ),
    );
    isDone = true;
    const { rows } = (results as unknown as pg.QueryResult<RecordRow & { id: number }>[])[2]!;
    return new Map(rows.map((row) => [row.id, toRecordText(row)]));
  } catch (error) {
    if (session.isLost) throw markConnectionError(error);
    // The query without storing would take as long.
    if (isTimeout(error)) throw error;
    // Storing only saves time. Without room on the disk, for example, a read returns the record all the same.
    return new Map();
  } finally {
    session.release(!isDone);
  }
}

/** Stores the records of those candidates that have none. */
export async function storeMissingRecords(
  database: Database,
  tenantId: number,
  ids: readonly number[],
  language: Language,
): Promise<void> {
  const missing = await database.read<{ id: number }>(tenantId, STATEMENTS[language].missing, [
    tenantId,
    `{${ids.join()}}`,
  ]);
  if (missing.length > 0)
    await storeRecords(database, tenantId, new Set(missing.map(({ id }) => id)), language);
}

interface RecordRow {
  body: string;
  /** Unless the record was made for this read. */
  tag?: string;
}

function toRecordText({ body, tag }: RecordRow): RecordText {
  return { text: body, entityTag: tag === undefined ? undefined : toEntityTag(tag) };
}

/** The stored records that are current. */
export async function lookUpRecords(
  database: Database,
  tenantId: number,
  ids: readonly number[],
  language: Language,
): Promise<Map<number, RecordText>> {
  const { lookUp, lookUpSome } = STATEMENTS[language];
  const [text, wanted] = ids.length === 1 ? [lookUp, ids[0]!] : [lookUpSome, `{${ids.join()}}`];
  const rows = await database.read<RecordRow & { id: number }>(tenantId, text, [tenantId, wanted]);
  return new Map(rows.map((row) => [row.id, toRecordText(row)]));
}

/**
 * The record, from the tables, over a connection that requests share. Look-ups behind it wait for it, so at most one may run in the
 * process.
 */
export async function readRecordAlone(
  database: Database,
  tenantId: number,
  candidateId: number,
  language: Language,
): Promise<RecordText | undefined> {
  const rows = await database.read<RecordRow>(tenantId, STATEMENTS[language].read, [tenantId, candidateId]);
  return rows[0] && toRecordText(rows[0]);
}

/** The record as it is stored. Undefined if it is not. */
export function findStoredRecord(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  language: Language,
): Promise<RecordText | undefined> {
  return findRecord(db, STATEMENTS[language].lookUp, tenantId, candidateId);
}

/** The record, from the tables. */
export function readRecord(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  language: Language,
): Promise<RecordText | undefined> {
  return findRecord(db, STATEMENTS[language].read, tenantId, candidateId);
}

async function findRecord(
  db: TenantDatabase,
  statement: string,
  tenantId: number,
  candidateId: number,
): Promise<RecordText | undefined> {
  const { rows } = await db.executeQuery<RecordRow>(CompiledQuery.raw(statement, [tenantId, candidateId]));
  return rows[0] && toRecordText(rows[0]);
}

/** SQL for the stored text of the candidate `c`, NULL if none is current. */
export function storedRecordSql(tenantId: number, language: Language): string {
  return `(${storedBody(String(Math.trunc(tenantId)), 'c.id', language, STATEMENTS[language].shape)})`;
}

/**
 * SQL for the texts of the candidates `c`, stored or not, sorted by id. `condition` is SQL. Looks up the record of each candidate: for a
 * small part of the tenant.
 */
export function someRecordsSql(tenantId: number, language: Language, condition: string): string {
  const json = candidateJson(language, String(Math.trunc(tenantId)));
  return `SELECT coalesce(${storedRecordSql(tenantId, language)}, ${json}) FROM candidate AS c WHERE ${condition} ORDER BY c.id`;
}

/**
 * Like `someRecordsSql`, for most candidates of the tenant. Reads candidates and records side by side, which takes half the time of
 * looking records up. Needs MERGES_ONLY: PostgreSQL cannot know how many records are current, and may otherwise compare each candidate
 * with each record.
 */
export function mostRecordsSql(tenantId: number, language: Language, condition: string): string {
  const tenant = String(Math.trunc(tenantId));
  const { shape } = STATEMENTS[language];
  // The inner query reads the row again, so that the outer one needs only the index.
  return `SELECT coalesce(r.body, (SELECT ${candidateJson(language, tenant)} FROM candidate AS c WHERE c.tenant_id = ${tenant} AND c.id = k.id))
    FROM (SELECT c.id FROM candidate AS c WHERE ${condition}) AS k
    LEFT JOIN candidate_record AS r ON r.candidate_id = k.id AND ${isCurrent(tenant, language, shape)}
   ORDER BY k.id`;
}
