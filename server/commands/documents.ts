import { listAllTenants } from '../areas/tenants/index.ts';
import { readInstallationId, requireOwnStore } from '../core/blobs/index.ts';
import { type Faults, verifyFiles } from '../core/document-files/index.ts';
import { openBlobStore } from '../open-services.ts';
import type { Command } from './command.ts';
import { describeFaults, formatCount, listFaults, PUT_BACK } from './document-faults.ts';
import { OTHER_STORE } from './document-sample.ts';
import { moveCommand } from './documents-move.ts';
import { withServices } from './installation.ts';
import { withInterruption } from './interruption.ts';
import { showProgress } from './progress.ts';
import { requireRightKey } from './signing-key.ts';

const verifyCommand: Command = {
  name: 'documents verify',
  summary:
    'Read every document, picture, and attachment in the store, and name those that are missing or damaged.',
  run({ settings: read }) {
    const settings = read();
    return withServices(settings, async (services) => {
      const { database, blobs } = services;
      await requireRightKey(services);
      const store = openBlobStore(settings, () => readInstallationId(database.system));
      await requireOwnStore(database.system, store);
      const tenants = await listAllTenants(database);
      const { checked, faults } = await withInterruption(
        (signal) =>
          verifyFiles({
            database,
            blobs,
            store,
            tenants,
            onProgress: showProgress((done, total) => `Checked ${done} of ${total} files.`),
            signal,
          }),
        'Interrupted. Nothing was changed.',
      );
      return {
        data: { checked, ...listFaults(faults, store) },
        text: [
          `Checked ${formatCount(checked, 'file')} of ${formatCount(tenants.length, 'tenant')}.`,
          ...(faults.count === 0
            ? ['All are there, and none was altered.']
            : describe(faults, checked, store)),
        ].join('\n'),
        exitCode: faults.count === 0 ? 0 : 1,
      };
    });
  },
};

function describe(faults: Faults, checked: number, store: ReturnType<typeof openBlobStore>): string[] {
  const isEmpty = faults.count === checked && faults.list.every(({ reason }) => reason === 'missing');
  return [
    `MISSING OR DAMAGED: ${formatCount(faults.count, 'file')}.`,
    ...describeFaults(faults, store),
    isEmpty ? `None is there. ${OTHER_STORE}` : PUT_BACK,
  ];
}

export const documentCommands: readonly Command[] = [verifyCommand, moveCommand];
