import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { BackupFile, restoreBackup } from '../core/backup/index.ts';
import { toMasterKeyId } from '../core/crypto/sealing.ts';
import { listMigrations, migrate } from '../core/db/migrate.ts';
import { migrateQueue } from '../core/queue/index.ts';
import { openBlobStore, readMasterKey } from '../open-services.ts';
import packageFile from '../package.json' with { type: 'json' };
import { type Command, CommandError } from './command.ts';
import { toDatabaseFault } from './faults.ts';
import { hasMasterKey, openDatabaseServer } from './installation.ts';
import { withInterruption } from './interruption.ts';

export const restoreCommand: Command = {
  name: 'restore',
  summary:
    'Put a backup into an installation without tenants, all of it or nothing. The service must not run.',
  arguments: ['FILE'],
  async run({ arguments: [path], settings: read }) {
    const settings = read();
    const file = await BackupFile.open(path!);
    try {
      await requireSameLevel(file);
      const masterKey = await requireMasterKey(settings, file);
      const report = await withInterruption(async (signal) => {
        await file.verify(masterKey, signal);
        return restoreInto(settings, file, signal);
      });
      return {
        data: { ...report, createdAtUtc: file.header.createdAt },
        text: [
          `Restored: ${report.tenants} tenant${report.tenants === 1 ? '' : 's'}, ${report.blobs} document file${report.blobs === 1 ? '' : 's'}, as of ${file.header.createdAt}.`,
          'Next: repeat the erasures that were made after that time, start the service, and let integrations make a full export.',
        ].join('\n'),
      };
    } finally {
      await file.close();
    }
  },
};

/** A restore never migrates: what it puts back is byte by byte what the version that wrote it knew. */
async function requireSameLevel({ header }: BackupFile): Promise<void> {
  const own = await listMigrations();
  const level = (list: { name: string; sha256: string }[]) =>
    list.map(({ name, sha256 }) => `${name} ${sha256}`).join('\n');
  if (level(own) === level(header.migrations)) return;
  throw new CommandError(
    `The backup was written by Stellwerk ${header.version} at the migration ${header.migrations.at(-1)?.name}; this is ${packageFile.version} at ${own.at(-1)?.name}. Restore it with that version, then start this one on the result: it migrates. Nothing was changed.`,
  );
}

async function requireMasterKey(settings: Settings, { header }: BackupFile): Promise<Buffer> {
  const place = join(settings.dataDirectory, 'master.key');
  const advice = `The backup needs the master key with the id ${header.masterKeyId}: copy the file master.key of the installation it comes from to ${place} (mode 600), or set MASTER_KEY to its content.`;
  if (!(await hasMasterKey(settings))) throw new CommandError(`There is no master key. ${advice}`);
  const masterKey = await readMasterKey(settings);
  if (toMasterKeyId(masterKey) === header.masterKeyId) return masterKey;
  const source = settings.masterKey === undefined ? place : 'MASTER_KEY';
  throw new CommandError(`${source} is another key. ${advice} Nothing was changed.`);
}

async function restoreInto(settings: Settings, file: BackupFile, signal: AbortSignal) {
  const server = await openDatabaseServer(settings, { mayCreate: true, mustOwn: true });
  try {
    const { role } = await migrate(server.url);
    await migrateQueue({ databaseUrl: server.url, databaseRole: role });
    return await restoreBackup({ file, databaseUrl: server.url, store: openBlobStore(settings), signal });
  } catch (error) {
    throw toDatabaseFault(error, settings);
  } finally {
    await server.close();
  }
}
