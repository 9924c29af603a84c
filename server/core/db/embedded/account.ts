import type { Stats } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The unprivileged account that PostgreSQL runs as if this process is root. PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Chooses the account for a cluster if this process is root. Returns undefined for any other user, because PostgreSQL then
 * runs as that user.
 *
 * An existing cluster keeps its owner. A new one gets `nobody`, because an account named `postgres` can own the clusters of
 * a distribution, and our server must not be able to touch those. initdb requires an entry in the user database, so an
 * arbitrary uid does not work.
 */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const nobody = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(users);
  // macOS stores -2, but the system call expects an unsigned number.
  const unsigned = (text: string | undefined) => Number(text ?? 65534) >>> 0;
  return { uid: unsigned(nobody?.[1]), gid: unsigned(nobody?.[2]) };
}

/** Whether the mode bits grant `wanted` (a sum of 4 read, 2 write, 1 execute) to the account. Ignores ACLs. */
export function allows(entry: Stats, account: Account, wanted: number): boolean {
  const shift = entry.uid === account.uid ? 6 : entry.gid === account.gid ? 3 : 0;
  return ((entry.mode >> shift) & wanted) === wanted;
}

/**
 * Returns the first directory on the path (including the path itself, with symbolic links resolved) that the account cannot
 * enter, or undefined if it can enter all of them. `path` must exist. Spawned servers have no supplementary groups, so only
 * the user and the primary group count.
 */
export async function findClosedDirectory(path: string, account: Account): Promise<string | undefined> {
  const ancestors: string[] = [];
  for (let at = await realpath(path); ; at = dirname(at)) {
    ancestors.unshift(at);
    if (dirname(at) === at) break;
  }
  for (const directory of ancestors) {
    if (!allows(await stat(directory), account, 1)) return directory;
  }
  return undefined;
}
