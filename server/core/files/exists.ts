import { stat } from 'node:fs/promises';

/** False also for what this account may not look at. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
