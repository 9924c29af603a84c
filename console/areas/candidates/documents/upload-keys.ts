import { newIdempotencyKey } from '../../../core/api/idempotency-key.ts';
import { findDraft, keepDraft } from '../../../core/drafts/drafts.ts';

// The key of each file that was sent and got no answer yet. It is a draft, so it survives a reload: the user may choose the same file
// again, and it must not become a second document.

export interface UploadOptions {
  category: string;
  shouldParseCV: boolean;
}

type Keys = Readonly<Record<string, string>>;

const draftOf = (candidateId: number) => `candidate-${candidateId}-uploads`;
const findKeys = (candidateId: number) => (findDraft(draftOf(candidateId))?.value ?? {}) as Keys;

/** The same for a file that is chosen again, and another one if its contents or the options have changed. */
const identityOf = ({ name, size, lastModified }: File, { category, shouldParseCV }: UploadOptions): string =>
  JSON.stringify([name, size, lastModified, category, shouldParseCV]);

export function keyOf(candidateId: number, file: File, options: UploadOptions): string {
  const keys = findKeys(candidateId);
  const identity = identityOf(file, options);
  const key = keys[identity] ?? newIdempotencyKey();
  keepDraft(draftOf(candidateId), { ...keys, [identity]: key });
  return key;
}

/** The file is stored, or was refused: sent again, it is a new one. */
export function forgetKey(candidateId: number, file: File, options: UploadOptions): void {
  const { [identityOf(file, options)]: _, ...rest } = findKeys(candidateId);
  keepDraft(draftOf(candidateId), Object.keys(rest).length === 0 ? undefined : rest);
}
