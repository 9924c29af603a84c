import { basename } from 'node:path';
import { KeySet } from '../areas/access/index.ts';
import { createBackup } from '../core/backup/index.ts';
import { readInstallationId } from '../core/blobs/index.ts';
import { listMigrations } from '../core/db/migrate.ts';
import { openBlobStore } from '../open-services.ts';
import packageFile from '../package.json' with { type: 'json' };
import type { Command } from './command.ts';
import { explainMasterKeyError } from './errors.ts';
import { withServices } from './installation.ts';
import { withInterruption } from './interruption.ts';
import { refuseWorkers } from './servers.ts';
import { countDocuments, listUnreadable, PUT_BACK } from './unreadable-documents.ts';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write the data and documents of all tenants to a new file, without the master key.',
  arguments: ['FILE'],
  async run({ arguments: [path], settings: read }) {
    const settings = read();
    refuseWorkers(settings, 'backup');
    return withServices(settings, async (services) => {
      const { database, masterKeys, now } = services;
      await new KeySet(database.system, masterKeys, now).signingKey().catch((error) => {
        throw explainMasterKeyError(error);
      });
      const report = await withInterruption(async (signal) =>
        createBackup({
          path: path!,
          database,
          store: openBlobStore(settings, () => readInstallationId(database.system)),
          masterKeys,
          version: packageFile.version,
          migrations: await listMigrations(),
          now: now(),
          signal,
        }),
      );
      const { tenants, servers, blobs, sizeBytes, ownObjects, erased, lost, damaged, unreadable } = report;
      const where = servers.length === 1 ? '' : ` on ${servers.length} servers`;
      const lines = [
        `Wrote ${path}: ${tenants} tenant${tenants === 1 ? '' : 's'}${where}, ${countDocuments(blobs)}, ${(sizeBytes / 1024 ** 2).toFixed(1)} MiB.`,
        'The file does not contain the master key. Keep a copy of the key in another place: a restore needs it.',
      ];
      if (ownObjects.length > 0)
        lines.push(
          `Left out, because the migrations did not create them: ${ownObjects.join(', ')}. Back them up separately, such as with pg_dump.`,
        );
      if (erased.length > 0) {
        lines.push(`Left out because they were deleted during the backup: ${countDocuments(erased.length)}.`);
      }
      if (lost.length > 0)
        lines.push(
          `MISSING FROM THE STORE, although records refer to them: ${countDocuments(lost.length)}. Check that DATA_DIR and BLOB_URL have the values that the service uses.`,
          ...listUnreadable(unreadable, 'missing', lost.length),
        );
      if (damaged.length > 0)
        lines.push(
          `DAMAGED IN THE STORE, so that nobody can read them: ${countDocuments(damaged.length)}. The backup has what can be read of them.`,
          ...listUnreadable(unreadable, 'damaged', damaged.length),
        );
      const isWhole = lost.length + damaged.length === 0;
      if (!isWhole) lines.push(`The backup contains everything else. ${PUT_BACK}`);
      return {
        data: { file: path, name: basename(path!), ...report },
        text: lines.join('\n'),
        exitCode: isWhole ? 0 : 1,
      };
    });
  },
};
