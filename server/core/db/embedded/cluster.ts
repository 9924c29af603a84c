import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  constants,
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showMode } from '../../files/mode.ts';
import { findClosedDirectory } from './account.ts';
import type { ClusterLocation } from './location.ts';
import { openWithoutFollowing, writeAtomically } from './process.ts';
import type { ServerPrograms } from './runtime.ts';
import { defaultSettings, formatSettings } from './settings.ts';

const majorVersion = '18';
/** Outside the cluster, because the server's account can write there. See openWithoutFollowing. */
const settingsFile = 'server.conf';

/** Options for spawn with the unprivileged account, a directory that it can enter, and a clean environment. */
export function spawnOptionsFor(location: ClusterLocation) {
  const { account } = location;
  return {
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
    cwd: process.platform === 'win32' ? location.home : '/',
    // Variables such as PGOPTIONS, PGTZ, or LC_ALL would change the server's behavior. Windows adds what it needs.
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    windowsHide: true,
  };
}

/**
 * Creates the cluster if there is none. It is created under a temporary name and then renamed, so an interrupted first start
 * cannot break a later one. Call it while holding the owner lock. Throws if the directory contains something else, or a
 * cluster of another PostgreSQL version.
 */
export async function ensureCluster(
  location: ClusterLocation,
  programs: ServerPrograms,
  isDurable: boolean,
): Promise<void> {
  for (const name of await readdir(location.home)) {
    if (!name.startsWith('initialising-')) continue;
    // An initdb that outlived its killed parent can still be writing. If so, the next start deletes the directory.
    await rm(join(location.home, name), { recursive: true, force: true, maxRetries: 3 }).catch(
      () => undefined,
    );
  }
  // An empty directory can be a mount point or created by hand.
  await rmdir(location.cluster).catch(() => undefined);
  const present = await stat(location.cluster).catch(() => undefined);
  if (!present) return initialize(location, programs, isDurable);

  const version = await readFile(join(location.cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  if (version.trim() === majorVersion) {
    const mode = present.mode & 0o777;
    if (process.platform !== 'win32' && (mode & 0o027) !== 0)
      throw new Error(
        `Others have access to the database ${location.cluster} (${showMode(mode)}). PostgreSQL starts only with mode 0700 or 0750. Run: chmod 700 ${location.cluster}`,
      );
    if (location.account && present.uid === 0) await changeOwner(location.cluster, location);
    return;
  }
  throw new Error(
    version === ''
      ? `${location.cluster} is not a PostgreSQL data directory. Move it elsewhere, or set DATABASE_URL.`
      : `${location.cluster} was created by PostgreSQL ${version.trim()}, but this version of Stellwerk has PostgreSQL ${majorVersion}. Nothing was changed. With the version of Stellwerk that you had before, run "npx stellwerk backup FILE". Then restore FILE with this version, with a new DATA_DIR: see "Upgrades" in docs/operations.md.`,
  );
}

async function initialize(
  location: ClusterLocation,
  programs: ServerPrograms,
  isDurable: boolean,
): Promise<void> {
  const staging = join(location.home, `initialising-${randomBytes(6).toString('hex')}`);
  const stagedCluster = join(staging, 'cluster');
  const stagedPassword = join(staging, 'password');
  await mkdir(staging, { mode: 0o700 });
  await writeFile(stagedPassword, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
  if (location.account) await changeOwner(staging, location);

  await runInitdb(location, programs, stagedCluster, stagedPassword, isDurable);
  const configuration = await openWithoutFollowing(
    join(stagedCluster, 'postgresql.conf'),
    constants.O_APPEND,
  );
  await configuration.write(`\ninclude '../${settingsFile}'\n`);
  await configuration.sync();
  await configuration.close();

  if (location.account) await lchown(stagedPassword, process.getuid!(), process.getgid!());
  // Rename the password first, so that a cluster never exists without it.
  await rename(stagedPassword, location.passwordFile);
  await rename(stagedCluster, location.cluster);
  await rm(staging, { recursive: true, force: true });
  if (isDurable) await flushDirectory(location.home);
}

/**
 * PostgreSQL's builtin provider sorts text by code point and changes case by Unicode rules. It behaves the same on every
 * machine and with every release of the C library. lc_ctype still comes from the C library and decides which characters
 * pg_trgm treats as letters. With `C`, it splits "Müller" into "m" and "ller". So this uses the first UTF-8 locale that
 * exists.
 */
async function runInitdb(
  location: ClusterLocation,
  programs: ServerPrograms,
  cluster: string,
  passwordFile: string,
  isDurable: boolean,
): Promise<void> {
  for (const characterLocale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const { code, output } = await run(location, programs.initdb, [
      ...['-D', cluster, '-U', 'postgres', '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--data-checksums'],
      ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      ...['--locale', 'C', '--lc-ctype', characterLocale],
      ...(isDurable ? [] : ['--no-sync']),
    ]);
    if (code === 0) return;
    if (/invalid locale/.test(output) && characterLocale !== 'C') {
      await rm(cluster, { recursive: true, force: true });
      continue;
    }
    throw new Error(
      `initdb failed to create the database in ${location.home}: ${findCause(output).replace(/\.$/, '')}. If the disk is full, make space, or set DATA_DIR to another place.`,
    );
  }
}

/** The lines about the error. Before them, initdb describes what it does, in twenty lines. */
function findCause(output: string): string {
  const lines = output.trim().split('\n');
  const causes = lines.filter((line) => /\b(?:error|FATAL|HINT):|could not/.test(line));
  return (causes.length > 0 ? causes : lines.slice(-5)).join('\n');
}

/** Runs a server program as the server's account until it exits. `output` contains both streams in order of arrival. */
export function run(
  location: ClusterLocation,
  program: string,
  args: string[],
  input = '',
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...spawnOptionsFor(location), stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    // On Windows, the server inherits the streams of pg_ctl, so `close` would fire only when the server exits.
    child.on(process.platform === 'win32' ? 'exit' : 'close', (code) => resolve({ code, output }));
    // A program that exits without reading closes the pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Writes the defaults and the caller's settings to the file that postgresql.conf includes. */
export async function writeSettings(
  location: ClusterLocation,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const file = join(location.home, settingsFile);
  // The file must be readable by the server's account, which can be a different one. It contains no secrets.
  const mode = location.account ? 0o644 : 0o600;
  await writeAtomically(file, formatSettings({ ...defaultSettings, ...settings }), mode);
}

/** Whether writeSettings would leave the file as it is. A running server was started with what the file contains. */
export async function hasSettings(
  location: ClusterLocation,
  settings: Readonly<Record<string, string>>,
): Promise<boolean> {
  const text = await readFile(join(location.home, settingsFile), 'utf8').catch(() => undefined);
  return text === formatSettings({ ...defaultSettings, ...settings });
}

/** Undefined if the file is missing or empty. With an empty password, the client and the server would never finish a sign-in. */
export async function readPassword(passwordFile: string): Promise<string | undefined> {
  const text = await readFile(passwordFile, 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/**
 * Returns the superuser's password. If a cluster was restored from a backup without its password, this sets a new one
 * through the single-user server, which requires none. Call it while no server is running.
 */
export async function ensurePassword(location: ClusterLocation, programs: ServerPrograms): Promise<string> {
  const stored = await readPassword(location.passwordFile);
  if (stored !== undefined) return stored;
  const password = randomBytes(32).toString('hex');
  const { code, output } = await run(
    location,
    programs.postgres,
    ['--single', '-D', location.cluster, '-c', 'log_min_messages=error', 'postgres'],
    `ALTER ROLE postgres PASSWORD '${password}';\n`,
  );
  if (code !== 0 || /ERROR|FATAL/.test(output)) {
    throw new Error(
      `PostgreSQL failed to set a new password for the database in ${location.home}: ${output.trim()}`,
    );
  }
  await writeAtomically(location.passwordFile, password, 0o600);
  return password;
}

/**
 * Prepares a directory for the server's Unix socket that only its account and root can enter, and deletes the sockets of
 * previous servers. It is the same directory at every start, so that the connection URLs of other processes stay valid. Call
 * it while holding the owner lock and while no server is running.
 *
 * The directory is inside `home` if the path is short enough and the file system supports sockets (some container mounts do
 * not). Otherwise it is in the directory for temporary files.
 */
export async function prepareSocketDirectory(location: ClusterLocation): Promise<string> {
  const user = location.account?.uid ?? process.getuid!();
  const name = `stellwerk-${createHash('sha256').update(location.home).digest('hex').slice(0, 16)}`;
  const candidates = [
    join(location.home, 'socket'),
    join(tmpdir(), `${name}-${user}`),
    `/tmp/${name}-${user}`,
  ];
  const reasons: string[] = [];
  for (const candidate of candidates) {
    try {
      await prepareSocketCandidate(candidate, user, location);
      return candidate;
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  throw new Error(`No directory can be used for PostgreSQL's socket: ${reasons.join('; ')}.`);
}

async function prepareSocketCandidate(
  directory: string,
  user: number,
  location: ClusterLocation,
): Promise<void> {
  // sun_path has 107 bytes on Linux and 103 on macOS and the BSDs.
  const maximumBytes = process.platform === 'linux' ? 107 : 103;
  if (Buffer.byteLength(join(directory, '.s.PGSQL.5432')) > maximumBytes)
    throw new Error(`${directory} is too long`);
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // Anyone can create a directory in the directory for temporary files.
  const entry = await lstat(directory);
  if (!entry.isDirectory() || (entry.uid !== user && entry.uid !== process.getuid!())) {
    throw new Error(`${directory} belongs to another user`);
  }
  if (location.account) await lchown(directory, location.account.uid, location.account.gid);
  await chmod(directory, 0o700);
  const closed = location.account && (await findClosedDirectory(directory, location.account));
  if (closed) throw new Error(`uid ${user} cannot enter ${closed}`);
  for (const name of await readdir(directory)) await rm(join(directory, name), { force: true });
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(join(directory, '.s.PGSQL.5432'), () => probe.close(() => resolve()));
  });
}

async function changeOwner(path: string, location: ClusterLocation): Promise<void> {
  const { uid, gid } = location.account!;
  await lchown(path, uid, gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
}

/** Makes a rename in the directory durable. Windows cannot open directories and does not need this. */
async function flushDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  await handle.sync();
  await handle.close();
}
