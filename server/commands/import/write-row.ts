import { lockCandidateRow, toCanonicalEmail } from '../../areas/candidates/index.ts';
import { lockNewEntryNames } from '../../areas/masterdata/index.ts';
import type { TenantDatabase } from '../../core/db/connection.ts';
import { isStorageFull, isUnavailable } from '../../core/db/faults.ts';
import { runTransaction } from '../../core/db/transaction.ts';
import { ApiError, type Fault, type PreparedCall } from '../../core/http/index.ts';
import type { Services } from '../../core/services.ts';
import { isStoreAway } from '../../core/store-away.ts';
import { callOperation, prepareOperation, withNames } from '../operations.ts';
import type { DocumentFolder } from './document-folder.ts';
import { hashFile, uploadBody } from './documents.ts';
import { type Draft, type RowMessage, toDraft } from './draft.ts';
import type { Mapping } from './mapping.ts';
import type { Names } from './names.ts';
import {
  type ApplicationDefaults,
  findUnusedProperties,
  type PlannedCall,
  planCalls,
  type StoredCandidate,
} from './plan.ts';
import { findCellFault, remarkMissingCells } from './row-cells.ts';
import { describeRowError } from './row-error.ts';
import { findKnown, RowIds } from './row-identity.ts';
import type { Row } from './table.ts';

export const OUTCOMES = ['created', 'updated', 'unchanged', 'skipped', 'duplicate', 'faulty'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface RowResult {
  line: number;
  outcome: Outcome;
  candidateId?: number | undefined;
  /** Whether the row was imported and the folder of CVs has no file for it. */
  lacksDocument?: boolean;
  messages: readonly RowMessage[];
}

export interface ImportOptions {
  services: Services;
  tenantId: number;
  /** Headings of the columns. Empty for a column without one. */
  header: readonly string[];
  mapping: Mapping;
  names: Names;
  /** That of times without one. */
  timeZone: string;
  countryId: number;
  application: ApplicationDefaults | undefined;
  folder: DocumentFolder | undefined;
  parsesCvs: boolean;
  updates: boolean;
  skipsDuplicates: boolean;
  isDryRun: boolean;
}

const MAXIMUM_NAMED_DUPLICATES = 5;
const NO_DOCUMENT: RowMessage = {
  property: 'document',
  message: 'The folder of --documents has no file for this row.',
};

const MAXIMUM_ATTEMPTS = 3;

/** Ends the transaction of a row in a dry run. */
class DryRunEnd extends Error {}

/** The candidate has changed since the row was compared with it. */
class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
}

/**
 * Imports rows, several at a time. A row is one transaction, so that a row whose id exists is complete. A dry run does the same
 * and rolls it back, so it has the same faults. The ids of all rows stay in memory, nothing else of a row does.
 */
export class RowWriter {
  readonly #options: ImportOptions;
  readonly #ids = new RowIds();
  /** Mailboxes of rows in flight. Two rows with the same mailbox wait for each other, so that the second finds the first. */
  readonly #inFlight = new Map<string, Promise<void>>();
  /** Lines by the mailboxes that a dry run would have created. */
  readonly #lineOfMailbox = new Map<string, number>();

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  /** Call it in the order of the file. Rejects only if no other row could be written either. */
  async write(row: Row): Promise<RowResult> {
    const result = await this.#writeRow(row);
    const message = result.outcome === 'skipped' ? undefined : remarkMissingCells(row, this.#options.header);
    return message === undefined
      ? result
      : { ...result, messages: [...result.messages, { property: '', message }] };
  }

  async #writeRow(row: Row): Promise<RowResult> {
    const draft = toDraft(row, this.#options);
    const fault = this.#rowFault(row, draft);
    if (fault !== undefined) return faulty(row, [fault]);
    const { email } = (draft.candidate.contact ?? {}) as { email?: string };
    const mailbox = email?.includes('@') ? toCanonicalEmail(email) : undefined;
    const release = await this.#reserve(mailbox);
    try {
      return await this.#writeDraft(row, draft, mailbox);
    } catch (error) {
      if (isUnavailable(error) || isStoreAway(error) || isStorageFull(error)) throw error;
      return faulty(row, [{ property: '', message: describeRowError(error) }]);
    } finally {
      release();
    }
  }

  /** A fault of the row as a whole, or of its id. */
  #rowFault(row: Row, draft: Draft): RowMessage | undefined {
    const { header, mapping } = this.#options;
    const wrong = findCellFault(row, header);
    if (wrong !== undefined) return { property: '', message: wrong };
    return this.#ids.findFault(row, draft, mapping);
  }

  /** Waits for the earlier rows with this mailbox. Returns the function that lets the later ones go on. */
  async #reserve(mailbox: string | undefined): Promise<() => void> {
    if (mailbox === undefined) return () => {};
    const before = this.#inFlight.get(mailbox);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#inFlight.set(mailbox, promise);
    await before;
    return () => {
      if (this.#inFlight.get(mailbox) === promise) this.#inFlight.delete(mailbox);
      resolve();
    };
  }

