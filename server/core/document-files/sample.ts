import { sql } from 'kysely';
import { type BlobStore, StoreAwayError } from '../blobs/index.ts';
import type { Database, TenantDatabase } from '../db/connection.ts';
import { TenantAwayError } from '../db/tenant-away.ts';
import { type RowWithFile, rereadRow } from './rows.ts';
import type { TenantOfFiles } from './verify.ts';

const SAMPLE = 12;
/** With several tenants, of each. */
const LEAST_OF_TENANT = 2;
/** Further tenants are not asked after this time. */
const SEARCH_MS = 5000;

interface SampleReport {
  looked: number;
  missing: number;
}

interface SampleOptions {
  database: Database;
  tenants: readonly TenantOfFiles[];
  store: Pick<BlobStore, 'size'>;
}

/**
 * Looks for the files of about a dozen documents: for each of a few tenants the oldest, the newest, and some between. That shows
 * a wrong or empty store in little time, and no single damage.
 */
export async function sampleFiles({ database, tenants, store }: SampleOptions): Promise<SampleReport> {
  const ofTenant = Math.max(LEAST_OF_TENANT, Math.floor(SAMPLE / Math.max(1, tenants.length)));
  const report: SampleReport = { looked: 0, missing: 0 };
  const deadlineMs = performance.now() + SEARCH_MS;
  for (const { id } of spread(tenants)) {
    if (report.looked >= SAMPLE || performance.now() > deadlineMs) break;
    try {
      const db = database.tenant(id);
      const rows = await findSample(db, id, ofTenant);
      const missing = await Promise.all(rows.map((row) => isMissing(store, database, id, row)));
      report.looked += rows.length;
      report.missing += missing.filter(Boolean).length;
    } catch (error) {
      // It is being moved, or was deleted. The others are enough.
      if (!(error instanceof TenantAwayError)) throw error;
    }
  }
  return report;
}

/** The first, the last, those in the middle of two before, and so on: tenants without documents often were created together. */
function* spread<T>(items: readonly T[]): Generator<T> {
  const seen = new Set<number>();
  for (let steps = 1; seen.size < items.length; steps *= 2) {
    for (let step = 0; step <= steps; step++) {
      const index = Math.round(((items.length - 1) * step) / steps);
      if (seen.has(index)) continue;
      seen.add(index);
      yield items[index]!;
    }
  }
}

type SampledRow = Pick<RowWithFile, 'table' | 'id'> & { key: string };

async function findSample(db: TenantDatabase, tenantId: number, size: number): Promise<SampledRow[]> {
  const { rows } = await sql<{ oldest: number | null; newest: number | null }>`
    SELECT min(id) AS oldest, max(id) AS newest FROM document WHERE tenant_id = ${tenantId}`.execute(db);
  const { oldest, newest } = rows[0]!;
  if (oldest === null || newest === null) return [];
  const found = new Map<number, SampledRow>();
  for (let step = 0; step < size; step++) {
    const from = Math.round(oldest + ((newest - oldest) * step) / (size - 1));
    const { rows: next } = await sql<{ id: number; key: string }>`
      SELECT id, blob_key AS key FROM document WHERE tenant_id = ${tenantId} AND id >= ${from}
       ORDER BY id LIMIT 1`.execute(db);
    for (const { id, key } of next) found.set(id, { table: 'document', id, key });
  }
  return [...found.values()];
}

/** Not if the document was deleted meanwhile. */
async function isMissing(
  store: Pick<BlobStore, 'size'>,
  database: Database,
  tenantId: number,
  row: SampledRow,
): Promise<boolean> {
  const size = await store.size(row.key).catch((error) => {
    // A directory without the id of an installation: the file is not there either.
    if (error instanceof StoreAwayError && error.reason === 'missing') return undefined;
    throw error;
  });
  if (size !== undefined) return false;
  return (await rereadRow(database, tenantId, row)) !== undefined;
}
