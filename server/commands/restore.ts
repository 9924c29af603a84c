import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { BackupFile, requireSameServers, restoreBackup } from '../core/backup/index.ts';
import type { BlobStore } from '../core/blobs/index.ts';
import { toMasterKeyId } from '../core/crypto/sealing.ts';
import { FIRST_SERVER } from '../core/db/connection.ts';
import { listMigrations } from '../core/db/migrate.ts';
import { findMasterKey, openBlobStore } from '../open-services.ts';
import packageFile from '../package.json' with { type: 'json' };
import { type Command, CommandError } from './command.ts';
import { describeFaults, formatCount, listFaults, PUT_BACK } from './document-faults.ts';
import { explainDatabaseError } from './errors.ts';
import { requireRereadableFile } from './input-file.ts';
import { openDatabaseServer } from './installation.ts';
import { withInterruption } from './interruption.ts';
import { migrateServers, ownerUrlOf, refuseWorkers } from './servers.ts';

export const restoreCommand: Command = {
  name: 'restore',
  summary:
    'Restore a backup into an installation without tenants, completely or not at all. The service must not be running.',
  arguments: ['FILE'],
  options: {
    'take-over-documents': {
      meaning: 'Use a document store of another installation, which must no longer exist.',
    },
  },
  async run({ arguments: [path], options, settings: read }) {
    const settings = read();
    refuseWorkers(settings, 'restore');
    await requireRereadableFile(path!);
    const file = await BackupFile.open(path!);
    try {
      await requireSameMigrations(file);
      // Before the servers get tables.
      requireSameServers(file.header.servers, [{ name: FIRST_SERVER }, ...settings.databaseServers]);
      const masterKey = await requireMasterKey(settings, file);
      const report = await withInterruption(async (signal) => {
        await file.verify(masterKey, signal);
        return restoreInto(settings, file, options['take-over-documents'] !== undefined, signal);
      });
      const { faults, ...counts } = report;
      const { createdAt } = file.header;
      const store = openBlobStore(settings);
      return {
        data: { ...counts, ...listFaults(faults, store), createdAtUtc: createdAt },
        text: describe(report, createdAt, store).join('\n'),
      };
    } finally {
      await file.close();
    }
  },
};

/** The list at the end is that of the guide, in its order. */
function describe(
  { tenants, blobs, missing, damaged, faults }: Awaited<ReturnType<typeof restoreInto>>,
  createdAt: string,
  store: BlobStore,
): string[] {
  const lines = [
    `Restored ${formatCount(tenants, 'tenant')} and ${formatCount(blobs, 'document file')} as of ${createdAt}.`,
  ];
  if (missing > 0)
    lines.push(
      `NOT IN THE BACKUP, although records refer to them: ${formatCount(missing, 'document file')}.`,
    );
  if (damaged > 0)
    lines.push(
      `DAMAGED BEFORE THE BACKUP, so that nobody can read them: ${formatCount(damaged, 'document file')}. They were restored as they are.`,
    );
  if (faults.count > 0)
    lines.push(...describeFaults(faults, store), `Everything else was restored. ${PUT_BACK}`);
  return [
    ...lines,
    'Next, repeat what was done after that time ("After a restore" in docs/operations.md):',
    '  1. Start the service. Let users set holds again, before anybody erases.',
    '  2. Erase again whom you erased.',
    '  3. Revoke again the tokens, clients, signing keys, and users that were revoked.',
    '  4. Delete again the tenants that were deleted.',
    '  5. Rotate the master key again if it was rotated.',
    '  6. Have integrations run a full export.',
  ];
}

/** A restore never migrates. The data must fit the tables of the version that wrote the backup. */
async function requireSameMigrations({ header }: BackupFile): Promise<void> {
  const own = await listMigrations();
  const fingerprint = (list: { name: string; sha256: string }[]) =>
    list.map(({ name, sha256 }) => `${name} ${sha256}`).join('\n');
  if (fingerprint(own) === fingerprint(header.migrations)) return;
  throw new CommandError(
    `The backup was written by Stellwerk ${header.version} at migration ${header.migrations.at(-1)?.name}, but this is Stellwerk ${packageFile.version} at migration ${own.at(-1)?.name}. Nothing was changed. Restore the backup with the version that wrote it, then start this version, which migrates the database.`,
  );
}

async function requireMasterKey(settings: Settings, { header }: BackupFile): Promise<Buffer> {
  const path = join(settings.dataDirectory, 'master.key');
  const advice = `The backup needs the master key with the id ${header.masterKeyId}. Copy master.key from the original installation to ${path} (mode 600), or set MASTER_KEY to its contents.`;
  const masterKey = await findMasterKey(settings);
  if (masterKey === undefined) throw new CommandError(`There is no master key. ${advice}`);
  if (toMasterKeyId(masterKey) === header.masterKeyId) return masterKey;
  const source = settings.masterKey === undefined ? path : 'MASTER_KEY';
  throw new CommandError(`${source} is a different key. Nothing was changed. ${advice}`);
}

async function restoreInto(
  settings: Settings,
  file: BackupFile,
  takesOverStore: boolean,
  signal: AbortSignal,
) {
  const server = await openDatabaseServer(settings, { allowCreate: true, exclusive: true });
  try {
    await migrateServers(settings, server.url);
    const store = openBlobStore(settings);
    const servers = [{ name: FIRST_SERVER, url: server.url }, ...settings.databaseServers].map(
      ({ name, url }) => ({ name, url: ownerUrlOf(settings, name) ?? url }),
    );
    return await restoreBackup({ file, servers, store, takesOverStore, signal });
  } catch (error) {
    throw explainDatabaseError(error, settings);
  } finally {
    await server.close();
  }
}
