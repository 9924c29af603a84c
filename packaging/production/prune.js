import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Files that only compilers, linkers, and debuggers read. Node runs no TypeScript of packages. */
const UNUSED = /\.([cm]?tsx?|map|flow|a)$/;

/** @param {string} name */
export const isUnusedFile = (name) => UNUSED.test(name);

/**
 * Other builds of the recognition of text than the one that the service loads, and the larger variant of its languages. Takes
 * a whole path, because the variants differ only by their directories.
 * @param {string} path
 */
export const isUnusedRecognition = (path) =>
  /[\\/]tesseract\.js-core[\\/]tesseract-core(?!-simd-lstm\.(?:js|wasm)$)/.test(path) ||
  /[\\/]@tesseract\.js-data[\\/]\w+[\\/]4\.0\.0[\\/]/.test(path);

/** Whether this package is a Node; it also has C++ headers and manual pages.
 * @param {string} name */
export const isNodePackage = (name) => /^node-(bin-)?(linux|darwin|win)-/.test(name);

/**
 * Deletes the files whose paths match below a directory, without following links.
 * @param {string} directory
 * @param {(path: string) => boolean} matches
 */
export function removeFiles(directory, matches) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) removeFiles(path, matches);
    else if (entry.isFile() && matches(path)) rmSync(path);
  }
}

/**
 * Returns the installed packages that neither the workspaces nor the root depend on. npm keeps a package that is only an
 * optional peer of another one, such as the compiler of a reader of configuration files, because the root has it too.
 * @param {string} root
 * @param {string[]} workspaces
 */
export function findUnreachable(root, workspaces) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const reached = new Set();
  const open = [
    ...workspaces,
    ...namesToPaths(packages, '', Object.keys(packages[''].optionalDependencies ?? {})),
  ];
  while (open.length > 0) {
    const path = open.pop();
    if (reached.has(path)) continue;
    reached.add(path);
    open.push(...namesToPaths(packages, path, needsOf(packages[path])));
  }
  return Object.keys(packages).filter(
    (path) =>
      path.includes('node_modules/') &&
      packages[path].link !== true &&
      !reached.has(path) &&
      existsSync(join(root, path)),
  );
}

function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta?.[name]?.optional !== true,
  );
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** The packages that these names mean for the package at `path`: the nearest one on the way to the root. */
function namesToPaths(packages, path, names) {
  return names.flatMap((name) => {
    for (let at = path; ; at = parentOf(at)) {
      const found = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
      if (packages[found] !== undefined) return [found];
      if (at === '') return [];
    }
  });
}

function parentOf(path) {
  const end = path.lastIndexOf('/node_modules/');
  return end === -1 ? '' : path.slice(0, end);
}
