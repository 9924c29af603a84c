import { readFile } from 'node:fs/promises';

const KIBIBYTES_PER_MIB = 1024;

/**
 * The memory of processes that belong together, in MiB each, without counting twice what they share. PSS divides the pages of a
 * program among all processes of the machine that run it, so it becomes larger when somebody else's process exits. Here, they are
 * divided only among the given processes.
 */
export async function proportions(pids: readonly number[]): Promise<Map<number, number>> {
  const own = new Map<number, number>();
  const files = new Map<string, Map<number, number>>();
  for (const pid of pids) {
    const [rollup, maps] = await Promise.all(['smaps_rollup', 'smaps'].map((name) => read(pid, name)));
    if (rollup === undefined || maps === undefined) continue;
    // Nobody else shares the memory of a fork, or that of a database server.
    own.set(pid, field(rollup, 'Pss_Anon') + field(rollup, 'Pss_Shmem'));
    for (const [file, size] of mappedFiles(maps)) {
      const users = files.get(file) ?? new Map<number, number>();
      users.set(pid, size);
      files.set(file, users);
    }
  }
  for (const users of files.values()) {
    const sizes = [...users.values()];
    // Processes of one program use mostly the same pages of it, so together they have as many as the one that uses most.
    const share = Math.max(...sizes) / sizes.reduce((sum, size) => sum + size, 0);
    for (const [pid, size] of users) own.set(pid, own.get(pid)! + size * share);
  }
  return own;
}

async function read(pid: number, name: string): Promise<string | undefined> {
  return readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => undefined);
}

function field(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / KIBIBYTES_PER_MIB;
}

/** How much of each file is in memory, in MiB, without the pages that the process has changed. */
function mappedFiles(maps: string): Map<string, number> {
  const files = new Map<string, number>();
  // Address, rights, offset, device, inode, path.
  for (const mapping of maps.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
    const [, file] = /^\S+ \S+ \S+ \S+ [1-9]\d* +(\/.*)$/m.exec(mapping) ?? [];
    // The shared memory of a database server has such a line too.
    if (file === undefined || /^\/(dev|SYSV)/.test(file)) continue;
    const size = field(mapping, 'Rss') - field(mapping, 'Anonymous');
    if (size > 0) files.set(file, (files.get(file) ?? 0) + size);
  }
  return files;
}
