import type { MirrorContext } from './context.ts';
import { isRewriteDue, setNextRewrite } from './store/rewrite-time.ts';

/**
 * Writes the file of the copy anew once a week. SQLite overwrites a deleted record, but when it distributed the records of a full page
 * before, a copy of it can have stayed in unused space. Only a new file is free of it, and of what earlier versions of the mirror
 * deleted without overwriting it. A failure, such as a lack of space, is a warning.
 */
export async function rewriteIfDue({ store, warn }: MirrorContext): Promise<void> {
  if (!(await isRewriteDue(store.states))) return;
  let after: 'failure' | undefined;
  try {
    await store.rewrite();
  } catch (error) {
    after = 'failure';
    warn(
      `The file of the copy could not be rewritten, so parts of erased records may still be in it: ${(error as Error).message}. ` +
        'Make space for a second copy of the file, both beside it and in the directory for temporary files. The mirror tries again after a day.',
    );
  }
  await store.transaction(() => setNextRewrite(store.states, after));
}
