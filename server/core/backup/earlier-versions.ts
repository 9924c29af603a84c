import { BackupError, type BackupHeader } from './format.ts';

/** A restore uses `installation`, `log_generation`, and `ended_log_generation` as they have been since this migration. */
export const OLDEST_MIGRATION = '0064_restores_and_owners.sql';

/**
 * The last migration of the earlier version that wrote a backup. Undefined if it has all of `own`, the migrations of this version,
 * which is called `version`. Throws BackupError if this version cannot restore the backup.
 */
export function findEarlierMigration(
  header: Pick<BackupHeader, 'version' | 'migrations'>,
  own: BackupHeader['migrations'],
  version: string,
): string | undefined {
  const last = header.migrations.at(-1)?.name ?? '';
  const isKnown = header.migrations.every(
    ({ name, sha256 }, index) => own[index]?.name === name && own[index].sha256 === sha256,
  );
  if (isKnown && header.migrations.length === own.length) return undefined;
  if (isKnown && last >= OLDEST_MIGRATION) return last;
  const wayOut = isKnown
    ? 'Restore the backup with the version that wrote it, then start this version, which migrates the database.'
    : 'Restore the backup with the version that wrote it, or with a later one.';
  throw new BackupError(
    `The backup was written by Stellwerk ${header.version} at migration ${last}, but this is Stellwerk ${version} at migration ${own.at(-1)?.name}. Nothing was changed. ${wayOut}`,
  );
}
