import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { findDraft, keepDraft } from './drafts.ts';

// The key of each file that was sent and got no answer yet. It is a draft, so it survives a reload: the user may choose the same file
// again, and it must not be added a second time.

type Keys = Readonly<Record<string, string>>;

/** A file that is added to a record, and what is sent beside it. */
interface Upload {
  /** The part of the record that the file is added to, such as `candidate-7`. */
  to: string;
  file: File;
  options?: Readonly<Record<string, unknown>>;
}

const draftOf = (to: string) => `${to}-uploads`;
const findKeys = (to: string) => (findDraft(draftOf(to))?.value ?? {}) as Keys;

/** The same for a file that is chosen again, and another one if its contents or the options have changed. */
const identityOf = ({ file: { name, size, lastModified }, options = {} }: Upload): string =>
  JSON.stringify([name, size, lastModified, ...Object.values(options)]);

export function keyOf(upload: Upload): string {
  const keys = findKeys(upload.to);
  const identity = identityOf(upload);
  const key = keys[identity] ?? newIdempotencyKey();
  keepDraft(draftOf(upload.to), { ...keys, [identity]: key });
  return key;
}

/** The file is stored, or was refused: sent again, it is a new one. */
export function forgetKey(upload: Upload): void {
  const { [identityOf(upload)]: _, ...rest } = findKeys(upload.to);
  keepDraft(draftOf(upload.to), Object.keys(rest).length === 0 ? undefined : rest);
}
