import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listMigrations } from '../core/db/migrate.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Hashes of all migrations. The command `cd migrations && sha256sum --check SHA256SUMS` can verify the file too. */
export const FROZEN_MIGRATIONS = 'migrations/SHA256SUMS';

// Migrations up to this number have gaps. The rule was added later.
const LAST_WITH_GAPS = 30;

export interface Migration {
  name: string;
  sha256: string;
}

/** Returns the committed list with missing migrations added. Existing lines stay unchanged, even if a file was edited. */
export async function extendFrozenMigrations(): Promise<string> {
  return addMissing(await readFrozen(), await listMigrations());
}

/** Returns the differences between the migrations and the committed list, and faults of their numbers, one line each. */
export async function findMigrationFaults(): Promise<string[]> {
  return compareMigrations(await readFrozen(), await listMigrations());
}

export function addMissing(frozen: string, migrations: readonly Migration[]): string {
  const known = new Set(parse(frozen).map(({ name }) => name));
  const added = migrations.filter(({ name }) => !known.has(name));
  return frozen + added.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
}

export function compareMigrations(frozen: string, migrations: readonly Migration[]): string[] {
  const hashes = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  const listed = parse(frozen);
  const faults = listed.flatMap(({ name, sha256 }) => {
    if (!hashes.has(name))
      return [`${name} is missing; restore it, because migrations are never removed or renamed`];
    if (hashes.get(name) === sha256) return [];
    return [`${name} was edited; undo the edit and add a new migration`];
  });
  const unlisted = migrations.filter(({ name }) => !listed.some((entry) => entry.name === name));
  faults.push(...unlisted.map(({ name }) => `${name} is not in ${FROZEN_MIGRATIONS}; run npm run gen`));
  return [...faults, ...checkNumbers(migrations.map(({ name }) => name))];
}

function checkNumbers(names: readonly string[]): string[] {
  const faults: string[] = [];
  let expected = LAST_WITH_GAPS + 1;
  for (const name of [...names].sort()) {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
    if (Number.isNaN(number)) faults.push(`${name} has an invalid name; name it NNNN_topic.sql`);
    if (!(number > LAST_WITH_GAPS)) continue;
    if (number !== expected)
      faults.push(`${name} has the wrong number; the next number is ${String(expected).padStart(4, '0')}`);
    expected = number + 1;
  }
  return faults;
}

function readFrozen(): Promise<string> {
  return readFile(join(ROOT, FROZEN_MIGRATIONS), 'utf8');
}

function parse(frozen: string): Migration[] {
  return frozen
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ sha256: line.slice(0, 64), name: line.slice(66) }));
}
