import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new directory that the account of an embedded PostgreSQL may pass through. mkdtemp's own mode keeps others out:
 * run by root, the cluster would be put below /var/lib/stellwerk and stay there when the directory is removed.
 */
export async function makeTemporaryDirectory(prefix: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), prefix));
  await chmod(directory, 0o711);
  return directory;
}
