import type { BlobStore } from '../core/blobs/index.ts';
import {
  type FaultReason,
  type Faults,
  MAXIMUM_FAULTS,
  TABLES_WITH_FILES,
} from '../core/document-files/index.ts';
import { toTable } from './command.ts';

const SHOWN = 20;

const REASONS: Record<FaultReason, string> = {
  missing: 'missing',
  damaged: 'damaged',
  tooShort: 'too short',
  tooLong: 'too long',
  altered: 'altered',
  key: 'not opened by its key',
  unreadable: 'cannot be read',
};

/** What to do about them if the store itself is right. */
export const PUT_BACK =
  'To get a file back, restore an older backup beside this installation, and copy the file from its store to the place above. Keep older backups until then. See "Missing and damaged documents" in docs/operations.md.';

/** A table with the first faults. */
export function describeFaults({ count, list }: Faults, store: Pick<BlobStore, 'locate'>): string[] {
  const shown = list.slice(0, SHOWN);
  return [
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
      ? [`And ${count - shown.length} more. With --json, up to ${MAXIMUM_FAULTS} are listed.`]
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
