import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new directory that the account of an embedded PostgreSQL can pass through. The default mode of mkdtemp locks others out:
 * when run by root, the cluster would be created below /var/lib/stellwerk and stay there after the directory is removed.
 */
export async function makeTemporaryDirectory(prefix: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), prefix));
  await chmod(directory, 0o711);
  return directory;
}
