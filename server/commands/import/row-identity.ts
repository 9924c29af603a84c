import { findImported, findImportId } from '../../areas/candidates/index.ts';
import type { Services } from '../../core/services.ts';
import { isRecordId } from '../record-id.ts';
import type { Draft, RowMessage } from './draft.ts';
import type { Mapping } from './mapping.ts';
import type { Row } from './table.ts';

interface Context {
  services: Services;
  tenantId: number;
  mapping: Mapping;
}

/** The candidate that a row is about, if there is one, or why the row is not imported. */
type Known =
  | { candidateId: number | undefined }
  | { outcome: 'skipped' | 'faulty'; candidateId?: number; message: RowMessage };

/** Finds the candidate by its own id, or else by that of the source system. */
export async function findKnown(
  { services, tenantId, mapping }: Context,
  { stellwerkId, candidate }: Draft,
): Promise<Known> {
  const db = services.database.tenant(tenantId);
  const importExternalId = candidate.importExternalId as string | undefined;
  if (stellwerkId !== undefined) {
    const stored = isRecordId(String(stellwerkId))
      ? await findImportId(db, tenantId, stellwerkId)
      : undefined;
    const message = faultOf(stored, importExternalId, mapping);
    return message === undefined ? { candidateId: stellwerkId } : { outcome: 'faulty', message };
  }
  const known = await findImported(db, tenantId, importExternalId!);
  if (!known?.isRetired) return { candidateId: known?.candidateId ?? undefined };
  // A file that is older than an erasure or a merge must not undo it.
  const { candidateId } = known;
  const property = 'importExternalId';
  const column = mapping.columnOf(property)!;
  const message =
    candidateId === null
      ? `${column} is the id of a candidate who was erased. Delete the row. If it is about somebody else, give it another id.`
      : `${column} is the id of a candidate who was merged into candidate ${candidateId}. The row changes nothing there.`;
  return {
    outcome: 'skipped',
    ...(candidateId === null ? {} : { candidateId }),
    message: { property, message },
  };
}

function faultOf(
  stored: { importExternalId: string | null } | undefined,
  importExternalId: string | undefined,
  mapping: Mapping,
): RowMessage | undefined {
  if (stored === undefined) {
    const property = 'stellwerkId';
    const message = `${mapping.columnOf(property)} must be the id of a candidate. There is none with it: the candidate was erased or merged, or the file is from another tenant. Delete the row, or empty the cell to import a new candidate.`;
    return { property, message };
  }
  // Spreadsheets make 12 of 0012. Changing the id would make the next import of the source create the candidate again.
  const isOther =
    importExternalId !== undefined &&
    stored.importExternalId !== null &&
    stored.importExternalId !== importExternalId;
  if (!isOther) return undefined;
  const property = 'importExternalId';
  const message = `${mapping.columnOf(property)} must have the id that the candidate has. Spreadsheets leave out zeros at the beginning. Correct it, or empty the cell to keep what is stored.`;
  return { property, message };
}

/** The ids of the rows so far. */
export class RowIds {
  readonly #lineOfId = new Map<string, number>();

  /** The fault of a row that has no id, or one of an earlier row. */
  findFault(
    { line }: Row,
    { stellwerkId, candidate, faults }: Draft,
    mapping: Mapping,
  ): RowMessage | undefined {
    const ids = { stellwerkId, importExternalId: candidate.importExternalId as string | undefined };
    const given = Object.entries(ids).filter(([, id]) => id !== undefined);
    if (given.length === 0) {
      const unread = faults.find((fault) => fault.property in ids);
      if (unread !== undefined) return unread;
      const property =
        mapping.columnOf('importExternalId') === undefined ? 'stellwerkId' : 'importExternalId';
      const message = `${mapping.columnOf(property)} must not be empty. The id tells the next run that this row has been imported.`;
      return { property, message };
    }
    for (const [property, id] of given) {
      const known = this.#lineOfId.get(`${property} ${id}`);
      if (known !== undefined)
        return { property, message: `${mapping.columnOf(property)} has the same id as line ${known}.` };
    }
    for (const [property, id] of given) this.#lineOfId.set(`${property} ${id}`, line);
    return undefined;
  }
}
