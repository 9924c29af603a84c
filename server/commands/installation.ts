import { pino } from 'pino';
import { isSet, type Settings } from '../config.ts';
import { runAs } from '../core/actor.ts';
import { openDatabase } from '../core/db/connection.ts';
import { ensureApplicationDatabase, findApplicationDatabase } from '../core/db/embedded/application.ts';
import { OwnerLockError } from '../core/db/embedded/lock.ts';
import { TAKES_NO_WRITES, takesNoWrites } from '../core/db/faults.ts';
import { checkServers } from '../core/db/server-registration.ts';
import { exists } from '../core/files/exists.ts';
import type { Services } from '../core/services.ts';
import { openServices, readMasterKey } from '../open-services.ts';
import { prepareKeys } from '../prepare.ts';
import { CommandError } from './command.ts';
import {
  createDataDirectory,
  embeddedDirectory,
  findRunningDatabase,
  hasHadDatabase,
  startDatabase,
} from './data-directory.ts';
import { stopOnInterruption } from './interruption.ts';
import { findRunningServices } from './running-file.ts';
import { inspectServers } from './servers.ts';

interface DatabaseServer {
  /** Connects with the role of the service. */
  url: string;
  /** Who runs the server. */
  kind:
    | 'DATABASE_URL'
    | 'embedded, run by the service'
    | 'embedded, running without a service'
    | 'embedded, started for this command';
  close(): Promise<void>;
}

/**
 * Opens the database at DATABASE_URL, or else the embedded database of the running service, or else starts the embedded
 * database until `close`. Its lock prevents a service from starting meanwhile. With `exclusive`, throws if a service is
 * running, and takes over a server that a killed process left behind.
 */
export async function openDatabaseServer(
  settings: Settings,
  { allowCreate = false, exclusive = false } = {},
): Promise<DatabaseServer> {
  if (settings.databaseUrl !== undefined) {
    return { url: settings.databaseUrl, kind: 'DATABASE_URL', close: async () => {} };
  }
  const directory = embeddedDirectory(settings);
  const running = exclusive ? undefined : await findRunningDatabase(settings);
  if (running !== undefined) {
    const url = await findApplicationDatabase(running, settings.dataDirectory);
    if (url !== undefined) {
      const { length: services } = await findRunningServices(settings.dataDirectory);
      const kind = services > 0 ? 'embedded, run by the service' : 'embedded, running without a service';
      return { url, kind, close: async () => {} };
    }
    // Either the first start is at work, or it was killed and left its server behind, which is then taken over.
  }
  if (!allowCreate && !(await exists(directory)) && !(await hasHadDatabase(settings))) {
    throw new CommandError(
      `There is no installation in ${settings.dataDirectory}. Run "npm start" or "npx stellwerk migrate" first, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  await createDataDirectory(settings);
  // A restore is what brings back a lost one.
  const interruption = new AbortController();
  const { signal } = interruption;
  const starting = startDatabase(settings, exclusive ? { mustExist: false, signal } : { signal });
  // It is a process of its own, and would run on without the command.
  const release = stopOnInterruption(async () => {
    interruption.abort();
    await (await starting).stop();
  });
  const close = async () => {
    const embedded = await starting.catch(() => undefined);
    await embedded?.stop();
    release();
  };
  try {
    const url = await ensureApplicationDatabase((await starting).url, settings.dataDirectory);
    return { url, kind: 'embedded, started for this command', close };
  } catch (error) {
    await close();
    if (running !== undefined && error instanceof OwnerLockError)
      throw new CommandError('The service is starting. Try again in a moment.');
    throw error;
  }
}

/** Opens the services for `work` and closes them afterwards. Throws unless the database is migrated to this version. */
export async function withServices<Result>(
  given: Settings,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const settings = { ...given, publicUrl: await findPublicUrl(given) };
  const server = await openDatabaseServer(settings);
  try {
    const target = await inspectServers(settings, server.url);
    const masterKey = await requireMasterKey(settings, target);
    const services = openServices({ settings, log: pino({ level: 'silent' }), ...target, masterKey });
    try {
      await checkServers(services.database);
      // A command can come before the first start.
      await prepareKeys(services);
      return await runAs({ kind: 'operator' }, () => work(services));
    } catch (error) {
      if (!takesNoWrites(error)) throw error;
      throw new CommandError(`The database takes no writes. ${TAKES_NO_WRITES}`);
    } finally {
      await services.database.close();
    }
  } finally {
    await server.close();
  }
}

/** That of the running service, unless it is set here. Its PUBLIC_URL and PORT can be in a unit, which a command does not read. */
async function findPublicUrl({ dataDirectory, publicUrl }: Settings): Promise<string> {
  if (isSet('PUBLIC_URL')) return publicUrl;
  // With a database of its own, a command may run under an account that cannot read the directory.
  const services = await findRunningServices(dataDirectory).catch(() => []);
  return services.find(({ port }) => port !== null)?.publicUrl ?? publicUrl;
}

/** The master key, also of a new installation. Throws MasterKeyError if the key of an existing installation is missing. */
export async function requireMasterKey(
  settings: Settings,
  { databaseUrl: url, databaseRole: role }: { databaseUrl: string; databaseRole: string | undefined },
): Promise<Buffer> {
  const { transactionTimeoutMs } = settings;
  const database = openDatabase({ url, role, maximumConnections: 1, transactionTimeoutMs });
  try {
    return await readMasterKey(settings, database.system);
  } finally {
    await database.close();
  }
}
