import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import type { Settings } from '../config.ts';
import { isRoot } from '../core/db/embedded/account.ts';
import { ensureApplicationDatabase, findApplicationDatabase } from '../core/db/embedded/application.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../core/db/embedded/index.ts';
import { inspectDatabase } from '../core/db/migrate.ts';
import type { Services } from '../core/services.ts';
import { openServices, readMasterKey } from '../open-services.ts';
import { CommandError } from './command.ts';
import { toDatabaseFault } from './faults.ts';

export function embeddedDirectory(settings: Settings): string {
  return join(settings.dataDirectory, 'postgres');
}

/** Makes DATA_DIR. As root it may be passed through, since PostgreSQL runs under another account; secrets in it have mode 600. */
export async function makeDataDirectory(settings: Settings): Promise<void> {
  const { dataDirectory } = settings;
  try {
    const made = await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    if (made === undefined || !isRoot()) return;
    // Every level that was made, since the account has to get through all of them.
    for (let path = dataDirectory; path.length >= made.length; path = dirname(path)) await chmod(path, 0o711);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `DATA_DIR ${dataDirectory} cannot be made (${code}). Choose a directory this user may write to.`,
    );
  }
}

interface DatabaseServer {
  /** Of the role the service works with. */
  url: string;
  /** How it was reached. */
  kind: 'DATABASE_URL' | 'embedded, run by the service' | 'embedded, started for this command';
  close(): Promise<void>;
}

/**
 * The installation's database: the one of DATABASE_URL, the embedded one of the running service, or else the embedded
 * one started for the duration of the command, whose lock keeps a service from starting meanwhile. `mustOwn` refuses
 * the second, and takes over a server that a killed process has left.
 */
export async function openDatabaseServer(
  settings: Settings,
  { mayCreate = false, mustOwn = false } = {},
): Promise<DatabaseServer> {
  if (settings.databaseUrl !== undefined) {
    return { url: settings.databaseUrl, kind: 'DATABASE_URL', close: async () => {} };
  }
  const directory = embeddedDirectory(settings);
  const running = mustOwn ? undefined : await findRunningPostgres(directory);
  if (running !== undefined) {
    const url = await findApplicationDatabase(running, settings.dataDirectory);
    if (url === undefined) throw new CommandError('The service is just starting. Try again in a moment.');
    return { url, kind: 'embedded, run by the service', close: async () => {} };
  }
  if (!mayCreate && !(await exists(directory))) {
    throw new CommandError(
      `There is no installation in ${settings.dataDirectory}. Run "npm start" or "npx stellwerk migrate" first, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  await makeDataDirectory(settings);
  const embedded = await startEmbeddedPostgres({ directory });
  try {
    const url = await ensureApplicationDatabase(embedded.url, settings.dataDirectory);
    return { url, kind: 'embedded, started for this command', close: () => embedded.stop() };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** Does the work with the installation's services, at this version's migrations, and closes what it opened. */
export async function withServices<Result>(
  settings: Settings,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const server = await openDatabaseServer(settings);
  try {
    const state = await inspectDatabase(server.url).catch((error) => {
      throw toDatabaseFault(error, settings);
    });
    if (state.foreign.length > 0) {
      throw new CommandError(
        'The database was migrated by another version of Stellwerk: run the command of that version.',
      );
    }
    if (state.pending.length > 0) {
      throw new CommandError(
        'The database is not at this version: run "npx stellwerk migrate" or start the service.',
      );
    }
    const services = openServices({
      settings,
      log: pino({ level: 'silent' }),
      databaseUrl: server.url,
      databaseRole: state.role,
      masterKey: await readMasterKey(settings),
    });
    try {
      return await work(services);
    } finally {
      await services.database.close();
    }
  } finally {
    await server.close();
  }
}

/** Whether a master key is configured or lies in DATA_DIR; reading one that does not makes it. */
export async function hasMasterKey(settings: Settings): Promise<boolean> {
  return settings.masterKey !== undefined || exists(join(settings.dataDirectory, 'master.key'));
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
