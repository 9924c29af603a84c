import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { isFile } from './check-contents.ts';
import { contentFile, contentFiles } from './contents-directory.ts';
import { TargetError } from './database/database.ts';
import { withoutCredentials } from './status.ts';
import type { Store } from './store/store.ts';

interface Claim {
  target: string;
  /** The directory that the caller named. It exists. */
  documents?: string | undefined;
  adoptDocuments?: boolean | undefined;
}

/**
 * The directory that keeps the contents of this copy: the one that the copy remembers, whether or not the caller names it.
 * Throws a TargetError for another one, because erased documents would stay in the first. Undefined if the copy keeps
 * no contents.
 */
export async function claimDirectory(store: Store, claim: Claim): Promise<string | undefined> {
  const remembered = await store.states.get('documents');
  if (claim.documents === undefined) {
    if (remembered !== undefined) await requireDirectory(remembered, claim.target);
    return remembered;
  }
  // Relative paths and links can lead to another directory the next time.
  const directory = await realpath(claim.documents);
  if (directory === remembered) return directory;
  const mirror = `The mirror at ${withoutCredentials(claim.target)}`;
  if (!claim.adoptDocuments) {
    if (remembered !== undefined)
      throw new TargetError(
        `${mirror} keeps the contents of documents in ${remembered}, not in ${directory}. Set --documents to ${remembered}. ` +
          `If you have moved its files to ${directory}, or deleted them, add --adopt-documents.`,
      );
    await rejectForeign(store, directory, mirror);
  } else if (remembered !== undefined && (await holdsContents(remembered)))
    throw new TargetError(
      `${mirror} keeps the contents of documents in ${remembered}, and there are still files. The mirror would no longer delete ` +
        `those of erased documents. Move them to ${directory}, or delete them, and start again with --adopt-documents.`,
    );
  await store.transaction(() => store.states.set('documents', directory));
  return directory;
}

/** Whether an earlier version has kept contents in a directory that it did not remember. */
export async function hasUnclaimedContents(store: Store): Promise<boolean> {
  if ((await store.states.get('documents')) !== undefined) return false;
  for await (const _ of store.contents.pages(1)) return true;
  return false;
}

/** The mirror deletes what is named like a document, so a directory that something else uses must not become its own. */
async function rejectForeign(store: Store, directory: string, mirror: string): Promise<void> {
  let hasContents = false;
  for await (const page of store.contents.pages())
    for (const { id } of page) {
      if (await isFile(contentFile(directory, id))) return;
      hasContents = true;
    }
  if (hasContents)
    throw new TargetError(
      `${mirror} has fetched contents of documents, but ${directory} has none of them. Set --documents to the directory that it ` +
        'used before. If its files are deleted, add --adopt-documents.',
    );
  if (await holdsContents(directory))
    throw new TargetError(
      `--documents: ${directory} has files that are named by numbers like documents, but they are not from ${mirror.replace('The', 'the')}. ` +
        'Set --documents to an empty directory. To use these files and let the mirror delete those of no document, add --adopt-documents.',
    );
}

async function holdsContents(directory: string): Promise<boolean> {
  try {
    for await (const _ of contentFiles(directory)) return true;
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw new TargetError(
      `The directory ${directory}, which has the contents of documents, cannot be read (${code}). Change its owner or mode, and start again.`,
    );
  }
}

async function requireDirectory(directory: string, target: string): Promise<void> {
  try {
    await access(directory, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new TargetError(
      `The mirror at ${withoutCredentials(target)} keeps the contents of documents in ${directory}, which cannot be used (${code}). ` +
        'Make it available, because erased documents must be deleted there. If it was moved or deleted, set --documents to another ' +
        'directory and add --adopt-documents.',
    );
  }
}
