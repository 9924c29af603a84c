import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Environment } from './environment.ts';

// Benches that compare this checkout with other ones, by turns.

/**
 * The options of such a bench. --short measures less. --only leaves out what has not this text in its name. --checkout names
 * other checkouts of the repository, whose packages are installed.
 */
export const OPTIONS = {
  short: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  checkout: { type: 'string', multiple: true, default: [] as string[] },
} as const;

export function readOptions(): { short: boolean; only: string; checkout: string[] } {
  return parseArgs({ options: OPTIONS }).values;
}

/** Starts the service of each checkout, with a database of its own. By the names of their directories. */
export async function startCheckouts(paths: readonly string[]): Promise<Map<string, Environment>> {
  const environments = new Map<string, Environment>();
  for (const path of paths) {
    const file = pathToFileURL(join(resolve(path), 'bench/environment.ts')).href;
    const other: typeof import('./environment.ts') = await import(file);
    environments.set(basename(resolve(path)), await other.startEnvironment());
  }
  return environments;
}