  /**
   * Another import of the file can create the candidate at the same time, and others can change it. This row then finds that in another
   * attempt.
   */
  async #writeDraft(row: Row, draft: Draft, mailbox: string | undefined): Promise<RowResult> {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await this.#attempt(row, draft, mailbox);
        const isTaken =
          result.outcome === 'faulty' &&
          result.messages.some(({ property }) => property === 'importExternalId');
        if (!isTaken || attempt > 1) return result;
      } catch (error) {
        if (!(error instanceof ChangedMeanwhileError) || attempt === MAXIMUM_ATTEMPTS) throw error;
      }
    }
  }

  async #attempt(row: Row, draft: Draft, mailbox: string | undefined): Promise<RowResult> {
    const { updates, skipsDuplicates, isDryRun } = this.#options;
    const { line } = row;
    const importExternalId = draft.candidate.importExternalId as string | undefined;
    const known = await findKnown(this.#options, draft, this.#ids);
    if ('message' in known) {
      const { message, ...result } = known;
      return { line, ...result, messages: [message] };
    }
    const storedId = known.candidateId;
    if (storedId !== undefined && !updates)
      return { line, outcome: 'skipped', candidateId: storedId, messages: [] };
    const conflict = this.#ids.findConflict(row, draft, storedId, this.#options.mapping);
    if (conflict !== undefined) return faulty(row, [conflict]);
    const stored = storedId === undefined ? undefined : await this.#readCandidate(storedId);
    const document = await this.#findDocument(draft, importExternalId, stored);
    const lacksDocument = document === 'none';
    const prepared = await Promise.all(
      planCalls(draft, stored, this.#options).map((planned) => this.#prepare(planned)),
    );
    const messages = [
      ...draft.faults,
      ...(typeof document === 'object' && 'fault' in document ? [document.fault] : []),
      ...prepared.flatMap(({ call, planned }) => this.#toMessages(call.faults, planned)),
    ].filter(isFirstOfProperty);
    if (messages.length > 0) return faulty(row, messages);
    const duplicate = stored === undefined ? await this.#findDuplicate(mailbox, draft) : undefined;
    if (duplicate !== undefined && skipsDuplicates)
      return { line, outcome: 'duplicate', messages: [duplicate] };
    const path = typeof document === 'object' && 'path' in document ? document.path : undefined;
    const result = await this.#store(row, prepared, { stored, path, qualifications: draft.qualifications });
    if (isDryRun && mailbox !== undefined && result.outcome === 'created')
      this.#lineOfMailbox.set(mailbox, line);
    if (result.outcome === 'faulty') return result;
    const remarks = [
      ...(duplicate === undefined ? [] : [duplicate]),
      ...(lacksDocument ? [NO_DOCUMENT] : []),
      ...(stored === undefined ? [] : this.#remarkUnused(findUnusedProperties(draft, stored))),
    ];
    return { ...result, lacksDocument, messages: [...result.messages, ...remarks] };
  }

  #remarkUnused(paths: readonly string[]): RowMessage[] {
    return paths.map((property) => ({
      property,
      message: `${this.#options.mapping.columnOf(property)} has a value that no application of the candidate has. An import does not change applications that exist.`,
    }));
  }

  async #prepare(planned: PlannedCall): Promise<{ planned: PlannedCall; call: PreparedCall }> {
    const { services, tenantId } = this.#options;
    const { operation, params, body } = planned;
    return { planned, call: await prepareOperation(services, operation, { tenantId, params, body }) };
  }

  /** Runs the operations of a row in one transaction. The file is stored before it begins. */
  async #store(
    { line }: Row,
    calls: readonly { planned: PlannedCall; call: PreparedCall }[],
    {
      stored,
      path,
      qualifications,
    }: { stored: StoredCandidate | undefined; path: string | undefined; qualifications: readonly string[] },
  ): Promise<RowResult> {
    const { services, tenantId, isDryRun } = this.#options;
    const upload = path === undefined || isDryRun ? undefined : await this.#prepareUpload(path);
    if (upload !== undefined && upload.faults.length > 0) {
      await upload.discard();
      return faulty({ line }, this.#toMessages(upload.faults, undefined));
    }
    let running: PlannedCall | undefined;
    let candidateId = stored?.id;
    let hasChanged = path !== undefined;
    let isInDoubt = false;
    try {
      await runTransaction(services.database.tenant(tenantId), async (db) => {
        candidateId = stored?.id;
        const before = stored === undefined ? undefined : await this.#lockCandidate(stored.id, db);
        if (JSON.stringify(before) !== JSON.stringify(stored)) throw new ChangedMeanwhileError();
        // Together: in the order of the cells, two rows with the same new names would wait for each other.
        if (qualifications.length > 1)
          await lockNewEntryNames(db, tenantId, 'qualifications', qualifications);
        for (const { planned, call } of calls) {
          running = planned;
          const params = { ...planned.params, id: candidateId, candidateId };
          const result = (await call.run({ db, params })) as { id: number } | undefined;
          candidateId ??= result!.id;
        }
        running = undefined;
        await upload?.run({ db, params: { candidateId } });
        if (stored !== undefined && path === undefined) {
          hasChanged = JSON.stringify(await this.#readCandidate(stored.id, db)) !== JSON.stringify(before);
        }
        if (isDryRun) throw new DryRunEnd();
      });
    } catch (error) {
      // The transaction can be committed although its connection broke, also later. Its file is then left to the sweep.
      isInDoubt = isUnavailable(error);
      const faults = error instanceof ApiError ? error.faults : [];
      if (faults.length > 0) return faulty({ line }, this.#toMessages(faults, running));
      if (!(error instanceof DryRunEnd)) throw error;
    } finally {
      if (!isInDoubt) await upload?.discard();
    }
    if (stored !== undefined) {
      return { line, outcome: hasChanged ? 'updated' : 'unchanged', candidateId, messages: [] };
    }
    return { line, outcome: 'created', candidateId: isDryRun ? undefined : candidateId, messages: [] };
  }

  async #prepareUpload(path: string): Promise<PreparedCall> {
    const { services, tenantId, parsesCvs } = this.#options;
    return prepareOperation(services, 'document_uploadCv', {
      tenantId,
      bodyStream: uploadBody(path, parsesCvs),
    });
  }

  /** The CV of the row, or 'none'. Undefined without a folder, or if the candidate has it already. */
  async #findDocument(
    draft: Draft,
    importExternalId: string | undefined,
    stored: StoredCandidate | undefined,
  ): Promise<{ path: string } | { fault: RowMessage } | 'none' | undefined> {
    const { folder, mapping } = this.#options;
    if (folder === undefined) return undefined;
    const found = await folder.find(draft.document, importExternalId);
    if (found === undefined) return 'none';
    if ('fault' in found) {
      const column = mapping.columnOf(draft.document === undefined ? 'importExternalId' : 'document');
      return { fault: { property: 'document', message: `${column} ${found.fault}` } };
    }
    if (stored !== undefined && stored.documents.length > 0) {
      const sha256 = await hashFile(found.path);
      if (stored.documents.some((document) => document.sha256 === sha256)) return undefined;
    }
    return found;
  }

  async #readCandidate(id: number, db?: TenantDatabase): Promise<StoredCandidate> {
    const { services, tenantId } = this.#options;
    return callOperation<StoredCandidate>(
      services,
      'candidate_get',
      { tenantId, params: { candidateId: id } },
      db,
    );
  }

  /** Locks the candidate, so that a difference to its state after the row comes from the row, and not from a CV parser. */
  async #lockCandidate(id: number, db: TenantDatabase): Promise<StoredCandidate> {
    await lockCandidateRow(db, this.#options.tenantId, id);
    return this.#readCandidate(id, db);
  }

  /** Says which candidates, or which line of a dry run, have the same mailbox. */
  async #findDuplicate(mailbox: string | undefined, { candidate }: Draft): Promise<RowMessage | undefined> {
    if (mailbox === undefined) return undefined;
    const { services, tenantId, mapping } = this.#options;
    const property = 'contact.email';
    const column = mapping.columnOf(property);
    const line = this.#lineOfMailbox.get(mailbox);
    if (line !== undefined) return { property, message: `${column} has the same mailbox as line ${line}.` };
    const { email } = candidate.contact as { email: string };
    const { duplicates } = await callOperation<{ duplicates: { id: number; matchedOn: string[] }[] }>(
      services,
      'candidate_findDuplicates',
      { tenantId, query: { email } },
    );
    const ids = duplicates
      .filter(({ matchedOn }) => matchedOn.includes('email') || matchedOn.includes('emailCanonical'))
      .map(({ id }) => id)
      .slice(0, MAXIMUM_NAMED_DUPLICATES);
    if (ids.length === 0) return undefined;
    return { property, message: `${column} has the same mailbox as candidate ${ids.join(', ')}.` };
  }

  #toMessages(faults: readonly Fault[], planned: PlannedCall | undefined): RowMessage[] {
    const { mapping } = this.#options;
    return faults.map(({ property, message }) => {
      const path = planned?.pathOf(property) ?? 'document';
      const column = mapping.columnOf(path);
      return {
        property: path,
        message: column === undefined ? message : withNames(message, { [property]: column }),
      };
    });
  }
}

function faulty({ line }: { line: number }, messages: readonly RowMessage[]): RowResult {
  return { line, outcome: 'faulty', messages };
}

/** A value that cannot be read is missing in the body, which must not be a second fault. */
function isFirstOfProperty({ property }: RowMessage, index: number, all: readonly RowMessage[]): boolean {
  return all.findIndex((other) => other.property === property) === index;
}
