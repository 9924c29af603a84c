import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type Match, scoreOf } from '../duplicates/rules.ts';
import { MATCHES } from '../duplicates/schema.ts';
import { type FoundPair, findPairs } from './find-queries.ts';
import {
  deletePairs,
  deletePairsOf,
  holdCandidates,
  type PairRow,
  readPairsOf,
  writePairs,
} from './kept-queries.ts';

/**
 * Brings the pairs of these candidates up to date. The caller holds the candidates. Returns those that have to be looked at again, because a
 * running transaction has locked a candidate of one of their pairs: this waits for nobody.
 */
export async function keepPairs(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const own = new Set(ids);
  const found = withRules(await findPairs(db, tenantId, ids));
  const held = new Set(await holdCandidates(db, tenantId, [...new Set(found.flatMap(idsOf))]));
  const isHeld = (pair: PairRow) => idsOf(pair).every((id) => held.has(id));
  const later = new Set(found.filter((pair) => !isHeld(pair)).flatMap(idsOf));
  const stored = new Map((await readPairsOf(db, tenantId, ids)).map((pair) => [keyOf(pair), pair]));
  const current = new Set(found.map(keyOf));
  // A dismissed pair stays, so that it is still dismissed if the value comes back.
  const gone = [...stored.values()].filter((pair) => !current.has(keyOf(pair)) && !pair.isDismissed);
  const changed = found.filter((pair) => isHeld(pair) && !isSame(pair, stored.get(keyOf(pair))));
  await deletePairs(db, tenantId, gone);
  await writePairs(db, tenantId, changed);
  return [...later].filter((id) => own.has(id));
}

/** Deletes the pairs of candidates that the platform does not show. */
export async function removePairs(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await deletePairsOf(db, tenantId, ids);
}

/** The pairs, each once: both of its candidates can be among those that were looked up. */
function withRules(found: readonly FoundPair[]): PairRow[] {
  const pairs = new Map<string, PairRow>();
  for (const { firstId, secondId, matchedOn: rules, differsIn } of found) {
    const known = pairs.get(keyOf({ firstId, secondId }))?.matchedOn ?? [];
    const matchedOn = MATCHES.filter((match: Match) => rules.includes(match) || known.includes(match));
    pairs.set(keyOf({ firstId, secondId }), {
      firstId,
      secondId,
      matchedOn,
      score: Math.round(scoreOf(matchedOn, differsIn) * 100),
    });
  }
  return [...pairs.values()];
}

const idsOf = ({ firstId, secondId }: { firstId: number; secondId: number }) => [firstId, secondId];
const keyOf = (pair: { firstId: number; secondId: number }) => idsOf(pair).join();

function isSame(pair: PairRow, stored: PairRow | undefined): boolean {
  return (
    stored !== undefined && stored.score === pair.score && stored.matchedOn.join() === pair.matchedOn.join()
  );
}
