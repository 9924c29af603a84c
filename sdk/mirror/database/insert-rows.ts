import type { MirrorDatabase, SqlValue } from './database.ts';

// Few enough rows that one statement stays below the parameter limit of either database.
const ROWS_PER_STATEMENT = 50;

/** Inserts rows, several with one statement. `suffix` follows the values, for example `ON CONFLICT …`. */
export async function insertRows(
  database: MirrorDatabase,
  into: string,
  rows: readonly SqlValue[][],
  suffix = '',
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const part = rows.slice(from, from + ROWS_PER_STATEMENT);
    const row = `(${placeholders(part[0]!.length)})`;
    await database.run(`INSERT INTO ${into} VALUES ${part.map(() => row).join(', ')} ${suffix}`, part.flat());
  }
}

/** `?, ?, ?` for a list of values. */
export function placeholders(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ');
}
