import type { TenantDatabase } from './connection.ts';
import { isConflict } from './faults.ts';

// A deadlock or serialisation failure is rare and gone at the next try; more tries would hide a real fault.
const MAXIMUM_TRIES = 4;

/** Runs `run` in one transaction, and again when it lost against another: it must have no effect outside the database. */
export async function runTransaction<T>(
  db: TenantDatabase,
  run: (transaction: TenantDatabase) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      if (!isConflict(error) || attempt === MAXIMUM_TRIES) throw error;
    }
  }
}
