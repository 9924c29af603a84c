import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Services } from '../../../core/services.ts';
import { sharedList } from '../../masterdata/index.ts';
import type { IndexedEntity } from '../terms.ts';
import { indexCandidatesNow, type RankOf } from './index-candidates.ts';
import { indexRecords } from './index-records.ts';
import {
  claimTenant,
  deleteMarks,
  findTenantsToIndex,
  insertMarks,
  type Mark,
  readBackfill,
  readMarks,
  saveBackfill,
} from './queries.ts';

type IndexServices = Pick<Services, 'database'>;

/** Few, so that a transaction is short: it prevents the deletion of its candidates. */
const MARKS_AT_ONCE = 50;
const BACKFILL_AT_ONCE = 100;

/**
 * Indexes what has changed and what is older than the index, until nothing is left or `isStopping` returns true. Several
 * processes can do so at once. Candidates that a running transaction has locked stay marked.
 */
export async function indexMarked(
  services: IndexServices,
  isStopping: () => boolean = () => false,
): Promise<void> {
  let isBusy = true;
  while (isBusy && !isStopping()) {
    isBusy = false;
    // Tenants take turns, so that the many records of one do not delay the few of another.
    for (const tenantId of await findTenantsToIndex(services.database.system)) {
      if (isStopping()) return;
      if (await indexNext(services, tenantId)) isBusy = true;
    }
  }
}

/** Indexes the next records of a tenant. Returns false if there is nothing to be done now. */
async function indexNext(services: IndexServices, tenantId: number): Promise<boolean> {
  const rankOf = await loadRanks(services);
  return services.database
    .tenant(tenantId)
    .transaction()
    .execute(async (db) => {
      if (!(await claimTenant(db, tenantId))) return false;
      const marks = await readMarks(db, tenantId, MARKS_AT_ONCE);
      if (marks.length > 0 && (await indexThese(db, tenantId, marks, rankOf))) return true;
      const next = await readBackfill(db, tenantId, BACKFILL_AT_ONCE);
      if (next === undefined) return false;
      const done = new Set(await index(db, tenantId, next.entity, next.ids, rankOf));
      const locked = next.ids.filter((id) => !done.has(id));
      await insertMarks(db, tenantId, locked);
      await saveBackfill(db, tenantId, next);
      return true;
    });
}

async function loadRanks({ database }: IndexServices): Promise<RankOf> {
  const { byId } = await sharedList(database, 'languagelevels');
  return (levelId) => Number(byId.get(levelId)?.attributes?.rank ?? 0);
}

/** Returns false if all of them are locked. */
async function indexThese(
  db: TenantDatabase,
  tenantId: number,
  marks: readonly Mark[],
  rankOf: RankOf,
): Promise<boolean> {
  const finished: number[] = [];
  for (const [entity, own] of Map.groupBy(marks, (mark) => mark.entity)) {
    const ids = [...new Set(own.map(({ recordId }) => recordId))];
    const done = new Set(await index(db, tenantId, entity, ids, rankOf));
    finished.push(...own.filter(({ recordId }) => done.has(recordId)).map(({ id }) => id));
  }
  await deleteMarks(db, tenantId, finished);
  return finished.length > 0;
}

/** Returns those that are done. */
async function index(
  db: TenantDatabase,
  tenantId: number,
  entity: IndexedEntity,
  ids: readonly number[],
  rankOf: RankOf,
): Promise<readonly number[]> {
  if (entity === 'candidate') return indexCandidatesNow(db, tenantId, ids, rankOf);
  await indexRecords(db, tenantId, entity, ids);
  return ids;
}
