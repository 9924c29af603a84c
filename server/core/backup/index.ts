export { createBackup } from './create.ts';
export { findEarlierMigration } from './earlier-versions.ts';
export { BackupFile } from './format.ts';
export { restoreBackup, UnfinishedRestoreError } from './restore.ts';
export { requireSameServers } from './restore-target.ts';
