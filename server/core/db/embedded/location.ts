import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Account, chooseAccount, findClosedDirectory, isRoot } from './account.ts';
import { writeAtomically } from './process.ts';

/** Where everything that belongs to one embedded server lies. All paths are absolute. */
export interface ClusterLocation {
  /** Holds the cluster, the password, the log and the owner lock; ours alone. */
  home: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  passwordFile: string;
  logFile: string;
  /** Where copies of the programs go if they are needed. */
  copiesDirectory: string;
  /** Whom the server runs as; undefined: this process's own user. */
  account: Account | undefined;
  /** Set when `home` lies elsewhere: the file in the data directory that says so. */
  pointerFile: string | undefined;
}

interface Pointer {
  home: string;
  /** True once the cluster exists there. From then on its absence is a loss and not a fresh start. */
  initialised: boolean;
}

export function describeHome(home: string): Pick<ClusterLocation, 'cluster' | 'passwordFile' | 'logFile'> {
  return {
    cluster: join(home, 'cluster'),
    passwordFile: join(home, 'superuser-password'),
    logFile: join(home, 'server.log'),
  };
}

/** The home that `directory` holds or points to, or undefined when the directory does not exist. Reads only. */
export async function findHome(directory: string): Promise<string | undefined> {
  const real = await realpath(directory).catch(() => undefined);
  return real === undefined ? undefined : ((await readPointer(join(real, 'location.json')))?.home ?? real);
}

/**
 * Decides where the cluster of `directory` lives and makes that place. Normally that is the directory itself.
 * As root it is `<sharedDirectory>/clusters/<hash of the directory's path>` when the unprivileged account
 * cannot reach the directory (a checkout under /root); a pointer in the directory leads there.
 * Throws an Error with one sentence for the operator when no place is reachable.
 */
export async function prepareLocation(directory: string, sharedDirectory: string): Promise<ClusterLocation> {
  const made = resolve(directory);
  // Parents made along the way must let the server's account pass, or the cluster could not stay here.
  await mkdir(made, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  const own = await realpath(made);
  const pointerFile = join(own, 'location.json');
  const pointer = await readPointer(pointerFile);

  if (!isRoot()) {
    const home = pointer?.home ?? own;
    await refuseForeignCluster(home);
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
  const settled = pointer?.home ?? own;
  const account = await chooseAccount(join(settled, 'cluster'));
  const ownCluster = await stat(join(own, 'cluster')).catch(() => undefined);
  // The directory is ours, so passing through it may be granted; those above it are the operator's.
  if (!pointer) await chmod(own, 0o711);
  const closed = pointer || !account ? undefined : await findClosedDirectory(own, account);
  if (closed && ownCluster) {
    throw new Error(
      `The database in ${own} belongs to uid ${ownCluster.uid}, who cannot enter ${closed}: allow it with chmod o+x ${closed}, or start as that user.`,
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
 * Reconciles the pointer with what is there; call it while holding the owner lock, with no server running.
 * A cluster without a pointer belonged to a data directory that was since deleted: it is set aside (never
 * deleted), because the new data directory has new keys and must begin empty. Returns where it went.
 * A pointer without its cluster is refused: an empty database in place of a lost one would be worse.
 */
export async function settlePointer(location: ClusterLocation): Promise<string | undefined> {
  if (location.pointerFile === undefined) return undefined;
  const pointer = await readPointer(location.pointerFile);
  const exists = await stat(location.cluster).then(
    () => true,
    () => false,
  );
  if (pointer?.initialised && !exists) {
    throw new Error(
      `${location.pointerFile} says that the database is in ${location.home}, but it is not there: bring it back, or delete that file to begin with an empty database.`,
    );
  }
  let aside: string | undefined;
  if (!pointer && exists) {
    const suffix = `-replaced-${new Date().toISOString().replaceAll(':', '')}`;
    aside = `${location.cluster}${suffix}`;
    await rename(location.cluster, aside);
    await rename(location.passwordFile, `${location.passwordFile}${suffix}`).catch(() => undefined);
  }
  if (!pointer) await writePointer(location, false);
  return aside;
}

/** Records that the cluster exists at the place the pointer names. */
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
  if (typeof pointer.home !== 'string') throw new Error(`${file} names no directory in "home".`);
  return { home: pointer.home, initialised: pointer.initialised === true };
}

async function refuseForeignCluster(home: string): Promise<void> {
  const user = process.getuid?.();
  const cluster = await stat(join(home, 'cluster')).catch(() => undefined);
  if (user !== undefined && cluster && cluster.uid !== user) {
    throw new Error(
      `The database in ${home} belongs to uid ${cluster.uid}, and this process runs as uid ${user}: start it as that user or as root.`,
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
    await mkdir(home, { recursive: true, mode: 0o711 });
    // Said again because the process's umask may have taken the bits away.
    if (home.startsWith(sharedDirectory)) {
      await chmod(sharedDirectory, 0o755);
      await chmod(join(sharedDirectory, 'clusters'), 0o711);
    }
    await chmod(home, 0o711);
    const closed = account && (await findClosedDirectory(home, account));
    if (!closed) return;
    reason = `${closed} is closed to uid ${account.uid}`;
  } catch (error) {
    reason = (error as Error).message;
  }
  throw new Error(
    `PostgreSQL does not run as root, its unprivileged user cannot enter ${directory}, and ${sharedDirectory} cannot be used instead (${reason}): set DATA_DIR to a directory others can enter, set DATABASE_URL, or do not start as root.`,
  );
}
