import type { TenantDatabase } from '../../../core/db/connection.ts';
import { insertShownAccesses, type ShownDocument } from '../../documents/index.ts';
import type { Entries } from '../entries.ts';
import { findMatches } from '../excerpt.ts';
import { readTexts } from '../indexing/candidate-queries.ts';
import type { QueryWord } from '../query-words.ts';
import type { CandidateFilter } from './filters-sql.ts';
import { readCandidates } from './hit-queries.ts';
import { distanceFrom } from './rules.ts';

interface Found {
  words: readonly QueryWord[];
  entries: Pick<Entries, 'nameOf'>;
  filter: Pick<CandidateFilter, 'around'>;
  /** The user who searches. */
  userId: number;
  readsDocuments: boolean;
}

/**
 * The candidates of a page, as they are now, with the places where the words were found. Omits those that are gone. An excerpt of a
 * document is a read of its contents, and is recorded as one.
 */
export async function readHits(
  db: TenantDatabase,
  tenantId: number,
  ids: readonly number[],
  { words, entries, filter, userId, readsDocuments }: Found,
) {
  const [rows, texts] = await Promise.all([
    readCandidates(db, tenantId, ids),
    words.length === 0 ? undefined : readTexts(db, tenantId, ids),
  ]);
  const documents = new Map<number, ShownDocument>();
  const hits = ids.flatMap((id) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const { latitude: _, longitude: __, professionId, ...shown } = row;
    const own = (texts?.get(id) ?? []).filter(({ field }) => readsDocuments || field !== 'document');
    const findings = findMatches(words, own, entries.nameOf);
    for (const { documentId } of findings.map(({ text }) => text))
      if (documentId != null) documents.set(documentId, { documentId, candidateId: id });
    const matches = findings.map(({ match }) => match);
    const profession = professionId === null ? null : entries.nameOf('profession', professionId) || null;
    return [{ ...shown, profession, distanceKm: distanceFrom(filter.around?.center, row), matches }];
  });
  await insertShownAccesses(db, tenantId, { userId, kind: 'excerpt', shown: [...documents.values()] });
  return hits;
}
