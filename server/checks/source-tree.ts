import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const WORKSPACES = ['server', 'sdk', 'console', 'acceptance', 'bench', 'examples', 'packaging'];

/** Contents of source files by their path in the repository. Includes package.json, whose scripts start some of them. */
export type SourceTree = ReadonlyMap<string, string>;

export async function readSources(): Promise<SourceTree> {
  const sources = new Map<string, string>();
  sources.set('package.json', await readFile(join(ROOT, 'package.json'), 'utf8'));
  for (const workspace of WORKSPACES) {
    const entries = await readdir(join(ROOT, workspace), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      if (/(^|[\\/])(node_modules|generated|dist)[\\/]/.test(relative(ROOT, file))) continue;
      sources.set(relative(ROOT, file).split(sep).join('/'), await readFile(file, 'utf8'));
    }
  }
  return sources;
}

export function resolve(from: string, name: string): string {
  return posix.join(posix.dirname(from), name);
}

export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}
