import { createHash, hkdfSync, randomUUID } from 'node:crypto';
import { requireOwnStore, type SealedBlob } from '../../../core/blobs/index.ts';
import { discardPendingBlobs, tryDiscardPendingBlobs } from '../../../core/blobs/pending.ts';
import { openText, sealText } from '../../../core/crypto/sealing.ts';
import type { Upload } from '../../../core/http/body-stream.ts';
import { type ReceivedFile, toUpload } from '../../../core/http/multipart.ts';
import type { Services } from '../../../core/services.ts';
import { MAXIMUM_FILES } from './form.ts';
import {
  deleteHeld,
  findHeld,
  findOutdated,
  type HeldRow,
  insertHeld,
  type NewHeldRow,
  type UploadField,
} from './queries.ts';
import { PortalUsage } from './usage.ts';

// Files of a form that was not accepted are kept for an hour, so that the visitor does not have to select them again. They
// belong to the token of the form: without it nobody can name them, and no page returns their contents to anyone.

/** Enough to detect the type of a file. */
const HEAD_BYTES = 4100;

/** A file that was received with an earlier submission of the same form. */
export interface HeldFile {
  id: string;
  field: UploadField;
  fileName: string;
  blob: SealedBlob;
}

export class HeldUploads {
  readonly #services: Services;
  readonly #usage: PortalUsage;

  constructor(services: Services) {
    this.#services = services;
    this.#usage = new PortalUsage(services);
  }

  async find(tenantId: number, token: string): Promise<HeldFile[]> {
    const rows = await findHeld(this.#services.database.tenant(tenantId), tenantId, hashToken(token));
    return rows.map((row) => ({ ...row, fileName: openName(tenantId, token, row) }));
  }

  /**
   * Keeps files, unless they exceed a limit, and returns them with those that were kept before. A file that was sent twice is
   * kept once. If there is a new CV, no other one is returned, also not one that was kept while this one was being read.
   */
  async hold(
    tenantId: number,
    token: string,
    address: string,
    files: readonly ReceivedFile[],
  ): Promise<HeldFile[]> {
    const cvs = files.filter(({ field }) => field === 'cv');
    const isReplaced = (known: HeldFile) =>
      known.field === 'cv' &&
      cvs.length > 0 &&
      !cvs.some(({ fileName, upload }) => isSameFile(known, 'cv', fileName, upload!));
    const held = (await this.find(tenantId, token)).filter((known) => !isReplaced(known));
    const added: (HeldFile & Pick<NewHeldRow, 'blob'>)[] = [];
    for (const { field: sentField, fileName, upload } of files) {
      if (held.length + added.length >= MAXIMUM_FILES) break;
      const field = toUploadField(sentField);
      const isKnown = [...held, ...added].some((known) => isSameFile(known, field, fileName, upload!));
      if (isKnown) continue;
      added.push({ id: randomUUID(), field, fileName, blob: upload!.result });
    }
    if (added.length > 0) {
      const bytes = added.reduce((sum, { blob }) => sum + blob.sizeBytes, 0);
      if (!(await this.#usage.countHeld(address, { uses: added.length, bytes }))) return held;
      const rows = added.map((file) => ({ ...file, sealedFileName: sealName(tenantId, token, file) }));
      const db = this.#services.database.tenant(tenantId);
      await insertHeld(db, tenantId, hashToken(token), rows);
    }
    return [...held, ...added];
  }

  /** Deletes files of a form, or all of them. */
  async release(tenantId: number, token: string, files?: readonly HeldFile[]): Promise<void> {
    const ids = files?.map(({ id }) => id);
    const db = this.#services.database.tenant(tenantId);
    const keys = await deleteHeld(db, tenantId, hashToken(token), ids);
    await tryDiscardPendingBlobs(this.#services, tenantId, keys);
  }

  /** Converts a kept file to one that was just received. */
  async toReceived({ field, fileName, blob }: HeldFile, tenantId: number): Promise<ReceivedFile> {
    const range = { start: 0, end: Math.min(HEAD_BYTES, blob.sizeBytes) - 1 };
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.#services.blobs.read(blob, { tenantId, range })) chunks.push(chunk);
    const result = this.#services.blobs.toFinished(blob, tenantId, Buffer.concat(chunks));
    return { field, fileName, upload: toUpload(field, 0, blob.sizeBytes, result) };
  }
}

// The names of files are sealed with a key that only the visitor has: the token, of which the database has a hash.

function sealName(tenantId: number, token: string, { fileName, blob }: HeldFile): string {
  return sealText(fileName, { masterKey: keyOf(token), purpose: purposeOf(tenantId, blob) });
}

function openName(tenantId: number, token: string, { sealedFileName, blob }: HeldRow): string {
  return openText(sealedFileName, { masterKey: keyOf(token), purpose: purposeOf(tenantId, blob) });
}

function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'stellwerk/held-file-name/v1', 32));
}

/** What the visitor wants to happen with the files that were kept. */
export interface HeldChoice {
  kept: HeldFile[];
  removed: HeldFile[];
  /** Whether the visitor wants to keep a file that is not there any more. */
  isMissingSome: boolean;
}

/**
 * Reads the visitor's choice. The form has a hidden field `held-ID` for each file that it shows, and a check box `keep-ID`. A
 * file that the form did not show is neither kept nor removed. A new CV replaces the previous one.
 */
export function readChoice(
  held: readonly HeldFile[],
  fields: ReadonlyMap<string, string>,
  hasNewCv: boolean,
): HeldChoice {
  const isKept = ({ id, field }: HeldFile) => fields.has(`keep-${id}`) && !(hasNewCv && field === 'cv');
  const wanted = [...fields.keys()].filter((name) => name.startsWith('keep-'));
  return {
    kept: held.filter(isKept),
    removed: held.filter((file) => fields.has(`held-${file.id}`) && !isKept(file)),
    isMissingSome: wanted.some((name) => !held.some(({ id }) => name === `keep-${id}`)),
  };
}

/**
 * Deletes the files that nobody sent in time, and returns their number. Throws StoreOwnershipError if the store belongs to another
 * installation.
 */
export async function sweepHeldUploads(services: Services, tenantId: number): Promise<number> {
  const db = services.database.tenant(tenantId);
  let count = 0;
  for (;;) {
    const outdated = await findOutdated(db, tenantId);
    if (outdated.length === 0) return count;
    if (count === 0) await requireOwnStore(services.database.system, services.blobs);
    for (const { tokenSha256, id } of outdated) {
      // If the process ends between the two, the sweep of orphaned blobs deletes the contents.
      const keys = await deleteHeld(db, tenantId, tokenSha256, [id]);
      await discardPendingBlobs(services, tenantId, keys);
    }
    count += outdated.length;
  }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(`portal-upload/${token}`).digest();
}

function toUploadField(field: string): UploadField {
  return field === 'cv' ? 'cv' : 'documents';
}

function isSameFile(held: HeldFile, field: UploadField, fileName: string, upload: Upload): boolean {
  return held.field === field && held.fileName === fileName && held.blob.sha256 === upload.result.sha256;
}

function purposeOf(tenantId: number, blob: SealedBlob): string {
  return `portal-upload/${tenantId}/${blob.key}`;
}
