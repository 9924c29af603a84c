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
import { findClosedDirectory } from './account.ts';
import type { ClusterLocation } from './location.ts';
import { openWithoutFollowing, writeAtomically } from './process.ts';
import type { ServerPrograms } from './runtime.ts';
import { defaultSettings, formatSettings } from './settings.ts';

const majorVersion = '18';
/** Beside the cluster and not in it: see openWithoutFollowing. */
const settingsFile = 'server.conf';

/** Options for spawn: the unprivileged account, a directory it can enter, and nothing of our environment. */
export function spawnOptionsFor(location: ClusterLocation) {
  const { account } = location;
  return {
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
    cwd: process.platform === 'win32' ? location.home : '/',
    // Variables such as PGOPTIONS, PGTZ or LC_ALL would change what the server does. (Windows adds what it needs.)
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    windowsHide: true,
  };
}

/**
 * Makes the cluster if there is none. It is made under a temporary name and renamed, so an interrupted first
 * start leaves nothing that a later one stumbles over. Call it while holding the owner lock.
 * Throws when the directory holds something else, or a cluster of another PostgreSQL version.
 */
export async function ensureCluster(
  location: ClusterLocation,
  programs: ServerPrograms,
  isDurable: boolean,
): Promise<void> {
  for (const name of await readdir(location.home)) {
    if (!name.startsWith('initialising-')) continue;
    // An initdb that outlived its killed parent may still be writing; then the next start clears it away.
    await rm(join(location.home, name), { recursive: true, force: true, maxRetries: 3 }).catch(
      () => undefined,
    );
  }
  // An empty directory may have been made as a mount point or by hand.
  await rmdir(location.cluster).catch(() => undefined);
  const present = await stat(location.cluster).catch(() => undefined);
  if (!present) return initialise(location, programs, isDurable);

  const version = await readFile(join(location.cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  if (version.trim() === majorVersion) {
    if (location.account && present.uid === 0) await giveAway(location.cluster, location);
    return;
  }
  throw new Error(
    version === ''
      ? `${location.cluster} is not a PostgreSQL data directory: move it away, or set DATABASE_URL.`
      : `${location.cluster} was made by PostgreSQL ${version.trim()}, and this is ${majorVersion}: dump it with the old version and load it into the new one.`,
  );
}

async function initialise(
  location: ClusterLocation,
  programs: ServerPrograms,
  isDurable: boolean,
): Promise<void> {
  const staging = join(location.home, `initialising-${randomBytes(6).toString('hex')}`);
  const stagedCluster = join(staging, 'cluster');
  const stagedPassword = join(staging, 'password');
  await mkdir(staging, { mode: 0o700 });
  await writeFile(stagedPassword, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
  if (location.account) await giveAway(staging, location);

  await runInitdb(location, programs, stagedCluster, stagedPassword, isDurable);
  const configuration = await openWithoutFollowing(
    join(stagedCluster, 'postgresql.conf'),
    constants.O_APPEND,
  );
  await configuration.write(`\ninclude '../${settingsFile}'\n`);
  await configuration.sync();
  await configuration.close();

  if (location.account) await lchown(stagedPassword, process.getuid!(), process.getgid!());
  // The password first: a cluster must never be without it.
  await rename(stagedPassword, location.passwordFile);
  await rename(stagedCluster, location.cluster);
  await rm(staging, { recursive: true, force: true });
  if (isDurable) await flushDirectory(location.home);
}

/**
 * Text sorts by code point and changes case by Unicode rules through PostgreSQL's builtin provider, which is
 * the same on every machine and every release of the C library. lc_ctype is still the C library's and decides
 * what pg_trgm takes for a letter: with `C`, "Müller" falls apart into "m" and "ller". Hence the first UTF-8
 * locale that exists.
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
    throw new Error(`initdb could not make the database in ${location.home}: ${output.trim()}`);
  }
}

/** Runs a server program to its end as the server's account; `output` is both streams, in order of arrival. */
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
    // On Windows pg_ctl hands its streams on to the server, so `close` would wait for the server's end.
    child.on(process.platform === 'win32' ? 'exit' : 'close', (code) => resolve({ code, output }));
    // A program that ends without reading closes the pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Writes the defaults and the caller's settings where postgresql.conf includes them. */
export async function writeSettings(
  location: ClusterLocation,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const file = join(location.home, settingsFile);
  // Readable by the server's account when that is another one. There are no secrets in it.
  const mode = location.account ? 0o644 : 0o600;
  await writeAtomically(file, formatSettings({ ...defaultSettings, ...settings }), mode);
}

export async function readPassword(passwordFile: string): Promise<string | undefined> {
  return readFile(passwordFile, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}

/**
 * The superuser's password. A cluster that came back from a backup without it gets a new one, through the
 * single-user server, which asks for none. Call it with no server running.
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
    throw new Error(`No new password could be set for the database in ${location.home}: ${output.trim()}`);
  }
  await writeAtomically(location.passwordFile, password, 0o600);
  return password;
}

/**
 * A directory for the server's Unix socket that only its account (and root) can enter, emptied of sockets that
 * an earlier server left. The same one at every start, so that other processes' connection URLs stay true.
 * Call it while holding the owner lock, with no server running.
 *
 * Inside `home` where the path is short enough and the file system has sockets (some mounts into containers
 * have none), otherwise in the directory for temporary files.
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
  throw new Error(`No directory for PostgreSQL's socket: ${reasons.join('; ')}.`);
}

async function prepareSocketCandidate(
  directory: string,
  user: number,
  location: ClusterLocation,
): Promise<void> {
  // sun_path holds 107 bytes on Linux and 103 on macOS and the BSDs.
  const longest = process.platform === 'linux' ? 107 : 103;
  if (Buffer.byteLength(join(directory, '.s.PGSQL.5432')) > longest)
    throw new Error(`${directory} is too long`);
  await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // In a directory for temporary files anybody may have been first.
  const entry = await lstat(directory);
  if (!entry.isDirectory() || (entry.uid !== user && entry.uid !== process.getuid!())) {
    throw new Error(`${directory} belongs to someone else`);
  }
  if (location.account) await lchown(directory, location.account.uid, location.account.gid);
  await chmod(directory, 0o700);
  const closed = location.account && (await findClosedDirectory(directory, location.account));
  if (closed) throw new Error(`${closed} is closed to uid ${user}`);
  for (const name of await readdir(directory)) await rm(join(directory, name), { force: true });
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(join(directory, '.s.PGSQL.5432'), () => probe.close(() => resolve()));
  });
}

async function giveAway(path: string, location: ClusterLocation): Promise<void> {
  const { uid, gid } = location.account!;
  await lchown(path, uid, gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
}

/** Makes a rename in the directory durable. Windows cannot open directories and needs none of it. */
async function flushDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  await handle.sync();
  await handle.close();
}
