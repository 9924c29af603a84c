import { join } from 'node:path';
import type { Settings } from '../config.ts';
import {
  BackupFile,
  findEarlierMigration,
  requireSameServers,
  restoreBackup,
  UnfinishedRestoreError,
} from '../core/backup/index.ts';
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
      const earlier = findEarlierMigration(file.header, await listMigrations(), packageFile.version);
      // Before the servers get tables.
      requireSameServers(file.header.servers, [{ name: FIRST_SERVER }, ...settings.databaseServers]);
      const masterKey = await requireMasterKey(settings, file);
      const report = await withInterruption(async (signal) => {
        await file.verify(masterKey, signal);
        return restoreInto(settings, file, {
          earlier,
          takesOverStore: options['take-over-documents'] !== undefined,
          signal,
        });
      });
      const { faults, ...counts } = report;
      const { createdAt } = file.header;
      const store = openBlobStore(settings);
      return {
        data: { ...counts, ...listFaults(faults, store), createdAtUtc: createdAt },
        text: describe(report, { createdAt, earlier }, store).join('\n'),
      };
    } finally {
      await file.close();
    }
  },
};

/** The list at the end is that of the guide, in its order. */
function describe(
  { tenants, blobs, missing, damaged, faults }: Awaited<ReturnType<typeof restoreInto>>,
  { createdAt, earlier }: { createdAt: string; earlier: string | undefined },
  store: BlobStore,
): string[] {
  const lines = [
    `Restored ${formatCount(tenants, 'tenant')} and ${formatCount(blobs, 'document file')} as of ${createdAt}.`,
  ];
  if (earlier !== undefined)
    lines.push(
      `An earlier version wrote the backup. Its tables were migrated from ${earlier} to this version.`,
    );
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

async function requireMasterKey(settings: Settings, { header }: BackupFile): Promise<Buffer> {
  const path = join(settings.dataDirectory, 'master.key');
  const advice = `The backup needs the master key with the id ${header.masterKeyId}. Copy master.key from the original installation to ${path} (mode 600), or set MASTER_KEY to its contents.`;
  const masterKey = await findMasterKey(settings);
  if (masterKey === undefined) throw new CommandError(`There is no master key. ${advice}`);
  if (toMasterKeyId(masterKey) === header.masterKeyId) return masterKey;
  const source = settings.masterKey === undefined ? path : 'MASTER_KEY';
  throw new CommandError(`${source} is a different key. Nothing was changed. ${advice}`);
}

interface Into {
  /** The last migration of the backup, if an earlier version wrote it. */
  earlier: string | undefined;
  takesOverStore: boolean;
  signal: AbortSignal;
}

/** The rows of an earlier version fit only its tables. So the rest of the migrations runs after them, as in an update. */
async function restoreInto(settings: Settings, file: BackupFile, { earlier, takesOverStore, signal }: Into) {
  const server = await openDatabaseServer(settings, { allowCreate: true, exclusive: true });
  try {
    await migrateServers(settings, server.url, { last: earlier });
    const store = openBlobStore(settings);
    const servers = [{ name: FIRST_SERVER, url: server.url }, ...settings.databaseServers].map(
      ({ name, url }) => ({ name, url: ownerUrlOf(settings, name) ?? url }),
    );
    const report = await restoreBackup({ file, servers, store, takesOverStore, signal });
    const { applied } = earlier === undefined ? { applied: [] } : await migrateRestored(settings, server.url);
    return { ...report, applied };
  } catch (error) {
    throw explainDatabaseError(error, settings);
  } finally {
    await server.close();
  }
}

async function migrateRestored(settings: Settings, url: string) {
  try {
    return await migrateServers(settings, url);
  } catch (error) {
    throw new UnfinishedRestoreError(
      `Everything was restored, but the database could not be migrated to this version: ${(error as Error).message} Run "npx stellwerk migrate" to continue.`,
      { cause: error },
    );
  }
}
