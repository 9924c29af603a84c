import { basename } from 'node:path';
import { KeySet } from '../areas/access/index.ts';
import { createBackup } from '../core/backup/index.ts';
import { listMigrations } from '../core/db/migrate.ts';
import { openBlobStore } from '../open-services.ts';
import packageFile from '../package.json' with { type: 'json' };
import { type Command, CommandError } from './command.ts';
import { toMasterKeyFault } from './faults.ts';
import { hasMasterKey, withServices } from './installation.ts';
import { withInterruption } from './interruption.ts';

const SHOWN_KEYS = 5;

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write all data and documents of all tenants into one new file; the master key is not in it.',
  arguments: ['FILE'],
  async run({ arguments: [path], settings: read }) {
    const settings = read();
    // Asked here, because opening the services would make a key that has nothing to do with the data.
    if (!(await hasMasterKey(settings))) {
      throw new CommandError(
        `There is no master key: set MASTER_KEY, or DATA_DIR to the directory with the file master.key. A backup is sealed with it.`,
      );
    }
    return withServices(settings, async (services) => {
      const { database, masterKey, now } = services;
      await new KeySet(database.system, masterKey, now).signingKey().catch((error) => {
        throw toMasterKeyFault(error);
      });
      const report = await withInterruption(async (signal) =>
        createBackup({
          path: path!,
          database,
          store: openBlobStore(settings),
          masterKey,
          version: packageFile.version,
          migrations: await listMigrations(),
          now: now(),
          signal,
        }),
      );
      const { tenants, blobs, sizeBytes, erased, lost } = report;
      const lines = [
        `${path} has been written: ${count(tenants, 'tenant')}, ${count(blobs, 'document file')}, ${(sizeBytes / 1024 ** 2).toFixed(1)} MiB.`,
        'The master key is not in it. Keep a copy of the key, apart from the backup: without it the backup is of no use.',
      ];
      if (erased.length > 0) {
        lines.push(`Left out, since deleted while the backup ran: ${count(erased.length, 'document file')}.`);
      }
      if (lost.length > 0) {
        lines.push(
          `NOT IN THE STORE, although records refer to them: ${count(lost.length, 'document file')} (${shown(lost)}). Is DATA_DIR or BLOB_URL the one the service runs with? The backup has everything else.`,
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

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function shown(keys: string[]): string {
  return keys.slice(0, SHOWN_KEYS).join(', ') + (keys.length > SHOWN_KEYS ? ', …' : '');
}
