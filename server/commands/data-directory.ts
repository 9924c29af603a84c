import { access, chmod, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Settings } from '../config.ts';
import { isRoot } from '../core/db/embedded/account.ts';
import { hasApplicationDatabase } from '../core/db/embedded/application.ts';
import {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from '../core/db/embedded/index.ts';
import { makeDirectories } from '../core/files/durable-directory.ts';
import { exists } from '../core/files/exists.ts';
import { explainFileError } from '../core/files/file-error.ts';

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
    const created = await makeDirectories(dataDirectory, 0o700);
    await access(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
    if (created === undefined || !isRoot()) return;
    // Every directory that was created, because PostgreSQL's account must pass through all of them.
    for (let path = dataDirectory; path.length >= created.length; path = dirname(path))
      await chmod(path, 0o711);
  } catch (error) {
    throw explainFileError(error, { path: dataDirectory, what: 'the directory', setting: 'DATA_DIR' });
  }
}

/**
 * Whether an installation has been here, so that a missing database is a loss. A start writes the id of the document store after it
 * has created the database, or used that of DATABASE_URL.
 */
export async function hasHadDatabase({ dataDirectory }: Settings): Promise<boolean> {
  return (
    (await hasApplicationDatabase(dataDirectory)) ||
    (await exists(join(dataDirectory, 'blobs', 'installation-id')))
  );
}

/**
 * Starts the embedded database. What the system refuses is explained. Once it has been created, a missing one is a loss, unless
 * `mustExist` is false.
 */
export async function startDatabase(
  settings: Settings,
  options: Omit<Parameters<typeof startEmbeddedPostgres>[0], 'directory'> = {},
): Promise<EmbeddedPostgres> {
  const directory = embeddedDirectory(settings);
  try {
    const mustExist = options.mustExist ?? (await hasHadDatabase(settings));
    return await startEmbeddedPostgres({ ...options, mustExist, directory });
  } catch (error) {
    return explain(error, directory);
  }
}

/** The URL of the embedded database, if it runs. What the system refuses is explained. */
export async function findRunningDatabase(settings: Settings): Promise<string | undefined> {
  const directory = embeddedDirectory(settings);
  return findRunningPostgres(directory).catch((error) => explain(error, directory));
}

function explain(error: unknown, directory: string): never {
  throw explainFileError(error, { path: directory, what: 'the database', setting: 'DATA_DIR' });
}
