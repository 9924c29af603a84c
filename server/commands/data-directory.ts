import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Settings } from '../config.ts';
import { isRoot } from '../core/db/embedded/account.ts';
import { CommandError } from './command.ts';

export function embeddedDirectory(settings: Settings): string {
  return join(settings.dataDirectory, 'postgres');
}

/**
 * Creates DATA_DIR. If the user is root, other accounts can pass through it, because PostgreSQL runs under another account.
 * Secrets in it have mode 600.
 */
export async function createDataDirectory(settings: Settings): Promise<void> {
  const { dataDirectory } = settings;
  try {
    const created = await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    if (created === undefined || !isRoot()) return;
    // Every directory that was created, because PostgreSQL's account must pass through all of them.
    for (let path = dataDirectory; path.length >= created.length; path = dirname(path))
      await chmod(path, 0o711);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `DATA_DIR ${dataDirectory} cannot be created (${code}). Choose a directory that this user can write to.`,
    );
  }
}
