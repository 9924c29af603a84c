import type { BlobStore } from '../core/blobs/index.ts';
import { type FaultReason, type Faults, TABLES_WITH_FILES } from '../core/document-files/index.ts';
import { toTable } from './command.ts';

const SHOWN = 100;

const REASONS: Record<FaultReason, string> = {
  missing: 'missing',
  tooShort: 'too short',
  tooLong: 'too long',
  altered: 'altered',
  key: 'not opened by its key',
  unreadable: 'cannot be read',
};

/** A table with the first faults. */
export function describeFaults({ count, list }: Faults, store: Pick<BlobStore, 'locate'>): string[] {
  const shown = list.slice(0, SHOWN);
  return [
    `MISSING OR DAMAGED: ${formatCount(count, 'file')}.`,
    toTable(
      ['TENANT', 'RECORD', 'CANDIDATE', 'REASON', 'FILE'],
      shown.map(({ tenant, table, id, candidateId, reason, key }) => [
        tenant,
        nameOf(table, id),
        candidateId === null ? '-' : String(candidateId),
        REASONS[reason],
        store.locate(key),
      ]),
    ),
    ...(count > shown.length
      ? [`And ${count - shown.length} more. With --json, up to 1000 are listed.`]
      : []),
  ];
}

/** The form of --json. */
export function listFaults({ count, list }: Faults, store: Pick<BlobStore, 'locate'>) {
  return {
    faulty: count,
    faults: list.map(({ table, key, ...fault }) => ({
      ...fault,
      kind: TABLES_WITH_FILES[table].noun,
      key,
      file: store.locate(key),
    })),
  };
}

/** A candidate has one picture, which has no id. */
function nameOf(table: keyof typeof TABLES_WITH_FILES, id: number | string): string {
  const { noun } = TABLES_WITH_FILES[table];
  return table === 'candidate_picture' ? noun : `${noun} ${id}`;
}

export function formatCount(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
