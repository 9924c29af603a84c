import { ENTITIES } from '../../areas/changes/index.ts';
import type { TestService } from '../../testing/harness.ts';

// Finds the record whose entry in the change log a changed row requires. The foreign keys tell: a row that is deleted
// together with a record belongs to that record.

/** The record that a row belongs to. */
interface Owner {
  entity: string;
  /** SQL expression of its id; the row's own columns are those of t. */
  id: string;
}

/** Any entry of the same transaction is enough. */
export const ANY = 'any';

/** A table of records: whose they are, and what identifies a row. */
export interface RecordTable {
  name: string;
  owner: Owner | typeof ANY;
  /** SQL expression of the key within the tenant. */
  key: string;
}

/** Tables without records: the log itself, deliveries, the access log, the request log, registrations, settings, counters. */
const NO_RECORDS = new Set([
  'change_log',
  'change_horizon',
  'change_boundary',
  'log_generation',
  'ended_log_generation',
  'swept_candidate_change',
  'idempotent_answer',
  'pending_blob',
  'document_access',
  'client_request',
  'client_request_hour',
  'webhook_registration',
  'webhook_setting',
  'webhook_delivery',
  'job_ad_traffic',
  'portal_setting',
  'document_quota',
  'cv_setting',
  'mail_setting',
  'mail_template',
  'retention_setting',
  'portal_branding',
  'portal_upload',
  // Derived from records.
  'candidate_record',
  'candidate_search',
  'candidate_search_term',
  'record_search_term',
  // Only the platform has them.
  'task',
  'notification',
  'saved_view',
  'candidate_hold',
  'candidate_merge',
  // Outlives its candidate.
  'retired_import_id',
  'duplicate_pair',
  'customer_request_proposal',
]);

/** Tables whose rows belong to more than one record. */
const OF_ANY_RECORD = new Set([
  // Also has the activities of sites, work locations and contacts.
  'company_activity',
  // Value lists have no change stream; a call adds a qualification only together with what it changes.
  'tenant_catalog_entry',
]);

/** Columns that name the owner of rows that are not deleted with it: a job ad is only marked as deleted. */
const OWNER_COLUMNS: Readonly<Record<string, string>> = { job_ad_publication: 'job_ad_id' };

const OWN_ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries(ENTITIES).map(([entity, { table }]) => [table, entity]),
);

interface ForeignKey {
  table: string;
  parent: string;
  /** Besides tenant_id. */
  column: string;
  cascades: boolean;
}

/** Returns the tables with records of tenants, and those whose owner is unknown. */
export async function readRecordTables(
  service: TestService,
): Promise<{ tables: RecordTable[]; unknown: string[] }> {
  const walled = await service.sql<{ name: string; key: string }>(
    `SELECT c.relname AS name,
            (SELECT string_agg(quote_ident(k.attname), ', ' ORDER BY k.attnum) FROM pg_index i
             JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = ANY (i.indkey)
             WHERE i.indrelid = c.oid AND i.indisprimary AND k.attname <> 'tenant_id') AS key
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
     WHERE c.relkind = 'r' AND c.relrowsecurity AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const keys = await service.sql<ForeignKey>(
    `SELECT c.conrelid::regclass::text AS table, c.confrelid::regclass::text AS parent, a.attname AS column,
            c.confdeltype = 'c' AS cascades
     FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
     WHERE c.contype = 'f' AND a.attname <> 'tenant_id'`,
  );
  const tables: RecordTable[] = [];
  const unknown: string[] = [];
  for (const { name, key } of walled) {
    if (NO_RECORDS.has(name)) continue;
    const owner = OF_ANY_RECORD.has(name) ? ANY : ownerOf(name, keys);
    if (owner === undefined) unknown.push(name);
    else tables.push({ name, owner, key: `concat_ws(' ', ${key})` });
  }
  return { tables, unknown };
}

function ownerOf(table: string, keys: ForeignKey[], row = 't'): Owner | undefined {
  const entity = OWN_ENTITIES.get(table);
  if (entity !== undefined) return { entity, id: `${row}.id` };
  const named = OWNER_COLUMNS[table];
  const key = keys.find(
    (one) => one.table === table && (named === undefined ? one.cascades : one.column === named),
  );
  if (key === undefined) return undefined;
  const parentEntity = OWN_ENTITIES.get(key.parent);
  if (parentEntity !== undefined) return { entity: parentEntity, id: `${row}.${key.column}` };
  const above = ownerOf(key.parent, keys, `${row}t`);
  if (above === undefined) return undefined;
  const id = `(SELECT ${above.id} FROM ${key.parent} ${row}t WHERE ${row}t.tenant_id = ${row}.tenant_id AND ${row}t.id = ${row}.${key.column})`;
  return { entity: above.entity, id };
}
