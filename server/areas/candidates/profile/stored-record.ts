import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Database, TenantDatabase } from '../../../core/db/connection.ts';
import { markConnectionError } from '../../../core/db/faults.ts';
import { traceStatement } from '../../../core/db/statement-span.ts';
import type { Language } from '../../../core/http/index.ts';
import { candidateJson } from './record-sql.ts';

// Reading a record starts some 25 sub-queries, and most records are read more often than they change. So the first read after
// a change stores the text (table candidate_record), and triggers delete it when anything that it shows changes.
// docs/adr/0021-stored-record.md explains why a stored record is never older than a fresh one.

interface RecordStatements {
  /** Compares the version of the names, which a renaming raises. */
  lookUp: string;
  read: string;
  store: string;
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
    lookUp: storedBody('$1', '$2', language, shape),
    read: `SELECT ${json} AS body FROM candidate AS c WHERE c.tenant_id = $1 AND c.id = $2`,
    store: `
      INSERT INTO candidate_record (tenant_id, candidate_id, language, shape, names_version, body)
      SELECT $1, c.id, '${language}', '${shape}', (SELECT names_version FROM tenant WHERE id = $1), ${json}
        FROM candidate AS c
       WHERE c.tenant_id = $1 AND c.id = $2 AND current_setting('app.held_candidate', true) = $2::text
          ON CONFLICT (tenant_id, candidate_id, language) DO UPDATE
         SET shape = excluded.shape, names_version = excluded.names_version, body = excluded.body
      RETURNING body`,
    shape,
  };
}

/** SQL for the stored record, if it is current. */
function storedBody(tenantId: string, candidateId: string, language: Language, shape: string): string {
  return `SELECT r.body FROM candidate_record AS r WHERE ${isStored(tenantId, candidateId, language, shape)}`;
}

/** SQL for whether the row `r` is the stored record and current. */
function isStored(tenantId: string, candidateId: string, language: Language, shape: string): string {
  return `r.tenant_id = ${tenantId} AND r.candidate_id = ${candidateId} AND r.language = '${language}' AND r.shape = '${shape}'
       AND r.names_version = (SELECT names_version FROM tenant WHERE id = ${tenantId})`;
}

// Until the transaction ends, nobody can change what the record shows, and nobody waits for this one. Nor does the reader wait
// for the disk: a record that a crash loses is made again.
// A plan for the values takes milliseconds, and each connection would make five before it keeps one.
// The settings are made above the subquery, because below it they would be made for a row that is then skipped.
const HOLD = `
  SELECT set_config('app.held_candidate', id::text, true), set_config('synchronous_commit', 'off', true),
         set_config('plan_cache_mode', 'force_generic_plan', true)
    FROM (SELECT id FROM candidate WHERE tenant_id = $1 AND id = $2 FOR UPDATE SKIP LOCKED) AS held`;

const PREPARE = [
  `PREPARE hold_candidate (integer, integer) AS ${HOLD}`,
  ...Object.entries(STATEMENTS).map(
    ([language, { store }]) => `PREPARE store_record_${language} (integer, integer) AS ${store}`,
  ),
].join('; ');

/** The connections that have these statements. */
const prepared = new WeakSet<pg.ClientBase>();

/**
 * The candidate with all its sub-records, as JSON text. `db` is a transaction that sees its own changes, or of the same tenant
 * as the calls of `database`.
 */
export async function findCandidate(
  database: Database,
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  language: Language,
): Promise<string | undefined> {
  const stored = db.isTransaction
    ? await findStoredRecord(db, tenantId, candidateId, language)
    : await lookUpRecord(database, tenantId, candidateId, language);
  if (stored !== undefined) return stored;
  // A transaction may have changed the record and be rolled back.
  const made = db.isTransaction ? undefined : await storeRecord(database, tenantId, candidateId, language);
  return made ?? (await readRecord(db, tenantId, candidateId, language));
}

/**
 * Stores the record and returns its text. Undefined if a change is in progress, if the candidate does not exist, or if nothing
 * can be stored. One round trip: statements that are sent together are one transaction. The snapshot of the second is newer
 * than the lock.
 */
async function storeRecord(
  database: Database,
  tenantId: number,
  candidateId: number,
  language: Language,
): Promise<string | undefined> {
  const session = await database.checkout(tenantId);
  const { client } = session;
  const values = `(${Math.trunc(tenantId)}, ${Math.trunc(candidateId)})`;
  let isDone = false;
  try {
    if (!prepared.has(client)) {
      await client.query(PREPARE);
      prepared.add(client);
    }
    const results = await traceStatement(STATEMENTS[language].store, () =>
      client.query(`EXECUTE hold_candidate ${values}; EXECUTE store_record_${language} ${values}`),
    );
    isDone = true;
    return (results as unknown as pg.QueryResult<{ body: string }>[])[1]!.rows[0]?.body;
  } catch (error) {
    if (session.isLost) throw markConnectionError(error);
    // Storing only saves time. Without room on the disk, for example, a read returns the record all the same.
    return undefined;
  } finally {
    session.release(!isDone);
  }
}

async function lookUpRecord(
  database: Database,
  tenantId: number,
  candidateId: number,
  language: Language,
): Promise<string | undefined> {
  const rows = await database.read<{ body: string }>(tenantId, STATEMENTS[language].lookUp, [
    tenantId,
    candidateId,
  ]);
  return rows[0]?.body;
}

/** The record as it is stored. Undefined if it is not. */
export function findStoredRecord(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  language: Language,
): Promise<string | undefined> {
  return findBody(db, STATEMENTS[language].lookUp, tenantId, candidateId);
}

/** The record, from the tables. */
export function readRecord(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  language: Language,
): Promise<string | undefined> {
  return findBody(db, STATEMENTS[language].read, tenantId, candidateId);
}

async function findBody(
  db: TenantDatabase,
  statement: string,
  tenantId: number,
  candidateId: number,
): Promise<string | undefined> {
  const { rows } = await db.executeQuery<{ body: string }>(
    CompiledQuery.raw(statement, [tenantId, candidateId]),
  );
  return rows[0]?.body;
}

/** SQL for the stored text of the candidate `c`, NULL if none is current. */
export function storedRecordSql(tenantId: number, language: Language): string {
  return `(${storedBody(String(Math.trunc(tenantId)), 'c.id', language, STATEMENTS[language].shape)})`;
}

/** SQL for the text of the candidate `c`, stored or not. For a few candidates. */
export function candidateRecordSql(tenantId: number, language: Language): string {
  return `coalesce(${storedRecordSql(tenantId, language)}, ${candidateJson(language, String(Math.trunc(tenantId)))})`;
}

/**
 * SQL that selects the same text of all candidates `c` that meet the condition, by a join, sorted by their ids.
 *
 * Of a limit that it does not know, the planner expects few rows, and so plans for the first ones: it joins both tables in the order
 * of their keys. Otherwise, it may build all records before the first one is sent, to sort them on the disk.
 */
export function candidateRecordsSql(tenantId: number, language: Language, condition: string): string {
  const tenant = String(Math.trunc(tenantId));
  return `
    SELECT coalesce(r.body, ${candidateJson(language, tenant)})
      FROM candidate AS c LEFT JOIN candidate_record AS r ON ${isStored(tenant, 'c.id', language, STATEMENTS[language].shape)}
     WHERE ${condition} ORDER BY c.id LIMIT (SELECT 2147483647)`;
}
