// Plain JavaScript for any Node from 20 on, because npm ci runs it on a bare machine.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const CONSOLE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(CONSOLE, '..');
/** What the build writes. `stamp` is written with it, so that a build is complete or absent. */
export const DIST = join(CONSOLE, 'dist');
/** Directories of this workspace that are no source of the application. */
const OTHER = new Set(['dist', 'docs', 'node_modules', 'test', 'welcome']);

/** Whether the sources are here. A production installation has only what was built from them. */
export const hasSources = () => existsSync(join(CONSOLE, 'main.tsx'));

/** A hash of everything that decides what the build writes: the sources and the versions of the packages. */
export function sourceStamp() {
  const hash = createHash('sha256');
  for (const file of [join(ROOT, 'package-lock.json'), ...sourceFiles(CONSOLE)]) {
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
    hash.update(`${relative(ROOT, file).split(sep).join('/')}\0${text.length}\0${text}`);
  }
  return hash.digest('hex');
}

/** The stamp of what is built, or undefined if nothing is. */
export function builtStamp() {
  const file = join(DIST, 'stamp');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** @param {string} directory @returns {string[]} */
function sourceFiles(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !/\.test\.tsx?$/.test(name))
    .filter(({ name }) => directory !== CONSOLE || !OTHER.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? sourceFiles(join(directory, entry.name)) : [join(directory, entry.name)],
    );
}
