import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listMigrations } from '../core/db/migrate.ts';

const ROOT = join(import.meta.dirname, '../..');

/** In the format of sha256sum: `cd migrations && sha256sum --check SHA256SUMS` verifies it too. */
export const FROZEN_MIGRATIONS = 'migrations/SHA256SUMS';

// These came before the rule, with gaps in their numbers.
const LAST_WITH_GAPS = 30;

export interface Migration {
  name: string;
  sha256: string;
}

/** The committed list with the migrations that it lacks. What it has stays as it is, even if the file was edited. */
export async function extendFrozenMigrations(): Promise<string> {
  return extend(await readFrozen(), await listMigrations());
}

/** Why the migrations and the committed list do not fit together, one line each. */
export async function findMigrationFaults(): Promise<string[]> {
  return judgeMigrations(await readFrozen(), await listMigrations());
}

export function extend(frozen: string, migrations: readonly Migration[]): string {
  const known = new Set(parse(frozen).map(({ name }) => name));
  const added = migrations.filter(({ name }) => !known.has(name));
  return frozen + added.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
}

export function judgeMigrations(frozen: string, migrations: readonly Migration[]): string[] {
  const hashes = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  const listed = parse(frozen);
  const faults = listed.flatMap(({ name, sha256 }) => {
    if (!hashes.has(name)) return [`${name} is missing: migrations are never removed or renamed`];
    if (hashes.get(name) === sha256) return [];
    return [`${name} was edited: undo the edit and add a new migration`];
  });
  const unlisted = migrations.filter(({ name }) => !listed.some((entry) => entry.name === name));
  faults.push(...unlisted.map(({ name }) => `${name} is not in ${FROZEN_MIGRATIONS}: run npm run gen`));
  return [...faults, ...judgeNumbers(migrations.map(({ name }) => name))];
}

function judgeNumbers(names: readonly string[]): string[] {
  const faults: string[] = [];
  let expected = LAST_WITH_GAPS + 1;
  for (const name of [...names].sort()) {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
    if (Number.isNaN(number)) faults.push(`${name}: name it NNNN_concern.sql`);
    if (!(number > LAST_WITH_GAPS)) continue;
    if (number !== expected) faults.push(`${name}: the next number is ${String(expected).padStart(4, '0')}`);
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
