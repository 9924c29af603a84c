import { findImported, findImportId } from '../../areas/candidates/index.ts';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { isStorable } from '../../core/http/text-faults.ts';
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

/** A spreadsheet shows a long number so, and saves what it shows. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d+$/i;

const NUMBER = /^0*([1-9]\d{0,14})$/;
const MOST_ZEROS = 12;

/** The ids that a spreadsheet would make the same number as this one. */
function otherZeros(id: string): string[] {
  const [, number] = NUMBER.exec(id) ?? [];
  if (number === undefined) return [];
  return Array.from({ length: MOST_ZEROS + 1 }, (_, zeros) => `${'0'.repeat(zeros)}${number}`).filter(
    (other) => other !== id,
  );
}

/** The candidate that a row is about, if there is one, or why the row is not imported. */
type Known =
  | { candidateId: number | undefined }
  | { outcome: 'skipped' | 'faulty'; candidateId?: number; message: RowMessage };

/** Finds the candidate by its own id, or else by that of the source system. */
export async function findKnown(
  { services, tenantId, mapping }: Context,
  { stellwerkId, candidate }: Draft,
  ids: RowIds,
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
  const known = await findImported(db, tenantId, [importExternalId!]);
  const fault =
    known === undefined ? await findSpreadsheetFault(db, tenantId, importExternalId!, ids) : undefined;
  if (fault !== undefined) {
    const property = 'importExternalId';
    return { outcome: 'faulty', message: { property, message: `${mapping.columnOf(property)} ${fault}` } };
  }
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

/** What a spreadsheet has done to an id that no candidate has. The row would create somebody again. */
async function findSpreadsheetFault(
  db: TenantDatabase,
  tenantId: number,
  id: string,
  ids: RowIds,
): Promise<string | undefined> {
  if (SHORTENED.test(id))
    return 'has a number that a spreadsheet has shortened, such as 1,23E+11, so its digits are lost. Give the column the format of text or of whole numbers, and save the file again.';
  const others = otherZeros(id);
  // A file that has both ids distinguishes them.
  if (others.length === 0 || others.some((other) => ids.has(other))) return undefined;
  const found = await findImported(db, tenantId, others);
  if (found === undefined) return undefined;
  const whose = found.candidateId === null ? 'a candidate who was erased' : `candidate ${found.candidateId}`;
  return `differs from the id of ${whose} only in zeros at its beginning, which spreadsheets leave out. Correct it. If the row is about somebody else, give it another id.`;
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
  readonly #lineOfCandidate = new Map<number, number>();

  /** Whether an earlier row has this id of the source system. */
  has(importExternalId: string): boolean {
    return this.#lineOfId.has(`importExternalId ${importExternalId}`);
  }

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
    if (!isStorable(ids.importExternalId ?? '')) {
      const property = 'importExternalId';
      return { property, message: `${mapping.columnOf(property)} must not contain U+0000.` };
    }
    for (const [property, id] of given) {
      const known = this.#lineOfId.get(`${property} ${id}`);
      if (known !== undefined)
        return { property, message: `${mapping.columnOf(property)} has the same id as line ${known}.` };
    }
    for (const [property, id] of given) this.#lineOfId.set(`${property} ${id}`, line);
    return undefined;
  }

  /**
   * The fault of a row that changes the same candidate as another one. Their ids do not show it: one row can have the id of the candidate
   * here, and the other one that of the source system.
   */
  findConflict(
    { line }: Row,
    { stellwerkId }: Draft,
    candidateId: number | undefined,
    mapping: Mapping,
  ): RowMessage | undefined {
    if (candidateId === undefined) return undefined;
    const known = this.#lineOfCandidate.get(candidateId) ?? line;
    if (known === line) {
      this.#lineOfCandidate.set(candidateId, line);
      return undefined;
    }
    const property = stellwerkId === undefined ? 'importExternalId' : 'stellwerkId';
    const message = `${mapping.columnOf(property)} is the id of the same candidate as in line ${known}. Put the values of both rows into one.`;
    return { property, message };
  }
}
