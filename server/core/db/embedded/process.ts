import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { giveToOwnerOf } from '../../files/owner.ts';

/** A running process, distinguishable from a later one with the same process id. */
export interface ProcessIdentity {
  processId: number;
  /** On Linux, the start time in clock ticks since boot. Undefined on other systems, where reading it is expensive. */
  startedAt: string | undefined;
}

/** Returns the identity of a running process, or undefined. A zombie does not count, because it has no files or memory. */
export function identifyProcess(processId: number): ProcessIdentity | undefined {
  if (process.platform === 'linux') {
    try {
      const text = readFileSync(`/proc/${processId}/stat`, 'latin1');
      // The second field is the command in parentheses, which can itself contain spaces and parentheses.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? undefined : { processId, startedAt: fields[19] };
    } catch {
      return undefined;
    }
  }
  try {
    process.kill(processId, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  return { processId, startedAt: undefined };
}

export function isAlive(identity: ProcessIdentity): boolean {
  const now = identifyProcess(identity.processId);
  return now !== undefined && now.startedAt === identity.startedAt;
}

/** Resolves to true when the process has exited, or to false if it is still running after `timeoutMs`. */
export async function waitUntilGone(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(identity)) {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  return true;
}

/** The contents of postmaster.pid (see src/include/utils/pidfile.h in PostgreSQL). */
export interface PostmasterRecord {
  processId: number;
  dataDirectory: string;
  port: number;
  /** Empty if only TCP is used. */
  socketDirectory: string;
  /** `starting`, `stopping`, `ready`, or `standby`. Empty very early in a start. */
  status: string;
}

export async function readPostmasterRecord(cluster: string): Promise<PostmasterRecord | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  const processId = Number(lines[0]);
  if (!Number.isInteger(processId) || processId <= 0) return undefined;
  return {
    processId,
    dataDirectory: lines[1] ?? '',
    port: Number(lines[3] ?? 0),
    socketDirectory: lines[4] ?? '',
    status: lines[7] ?? '',
  };
}

/**
 * Returns the running postmaster that wrote the record, or undefined if its process id is free or belongs to another
 * program. The result receives signals, so it is not enough that the process runs. Its command line must be that of a
 * PostgreSQL server on this data directory. (/proc/…/cwd would also identify it, but root cannot read that in containers
 * without CAP_SYS_PTRACE.)
 */
export async function findPostmaster(record: PostmasterRecord): Promise<ProcessIdentity | undefined> {
  const identity = identifyProcess(record.processId);
  if (!identity) return undefined;
  const number = String(record.processId);
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${number}/cmdline`, 'utf8').catch(() => '');
    const words = command.split('\0');
    return basename(words[0] ?? '') === 'postgres' && words.includes(record.dataDirectory)
      ? identity
      : undefined;
  }
  const run = promisify(execFile);
  if (process.platform === 'win32') {
    const { stdout } = await run('tasklist', ['/FI', `PID eq ${number}`, '/FO', 'CSV', '/NH']);
    return stdout.toLowerCase().includes('"postgres.exe"') ? identity : undefined;
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', number]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(record.dataDirectory) ? identity : undefined;
}

/**
 * Makes a stale postmaster.pid harmless. PostgreSQL refuses to start while the process id in it belongs to any running
 * process of its user, even an unrelated one. Deleting the file would also disable PostgreSQL's check for backends that
 * outlived their postmaster and still write through the old shared memory, because the key of that memory is in the same
 * file.
 *
 * So this replaces only the process id, with that of this process. PostgreSQL recognizes it as its parent and ignores it. On
 * Windows, where PostgreSQL does not check for the parent, it is the id of a process that has just exited.
 *
 * Call it only while holding the owner lock and after findPostmaster has returned undefined.
 */
export async function disarmPostmasterFile(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const harmless =
    process.platform === 'win32' ? spawnSync(process.execPath, ['--version']).pid : process.pid;
  // Written in place so that the file keeps its owner, which PostgreSQL compares with its own user.
  const handle = await openWithoutFollowing(file, constants.O_TRUNC);
  await handle.writeFile(text.replace(/^[^\n]*/, String(harmless)));
  await handle.close();
}

/**
 * Opens an existing file in a directory of the server's account for writing. As root, every such write must reject symbolic
 * links, because an attacker who controls the server could plant one to have any file overwritten.
 */
export function openWithoutFollowing(file: string, flags: number): Promise<FileHandle> {
  // Windows has neither this flag nor root.
  return open(file, constants.O_WRONLY | flags | (constants.O_NOFOLLOW ?? 0));
}

/**
 * Replaces a file atomically, so a reader sees either the old or the new content. If this process is root, the file belongs to the
 * owner of its directory.
 */
export async function writeAtomically(file: string, content: string, mode: number): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  // Opened exclusively: the owner of the directory could otherwise have a link there, and be given what it leads to.
  await rm(partial, { force: true });
  const handle = await open(partial, 'wx', mode);
  try {
    await handle.writeFile(content);
    // Set explicitly, because the umask can have removed bits that the server's account needs.
    await handle.chmod(mode);
    await giveToOwnerOf(dirname(file), handle);
    await handle.sync();
  } catch (error) {
    // A disk that is full would otherwise keep it.
    await rm(partial, { force: true }).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
  await rename(partial, file);
}
