import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, constants, type FileHandle, open, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A process that lives now, told apart from a later one that was given the same number. */
export interface ProcessIdentity {
  processId: number;
  /** Linux: start in clock ticks since boot. Undefined where the system does not tell cheaply. */
  startedAt: string | undefined;
}

/** The identity of a living process, or undefined. A zombie counts as dead: it holds no files and no memory. */
export function identifyProcess(processId: number): ProcessIdentity | undefined {
  if (process.platform === 'linux') {
    try {
      const text = readFileSync(`/proc/${processId}/stat`, 'latin1');
      // The second field is the command in parentheses and may itself hold spaces and parentheses.
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

/** Resolves to true once the process is gone, to false when it still lives after `timeoutMs`. */
export async function waitUntilGone(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(identity)) {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  return true;
}

/** What PostgreSQL writes into postmaster.pid (source: src/include/utils/pidfile.h). */
export interface PostmasterRecord {
  processId: number;
  dataDirectory: string;
  port: number;
  /** Empty where only TCP is used. */
  socketDirectory: string;
  /** `starting`, `stopping`, `ready` or `standby`; empty very early in a start. */
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
 * The living postmaster that wrote the record, or undefined when its number is free or was given to another
 * program. The answer decides who is sent signals, so a mere living process is not enough: its command line
 * must be that of a PostgreSQL server on this data directory. (/proc/…/cwd would say the same but is closed to
 * root in containers without CAP_SYS_PTRACE.)
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
 * Makes a stale postmaster.pid harmless. PostgreSQL refuses to start while the number in it belongs to any
 * living process of its user, also to an unrelated one. Deleting the file would help but would also disarm
 * PostgreSQL's check for backends that outlived their postmaster and still write through the old shared
 * memory, whose key stands in the same file. So only the number is replaced: by this process's own, which
 * PostgreSQL knows to be its parent and therefore no rival; on Windows, where nobody is asked for a parent, by
 * that of a process that has just ended.
 *
 * Only call it while holding the owner lock and after findPostmaster found nothing.
 */
export async function disarmPostmasterFile(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const harmless =
    process.platform === 'win32' ? spawnSync(process.execPath, ['--version']).pid : process.pid;
  // Written in place: the file keeps its owner, whom PostgreSQL compares with its own user.
  const handle = await openWithoutFollowing(file, constants.O_TRUNC);
  await handle.writeFile(text.replace(/^[^\n]*/, String(harmless)));
  await handle.close();
}

/**
 * Opens an existing file in a directory of the server's account for writing. As root, every such write must
 * refuse symbolic links: whoever broke into the server could plant one and have any file overwritten.
 */
export function openWithoutFollowing(file: string, flags: number): Promise<FileHandle> {
  // Windows has neither the flag nor root.
  return open(file, constants.O_WRONLY | flags | (constants.O_NOFOLLOW ?? 0));
}

/** Replaces a file in one step, so that a reader sees the old or the new content and never a part. */
export async function writeAtomically(file: string, content: string, mode: number): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, content, { mode, flush: true });
  // Said again because the umask may have taken bits away that the server's account needs.
  await chmod(partial, mode);
  await rename(partial, file);
}
