import type { Settings } from '../config.ts';
import { DatabaseInUseError } from '../core/db/running-processes.ts';
import { CommandError } from './command.ts';
import { explainDatabaseError } from './errors.ts';
import { findRunningServices } from './running-file.ts';

/** Explains to the operator why the database cannot be migrated. Returns other errors unchanged. */
export async function explainMigrationError(error: unknown, settings: Settings): Promise<unknown> {
  if (!(error instanceof DatabaseInUseError)) return explainDatabaseError(error, settings);
  const services = await findRunningServices(settings.dataDirectory).catch(() => []);
  const here = services.map(
    ({ processId, version, role }) => ` Here, it is process ${processId} (version ${version}, ROLE=${role}).`,
  );
  return new CommandError(
    `${error.message}${here.join('')} Stop Stellwerk on every machine, then try again. See "Upgrades" in docs/operations.md.`,
  );
}
