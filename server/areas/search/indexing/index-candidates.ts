import type { TenantDatabase } from '../../../core/db/connection.ts';
import { keepPairs, removePairs } from '../../candidates/index.ts';
import { termsOf } from '../terms.ts';
import { readFacts, readTexts } from './candidate-queries.ts';
import { filterTermsOf, toEntry } from './entry.ts';
import { findVisible, holdVisible } from './queries.ts';
import {
  deleteEntries,
  deleteTerms,
  readTerms,
  type TermRow,
  writeEntries,
  writeTerms,
} from './write-queries.ts';

export type RankOf = (levelId: number) => number;

/**
 * Indexes the candidates, in statements after the one that read their marks: what is written contains every change that a mark
 * stands for, and a change that commits later has another mark. The pairs of probable duplicates are kept with the index. Returns those that
 * are done. The rest, or a candidate of one of their pairs, are locked by others.
 */
export async function indexCandidatesNow(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
  rankOf: RankOf,
): Promise<number[]> {
  const held = new Set(await holdVisible(db, tenantId, ids));
  const visible = new Set(await findVisible(db, tenantId, ids));
  const hidden = ids.filter((id) => !visible.has(id));
  await deleteEntries(db, tenantId, hidden);
  await removePairs(db, tenantId, hidden);
  await write(db, tenantId, [...held], rankOf);
  const later = new Set(await keepPairs(db, tenantId, [...held]));
  return [...[...held].filter((id) => !later.has(id)), ...hidden];
}

async function write(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
  rankOf: RankOf,
): Promise<void> {
  if (ids.length === 0) return;
  const facts = await readFacts(db, tenantId, ids);
  const texts = await readTexts(db, tenantId, ids);
  const entries = facts.map((one) => toEntry(one, rankOf));
  await writeEntries(db, tenantId, entries);
  const { gone, added } = compareTerms(
    await readTerms(db, tenantId, ids),
    facts.map((one) => [one.id, termsOf(texts.get(one.id) ?? [], filterTermsOf(one))]),
  );
  await deleteTerms(db, tenantId, gone);
  await writeTerms(db, tenantId, added);
}

/** The terms to delete and to insert, so that those of each record are these. Most changes of a record change few terms. */
export function compareTerms(
  stored: readonly TermRow[],
  next: readonly (readonly [id: number, terms: ReadonlyMap<string, number>])[],
): { gone: TermRow[]; added: TermRow[] } {
  const before = Map.groupBy(stored, (row) => row.id);
  const gone: TermRow[] = [];
  const added: TermRow[] = [];
  for (const [id, terms] of next) {
    const own = new Map((before.get(id) ?? []).map((row) => [row.term, row]));
    for (const row of own.values()) if (terms.get(row.term) !== row.weight) gone.push(row);
    for (const [term, weight] of terms)
      if (own.get(term)?.weight !== weight) added.push({ id, term, weight });
  }
  return { gone, added };
}
