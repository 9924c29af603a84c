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

const SHOWN_KEYS = 5;

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
          masterKey: masterKeys.own,
          version: packageFile.version,
          migrations: await listMigrations(),
          now: now(),
          signal,
        }),
      );
      const { tenants, servers, blobs, sizeBytes, erased, lost } = report;
      const where = servers.length === 1 ? '' : ` on ${servers.length} servers`;
      const lines = [
        `Wrote ${path}: ${formatCount(tenants, 'tenant')}${where}, ${formatCount(blobs, 'document file')}, ${(sizeBytes / 1024 ** 2).toFixed(1)} MiB.`,
        'The file does not contain the master key. Keep a copy of the key in another place: a restore needs it.',
      ];
      if (erased.length > 0) {
        lines.push(
          `Left out because they were deleted during the backup: ${formatCount(erased.length, 'document file')}.`,
        );
      }
      if (lost.length > 0) {
        lines.push(
          `MISSING FROM THE STORE, although records refer to them: ${formatCount(lost.length, 'document file')} (${formatKeys(lost)}). The backup contains everything else. Check that DATA_DIR and BLOB_URL have the values that the service uses.`,
        );
      }
      return {
        data: { file: path, name: basename(path!), ...report },
        text: lines.join('\n'),
        exitCode: lost.length > 0 ? 1 : 0,
      };
    });
  },
};

function formatCount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function formatKeys(keys: string[]): string {
  return keys.slice(0, SHOWN_KEYS).join(', ') + (keys.length > SHOWN_KEYS ? ', …' : '');
}
