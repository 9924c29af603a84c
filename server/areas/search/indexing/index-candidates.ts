import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Services } from '../../../core/services.ts';
import { sharedList } from '../../masterdata/index.ts';
import { termsOf } from '../terms.ts';
import { filterTermsOf, toEntry } from './entry.ts';
import {
  claimTenant,
  deleteMarks,
  findTenantsToIndex,
  findVisible,
  holdVisible,
  insertMarks,
  type Mark,
  readBackfill,
  readFacts,
  readMarks,
  readTexts,
  saveBackfill,
} from './queries.ts';
import {
  deleteEntries,
  deleteTerms,
  readTerms,
  type TermRow,
  writeEntries,
  writeTerms,
} from './write-queries.ts';

type IndexServices = Pick<Services, 'database'>;

/** Few, so that a transaction is short: it prevents the deletion of its candidates. */
const MARKS_AT_ONCE = 50;
const BACKFILL_AT_ONCE = 100;

/**
 * Indexes what has changed and what is older than the index, until nothing is left or `isStopping` returns true. Several
 * processes can do so at once. Candidates that a running transaction has locked stay marked.
 */
export async function indexCandidates(
  services: IndexServices,
  isStopping: () => boolean = () => false,
): Promise<void> {
  let isBusy = true;
  while (isBusy && !isStopping()) {
    isBusy = false;
    // Tenants take turns, so that the many candidates of one do not delay the few of another.
    for (const tenantId of await findTenantsToIndex(services.database.system)) {
      if (isStopping()) return;
      if (await indexNext(services, tenantId)) isBusy = true;
    }
  }
}

/** Indexes the next candidates of a tenant. Returns false if there is nothing to be done now. */
async function indexNext(services: IndexServices, tenantId: number): Promise<boolean> {
  const rankOf = await loadRanks(services);
  return services.database
    .tenant(tenantId)
    .transaction()
    .execute(async (db) => {
      if (!(await claimTenant(db, tenantId))) return false;
      const marks = await readMarks(db, tenantId, MARKS_AT_ONCE);
      if (marks.length > 0) return indexMarked(db, tenantId, marks, rankOf);
      const ids = await readBackfill(db, tenantId, BACKFILL_AT_ONCE);
      if (ids === undefined) return false;
      const held = new Set(await holdVisible(db, tenantId, ids));
      await indexThese(db, tenantId, [...held], rankOf);
      const locked = (await findVisible(db, tenantId, ids)).filter((id) => !held.has(id));
      await insertMarks(db, tenantId, locked);
      await saveBackfill(db, tenantId, ids.at(-1));
      return true;
    });
}

async function loadRanks({ database }: IndexServices): Promise<(levelId: number) => number> {
  const { byId } = await sharedList(database, 'languagelevels');
  return (levelId) => Number(byId.get(levelId)?.attributes?.rank ?? 0);
}

/**
 * The candidates are read in later statements than the marks, so what is written contains every change that a mark stands for.
 * A change that commits later has another mark.
 */
async function indexMarked(
  db: TenantDatabase,
  tenantId: number,
  marks: readonly Mark[],
  rankOf: (levelId: number) => number,
): Promise<boolean> {
  const ids = [...new Set(marks.map(({ candidateId }) => candidateId))];
  const held = new Set(await holdVisible(db, tenantId, ids));
  const visible = new Set(await findVisible(db, tenantId, ids));
  await deleteEntries(
    db,
    tenantId,
    ids.filter((id) => !visible.has(id)),
  );
  await indexThese(db, tenantId, [...held], rankOf);
  const done = marks.filter(({ candidateId }) => held.has(candidateId) || !visible.has(candidateId));
  await deleteMarks(
    db,
    tenantId,
    done.map(({ id }) => id),
  );
  return done.length > 0;
}

async function indexThese(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
  rankOf: (levelId: number) => number,
): Promise<void> {
  if (ids.length === 0) return;
  const facts = await readFacts(db, tenantId, ids);
  const texts = await readTexts(db, tenantId, ids);
  await writeEntries(
    db,
    tenantId,
    facts.map((one) => toEntry(one, rankOf)),
  );
  const stored = Map.groupBy(await readTerms(db, tenantId, ids), (row) => row.candidateId);
  const gone: TermRow[] = [];
  const added: TermRow[] = [];
  for (const one of facts) {
    const terms = termsOf(texts.get(one.id) ?? [], filterTermsOf(one));
    const before = new Map((stored.get(one.id) ?? []).map((row) => [row.term, row]));
    for (const row of before.values()) if (terms.get(row.term) !== row.weight) gone.push(row);
    for (const [term, weight] of terms)
      if (before.get(term)?.weight !== weight) added.push({ candidateId: one.id, term, weight });
  }
  await deleteTerms(db, tenantId, gone);
  await writeTerms(db, tenantId, added);
}
