import type { TenantDatabase } from './connection.ts';
import { isConflict } from './faults.ts';
import { traceTransaction } from './statement-span.ts';

// Deadlocks and serialization failures are rare, and the next attempt usually succeeds. More attempts would hide a bug.
const MAXIMUM_ATTEMPTS = 4;

/**
 * Runs `run` in a transaction, and repeats it after a conflict. It must have no effect outside the database. If `db` is a
 * transaction already, `run` becomes part of it, and whoever began it repeats the whole.
 */
export function runTransaction<T>(
  db: TenantDatabase,
  run: (transaction: TenantDatabase) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return run(db);
  return repeatOnConflict(() => traceTransaction(() => db.transaction().execute(run)));
}

/**
 * Runs a single statement without BEGIN and COMMIT, and repeats it after a conflict. `run` must not execute more than one
 * statement: a repetition would execute the first one twice.
 */
export function runStatement<T>(db: TenantDatabase, run: (db: TenantDatabase) => Promise<T>): Promise<T> {
  return db.isTransaction ? run(db) : repeatOnConflict(() => run(db));
}

async function repeatOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!isConflict(error) || attempt === MAXIMUM_ATTEMPTS) throw error;
    }
  }
}
