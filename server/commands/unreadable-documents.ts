import type { BlobProblem, UnreadableDocument } from '../core/backup/index.ts';

const SHOWN = 10;

/** What to do about a document whose contents nobody can read. */
export const PUT_BACK =
  'Older backups may have these files, so keep them. "Missing and damaged documents" in docs/operations.md says how to put a file back.';

/** Lines with what a person needs to find the records and the files: some of them, and how many more there are. */
export function listUnreadable(
  documents: readonly UnreadableDocument[],
  problem: BlobProblem,
  count: number,
): string[] {
  const shown = documents.filter((document) => document.problem === problem).slice(0, SHOWN);
  const lines = shown.map(({ tenant, kind, id, candidateId, file }) => {
    const record = id === null ? kind : `${kind} ${id}`;
    return `  ${tenant}: ${record} of candidate ${candidateId} (${file})`;
  });
  if (count > shown.length) lines.push(`  … and ${count - shown.length} more, which --json lists`);
  return lines;
}

export function countDocuments(number: number): string {
  return `${number} document file${number === 1 ? '' : 's'}`;
}
