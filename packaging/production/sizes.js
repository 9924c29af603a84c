import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const MEGABYTE = 1_000_000;
/** Smaller packages are one line together. */
const LISTED_FROM = 4 * MEGABYTE;

/** The sum of the sizes of all files in bytes. Links count as links.
 * @param {string} path
 * @returns {number} */
export function directorySize(path) {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + directorySize(join(path, name)), 0);
}

/** A table in Markdown: the packages by size, and the product itself.
 * @param {string} root */
export function sizeTable(root) {
  const rows = [];
  const others = { count: 0, size: 0 };
  for (const { name, size } of packageSizes(root)) {
    if (size >= LISTED_FROM) rows.push([name, size]);
    else {
      others.count++;
      others.size += size;
    }
  }
  rows.push([`${others.count} other packages`, others.size]);
  const product = readdirSync(root).filter((name) => name !== 'node_modules');
  const productSize = product.reduce((sum, name) => sum + directorySize(join(root, name)), 0);
  rows.push(['Stellwerk itself', productSize]);
  rows.push(['all', directorySize(root)]);
  const lines = rows.map(([name, size]) => `| ${name} | ${(size / MEGABYTE).toFixed(1)} |`);
  return ['| package | MB |', '| --- | ---: |', ...lines, ''].join('\n');
}

function packageSizes(root) {
  const modules = join(root, 'node_modules');
  return readdirSync(modules, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      name: name.startsWith('@') ? `${name}/*` : name,
      size: directorySize(join(modules, name)),
    }))
    .sort((a, b) => b.size - a.size);
}
