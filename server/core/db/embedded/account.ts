import type { Stats } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The unprivileged account PostgreSQL runs under when this process is root, which PostgreSQL refuses. */
export interface Account {
  uid: number;
  gid: number;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account for a cluster when this process is root; undefined for everyone else, who runs PostgreSQL as
 * themselves.
 *
 * An existing cluster keeps its owner. A new one gets `nobody`: an account named `postgres` may own a
 * distribution's clusters, and ours must be unable to touch those. initdb insists on an entry in the user
 * database, which rules out an arbitrary number.
 */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const nobody = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(users);
  // macOS writes -2 where the system call wants the unsigned number.
  const unsigned = (text: string | undefined) => Number(text ?? 65534) >>> 0;
  return { uid: unsigned(nobody?.[1]), gid: unsigned(nobody?.[2]) };
}

/** Whether the mode bits grant `wanted` (a sum of 4 read, 2 write, 1 execute) to the account. Ignores ACLs. */
export function allows(entry: Stats, account: Account, wanted: number): boolean {
  const shift = entry.uid === account.uid ? 6 : entry.gid === account.gid ? 3 : 0;
  return ((entry.mode >> shift) & wanted) === wanted;
}

/**
 * The first directory on the way to `path` (itself included, symbolic links resolved) that the account cannot
 * enter, or undefined when it can get there. `path` must exist. Spawned servers have no supplementary groups,
 * so user and primary group decide.
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
