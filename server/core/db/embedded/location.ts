import { createHash } from 'node:crypto';
import { chmod, readFile, realpath, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeDirectories } from '../../files/durable-directory.ts';
import { exists } from '../../files/exists.ts';
import { type Account, chooseAccount, findClosedDirectory, isRoot } from './account.ts';
import { writeAtomically } from './process.ts';

/** The paths of an embedded server. All are absolute. */
export interface ClusterLocation {
  /** Directory of the cluster, the password, the log, and the owner lock. */
  home: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  passwordFile: string;
  logFile: string;
  /** Directory for copies of the programs, if they are needed. */
  copiesDirectory: string;
  /** Account that the server runs as. Undefined means the user of this process. */
  account: Account | undefined;
  /** File in the data directory that points to `home`. Set only if `home` is elsewhere. */
  pointerFile: string | undefined;
}

interface Pointer {
  home: string;
  /** True once the cluster exists there. After that, a missing cluster is a loss, not a first start. */
  initialised: boolean;
}

export function describeHome(home: string): Pick<ClusterLocation, 'cluster' | 'passwordFile' | 'logFile'> {
  return {
    cluster: join(home, 'cluster'),
    passwordFile: join(home, 'superuser-password'),
    logFile: join(home, 'server.log'),
  };
}

/** Returns the home that `directory` is or points to, or undefined if the directory does not exist. Changes nothing. */
export async function findHome(directory: string): Promise<string | undefined> {
  const real = await realpath(directory).catch(() => undefined);
  return real === undefined ? undefined : ((await readPointer(join(real, 'location.json')))?.home ?? real);
}

/**
 * Chooses the home of the cluster of `directory` and creates it. Normally it is the directory itself. If this process is
 * root and the unprivileged account cannot reach the directory (such as a checkout under /root), it is
 * `<sharedDirectory>/clusters/<hash of the directory's path>`, and a file in the directory points to it. Throws an Error for
 * the operator if no directory is reachable.
 */
export async function prepareLocation(directory: string, sharedDirectory: string): Promise<ClusterLocation> {
  const absolute = resolve(directory);
  // The server's account must be able to enter the created parents. Otherwise the cluster could not be here.
  await makeDirectories(absolute, isRoot() ? 0o711 : 0o700);
  const own = await realpath(absolute);
  const pointerFile = join(own, 'location.json');
  const pointer = await readPointer(pointerFile);

  if (!isRoot()) {
    const home = pointer?.home ?? own;
    await rejectForeignCluster(home);
    const account = undefined;
    return {
      home,
      ...describeHome(home),
      account,
      copiesDirectory: join(home, 'runtime'),
      pointerFile: pointer && pointerFile,
    };
  }

  const copiesDirectory = join(sharedDirectory, 'runtime');
  const sharedHome = join(
    sharedDirectory,
    'clusters',
    createHash('sha256').update(own).digest('hex').slice(0, 32),
  );
  const currentHome = pointer?.home ?? own;
  const account = await chooseAccount(join(currentHome, 'cluster'));
  const ownCluster = await stat(join(own, 'cluster')).catch(() => undefined);
  // The directory is ours, so its mode can be changed. The directories above it belong to the operator.
  if (!pointer) await chmod(own, 0o711);
  const closed = pointer || !account ? undefined : await findClosedDirectory(own, account);
  if (closed && ownCluster) {
    throw new Error(
      `The database in ${own} belongs to uid ${ownCluster.uid}, which cannot enter ${closed}. Start as that user, or run chmod o+x ${closed}`,
    );
  }
  if (!pointer && !closed) {
    return { home: own, ...describeHome(own), account, copiesDirectory, pointerFile: undefined };
  }
  const home = pointer?.home ?? sharedHome;
  await prepareSharedHome(sharedDirectory, home, account, own);
  return { home, ...describeHome(home), account, copiesDirectory, pointerFile };
}

/**
 * Reconciles the pointer with the cluster. Call it while holding the owner lock and while no server is running.
 *
 * A cluster without a pointer belonged to a data directory that has been deleted. The new data directory has new keys and
 * must start empty, so the cluster is renamed (never deleted). Returns its new path. With `mustExist`, only the pointer was lost, and
 * is written again. A pointer without a cluster throws, because replacing a lost database with an empty one would be worse.
 */
export async function settlePointer(
  location: ClusterLocation,
  { mustExist = false } = {},
): Promise<string | undefined> {
  if (location.pointerFile === undefined) return undefined;
  const pointer = await readPointer(location.pointerFile);
  const hasCluster = await exists(location.cluster);
  if (pointer?.initialised && !hasCluster) {
    throw new Error(
      `${location.pointerFile} points to ${location.home}, but the database is missing there. Restore it, or delete the file to start with an empty database.`,
    );
  }
  let aside: string | undefined;
  if (!pointer && hasCluster && !mustExist) {
    const suffix = `-replaced-${new Date().toISOString().replaceAll(':', '')}`;
    aside = `${location.cluster}${suffix}`;
    await rename(location.cluster, aside);
    await rename(location.passwordFile, `${location.passwordFile}${suffix}`).catch(() => undefined);
  }
  if (!pointer) await writePointer(location, false);
  return aside;
}

/** Records that the cluster exists in the directory that the pointer names. */
export async function confirmPointer(location: ClusterLocation): Promise<void> {
  if (location.pointerFile !== undefined) await writePointer(location, true);
}

async function writePointer(location: ClusterLocation, initialised: boolean): Promise<void> {
  const pointer: Pointer = { home: location.home, initialised };
  await writeAtomically(location.pointerFile!, `${JSON.stringify(pointer, undefined, 2)}\n`, 0o600);
}

async function readPointer(file: string): Promise<Pointer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const pointer = JSON.parse(text) as Partial<Pointer>;
  if (typeof pointer.home !== 'string')
    throw new Error(`${file} is invalid. Its property home must be a directory.`);
  return { home: pointer.home, initialised: pointer.initialised === true };
}

async function rejectForeignCluster(home: string): Promise<void> {
  const user = process.getuid?.();
  const cluster = await stat(join(home, 'cluster')).catch(() => undefined);
  if (user !== undefined && cluster && cluster.uid !== user) {
    throw new Error(
      `The database in ${home} belongs to uid ${cluster.uid}, but this process runs as uid ${user}. Start it as uid ${cluster.uid} or as root.`,
    );
  }
}

async function prepareSharedHome(
  sharedDirectory: string,
  home: string,
  account: Account | undefined,
  directory: string,
): Promise<void> {
  let reason: string;
  try {
    await makeDirectories(home, 0o711);
    // Set explicitly, because the umask can have removed bits.
    if (home.startsWith(sharedDirectory)) {
      await chmod(sharedDirectory, 0o755);
      await chmod(join(sharedDirectory, 'clusters'), 0o711);
    }
    await chmod(home, 0o711);
    const closed = account && (await findClosedDirectory(home, account));
    if (!closed) return;
    reason = `uid ${account.uid} cannot enter ${closed}`;
  } catch (error) {
    reason = (error as Error).message;
  }
  throw new Error(
    `PostgreSQL does not run as root, its unprivileged user cannot enter ${directory}, and ${sharedDirectory} cannot be used instead (${reason}). Set DATA_DIR to a directory that other users can enter, set DATABASE_URL, or do not start as root.`,
  );
}
