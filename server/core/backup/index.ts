export { type BackupReport, createBackup } from './create.ts';
export { BackupError, BackupFile } from './format.ts';
export { restoreBackup } from './restore.ts';
