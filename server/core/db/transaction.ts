import type { TenantDatabase } from './connection.ts';
import { isConflict } from './faults.ts';

// A deadlock or serialization failure is rare and gone on the next try; more tries would hide a real fault.
const MAXIMUM_TRIES = 4;

/** Runs `run` in one transaction and repeats it after a conflict. It must have no effect outside the database. */
export function runTransaction<T>(
  db: TenantDatabase,
  run: (transaction: TenantDatabase) => Promise<T>,
): Promise<T> {
  return repeatOnConflict(() => db.transaction().execute(run));
}

/**
 * Runs a write that is a single statement, without BEGIN and COMMIT, and repeats it after a conflict. With a second
 * statement in `run`, a repetition would execute the first one twice.
 */
export function runStatement<T>(db: TenantDatabase, run: (db: TenantDatabase) => Promise<T>): Promise<T> {
  return repeatOnConflict(() => run(db));
}

async function repeatOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error) || tries === MAXIMUM_TRIES) throw error;
    }
  }
}
