import { basename } from 'node:path';
import { createBackup } from '../core/backup/index.ts';
import { type BlobStore, readInstallationId } from '../core/blobs/index.ts';
import { listMigrations } from '../core/db/migrate.ts';
import { openBlobStore } from '../open-services.ts';
import packageFile from '../package.json' with { type: 'json' };
import type { Command } from './command.ts';
import { describeFaults, formatCount, listFaults, PUT_BACK } from './document-faults.ts';
import { withServices } from './installation.ts';
import { withInterruption } from './interruption.ts';
import { refuseWorkers } from './servers.ts';
import { requireRightKey } from './signing-key.ts';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write the data and documents of all tenants to a new file, without the master key.',
  arguments: ['FILE'],
  async run({ arguments: [path], settings: read }) {
    const settings = read();
    refuseWorkers(settings, 'backup');
    return withServices(settings, async (services) => {
      const { database, masterKeys, now } = services;
      await requireRightKey(services);
      const store = openBlobStore(settings, () => readInstallationId(database.system));
      const { faults, ...report } = await withInterruption(async (signal) =>
        createBackup({
          path: path!,
          database,
          store,
          masterKeys,
          version: packageFile.version,
          migrations: await listMigrations(),
          now: now(),
          signal,
        }),
      );
      return {
        data: { file: path, name: basename(path!), ...report, ...listFaults(faults, store) },
        text: describe(path!, { faults, ...report }, store).join('\n'),
        exitCode: faults.count + report.unknown === 0 ? 0 : 1,
      };
    });
  },
};

function describe(
  path: string,
  report: Awaited<ReturnType<typeof createBackup>>,
  store: BlobStore,
): string[] {
  const { tenants, servers, blobs, sizeBytes, ownObjects } = report;
  const { erased, lost, damaged, unknown, unknownBecause, faults } = report;
  const where = servers.length === 1 ? '' : ` on ${servers.length} servers`;
  const mib = (sizeBytes / 1024 ** 2).toFixed(1);
  const lines = [
    `Wrote ${path}: ${formatCount(tenants, 'tenant')}${where}, ${formatCount(blobs, 'document file')}, ${mib} MiB.`,
    'The file does not contain the master key. Keep a copy of the key in another place: a restore needs it.',
  ];
  if (ownObjects.length > 0)
    lines.push(
      `Left out, because the migrations did not create them: ${ownObjects.join(', ')}. Back them up separately, such as with pg_dump.`,
    );
  if (erased > 0)
    lines.push(
      `Left out because they were deleted during the backup: ${formatCount(erased, 'document file')}.`,
    );
  if (faults.count + unknown === 0) return lines;
  if (lost > 0)
    lines.push(
      `MISSING FROM THE STORE, although records refer to them: ${formatCount(lost, 'document file')}. Check that DATA_DIR and BLOB_URL have the values that the service uses.`,
    );
  if (damaged > 0)
    lines.push(
      `DAMAGED IN THE STORE, so that nobody can read them: ${formatCount(damaged, 'document file')}. The backup has what can be read of them.`,
    );
  if (unknown > 0)
    lines.push(
      `MISSING OR DAMAGED, and it is not known whether records refer to them (${unknownBecause}): ${formatCount(unknown, 'document file')}. To find out, run: npx stellwerk documents verify`,
    );
  if (faults.count > 0) lines.push(...describeFaults(faults, store));
  return [...lines, `The backup contains everything else. ${PUT_BACK}`];
}
