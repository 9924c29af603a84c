import { hasWorkers, type TenantDatabase } from '../../../core/db/connection.ts';
import { isConflict, isTimeout, isTransient } from '../../../core/db/faults.ts';
import { TenantAwayError } from '../../../core/db/tenant-away.ts';
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

/** Some records could not be indexed. Their marks stay, and all others are indexed. */
export class NotIndexedError extends Error {
  override readonly name = 'NotIndexedError';
  /** At most so many are named. */
  static readonly NAMED = 20;
  readonly records: readonly { tenantId: number; entity: IndexedEntity; recordId: number }[];

  constructor(failures: readonly Failure[]) {
    super('Records could not be indexed.', { cause: failures[0]!.cause });
    const records = failures.map(({ tenantId, mark: { entity, recordId } }) => ({
      tenantId,
      entity,
      recordId,
    }));
    // A record has a mark for each of its changes.
    this.records = [...new Map(records.map((record) => [JSON.stringify(record), record])).values()].slice(
      0,
      NotIndexedError.NAMED,
    );
  }
}

interface Failure {
  tenantId: number;
  mark: Mark;
  cause: unknown;
}

/**
 * Indexes what has changed and what is older than the index, until nothing is left or `isStopping` returns true. Several
 * processes can do so at once. Candidates that a running transaction has locked stay marked. Throws NotIndexedError if records
 * could not be indexed, after it has indexed the others.
 */
export async function indexMarked(
  services: IndexServices,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const failures: Failure[] = [];
  let isBusy = true;
  while (isBusy && !isStopping()) {
    isBusy = false;
    // Tenants take turns, so that the many records of one do not delay the few of another.
    for (const tenantId of await findTenantsToIndex(
      services.database.system,
      hasWorkers(services.database),
    )) {
      if (isStopping()) return;
      if (await indexNextOf(services, tenantId, failures)) isBusy = true;
    }
  }
  if (failures.length > 0) throw new NotIndexedError(failures);
}

/** Like indexNext, but records that fail are added to the failures, and do not fail those that are indexed with them. */
async function indexNextOf(services: IndexServices, tenantId: number, failures: Failure[]): Promise<boolean> {
  const failed = failures.filter((one) => one.tenantId === tenantId).map(({ mark }) => mark.id);
  try {
    return await indexNext(services, tenantId, failed);
  } catch (error) {
    // Its marks move with it.
    if (error instanceof TenantAwayError) return false;
    if (isOfAllRecords(error)) throw error;
    failures.push(...(await indexOneByOne(services, tenantId, failed)));
    return true;
  }
}

/**
 * Whether nothing else could be indexed either, such as without the database. A timeout or a conflict is that of a few records, and must
 * not keep those of other tenants waiting.
 */
function isOfAllRecords(error: unknown): boolean {
  return isTransient(error) && !isTimeout(error) && !isConflict(error);
}

/** Indexes the next marked records in transactions of their own, and returns those that failed. */
async function indexOneByOne(
  services: IndexServices,
  tenantId: number,
  without: readonly number[],
): Promise<Failure[]> {
  const rankOf = await loadRanks(services);
  const failures: Failure[] = [];
  const marks = await whileClaimed(services, tenantId, (db) => readMarksOrBackfill(db, tenantId, without));
  for (const mark of marks ?? []) {
    try {
      const isIndexed = await whileClaimed(services, tenantId, (db) =>
        indexThese(db, tenantId, [mark], rankOf),
      );
      // Another process indexes the others.
      if (isIndexed === undefined) break;
    } catch (cause) {
      if (isOfAllRecords(cause)) throw cause;
      failures.push({ tenantId, mark, cause });
    }
  }
  return failures;
}

/**
 * Runs a transaction that indexes records of a tenant. Returns undefined if another one does so now: it could have read an older
 * state, and write it last.
 */
async function whileClaimed<T>(
  { database }: IndexServices,
  tenantId: number,
  run: (db: TenantDatabase) => Promise<T>,
): Promise<T | undefined> {
  return database
    .tenant(tenantId)
    .transaction()
    .execute(async (db) => ((await claimTenant(db, tenantId)) ? run(db) : undefined));
}

/** The next marks. If there are none, the next records that are older than the index are marked, and none is returned. */
async function readMarksOrBackfill(
  db: TenantDatabase,
  tenantId: number,
  without: readonly number[],
): Promise<Mark[]> {
  const marks = await readMarks(db, tenantId, without, MARKS_AT_ONCE);
  const next = marks.length > 0 ? undefined : await readBackfill(db, tenantId, BACKFILL_AT_ONCE);
  if (next === undefined) return marks;
  await insertMarks(db, tenantId, next.entity, next.ids);
  await saveBackfill(db, tenantId, next);
  return [];
}

/** Indexes the next records of a tenant. Returns false if there is nothing to be done now. */
async function indexNext(
  services: IndexServices,
  tenantId: number,
  without: readonly number[],
): Promise<boolean> {
  const rankOf = await loadRanks(services);
  const hasMore = await whileClaimed(services, tenantId, async (db) => {
    const marks = await readMarks(db, tenantId, without, MARKS_AT_ONCE);
    if (marks.length > 0 && (await indexThese(db, tenantId, marks, rankOf))) return true;
    const next = await readBackfill(db, tenantId, BACKFILL_AT_ONCE);
    if (next === undefined) return false;
    const done = new Set(await index(db, tenantId, next.entity, next.ids, rankOf));
    const locked = next.ids.filter((id) => !done.has(id));
    await insertMarks(db, tenantId, next.entity, locked);
    await saveBackfill(db, tenantId, next);
    return true;
  });
  return hasMore ?? false;
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
