import { listAllTenants } from '../areas/tenants/index.ts';
import { blobUrl } from '../config/values.ts';
import type { Settings } from '../config.ts';
import { type BlobStore, readInstallationId, requireOwnStore, SealedBlobs } from '../core/blobs/index.ts';
import { takeSessionLock } from '../core/db/session-lock.ts';
import { copyFiles, type MoveReport, removeSurplus } from '../core/document-files/index.ts';
import { explainFileError, type FileUse } from '../core/files/file-error.ts';
import { findOverlap } from '../core/files/overlap.ts';
import type { Services } from '../core/services.ts';
import { findBlobDirectory, openBlobStore } from '../open-services.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { describeFaults, formatCount, listFaults } from './document-faults.ts';
import { withServices } from './installation.ts';
import { withInterruption } from './interruption.ts';
import { showProgress } from './progress.ts';
import { requireRightKey } from './signing-key.ts';

/** Held by a command that copies. An arbitrary number. Every version must use the same one. */
const COPY_LOCK = 7_146_510_240;
const MIB = 1024 ** 2;
const SAME_STORE = '--to is the store that the documents are in. Choose another one.';
const WAY_OUT = 'choose another directory for --to. Then run the command again';

export const moveCommand: Command = {
  name: 'documents move',
  summary:
    'Copy all documents to another store, such as from a directory to S3. Repeat it to copy what has come since.',
  options: {
    to: {
      value: 'URL',
      meaning: 'The new value of BLOB_URL: file:///directory or s3://bucket/prefix?…',
      isRequired: true,
    },
  },
  run({ options, settings: read }) {
    const settings = read();
    const target = openTarget(settings, options.to!);
    return withServices(settings, (services) =>
      holdingLock(services, async () => {
        const { removed, ...report } = await move(services, target, options.to!);
        const { faults, ...counts } = report;
        return {
          data: { to: options.to, ...counts, removed, ...listFaults(faults, openBlobStore(settings)) },
          text: describe({ ...report, removed }, options.to!, openBlobStore(settings)),
          exitCode: faults.count === 0 ? 0 : 1,
        };
      }),
    );
  },
};

function openTarget(settings: Settings, url: string): BlobStore {
  try {
    blobUrl(url);
  } catch (error) {
    throw new UsageError(`--to ${(error as Error).message}.`);
  }
  const { awsAccessKeyId, awsSecretAccessKey } = settings;
  if (url.startsWith('s3:') && (awsAccessKeyId === undefined || awsSecretAccessKey === undefined))
    throw new CommandError('--to is an S3 store, which needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  return openBlobStore({ ...settings, blobUrl: url }, undefined, '--to');
}

async function move(
  services: Services,
  target: BlobStore,
  to: string,
): Promise<MoveReport & { removed: number }> {
  const { settings, database, blobs, masterKeys } = services;
  await requireRightKey(services);
  const source = openBlobStore(settings, () => readInstallationId(database.system));
  const id = await requireOwnStore(database.system, source);
  if (source.locate('t1/x') === target.locate('t1/x')) throw new CommandError(SAME_STORE);
  const directory = findBlobDirectory({ ...settings, blobUrl: to });
  const explainTarget = (error: unknown) =>
    directory === undefined ? error : explainFileError(error, { ...toUse(directory), wayOut: WAY_OUT });
  if (directory !== undefined) await refuseOverlap(directory, findBlobDirectory(settings));
  await claimTarget(target, id);
  const blobsOf = { source: blobs, target: new SealedBlobs({ store: target, masterKeys }) };
  const listTenants = () => listAllTenants(database);
  return withInterruption(async (signal) => {
    const tenants = await listTenants();
    const onProgress = showProgress((done, total) => `Copied ${done} of ${total} files.`);
    const report = await copyFiles({
      database,
      tenants,
      source,
      target,
      blobsOf,
      explainTarget,
      onProgress,
      signal,
    });
    return {
      ...report,
      removed: await removeSurplus({ database, target, listTenants, explainTarget, signal }),
    };
  }, 'Interrupted. The documents are where they were. Run the command again to continue.');
}

/** The old store is deleted after the move, with everything in it. */
async function refuseOverlap(target: string, source: string | undefined): Promise<void> {
  if (source === undefined) return;
  const overlap = await findOverlap(target, source).catch((error) => {
    throw explainFileError(error, toUse(target));
  });
  if (overlap === 'same') throw new CommandError(SAME_STORE);
  if (overlap !== undefined)
    throw new CommandError(
      `--to ${overlap === 'inside' ? 'is inside of' : 'contains'} the store that the documents are in, ${source}, so that it could not be deleted without the new one. Nothing was changed. Choose a directory beside it.`,
    );
}

function toUse(directory: string): FileUse {
  return { path: directory, what: 'the document store', setting: '--to' };
}

/** The new store gets the id of the installation, so that a start with it needs no option. */
async function claimTarget(target: BlobStore, id: string): Promise<void> {
  const owner = await target.readOwner();
  if (owner === id) return;
  if (owner !== undefined)
    throw new CommandError(
      `--to is the document store of the installation ${owner}, but this is the installation ${id}. Nothing was changed. Choose another prefix or an empty directory.`,
    );
  for await (const _ of target.list())
    throw new CommandError(
      '--to has documents but no installation id, so it is not known whose they are. Nothing was changed. Choose another prefix or an empty directory.',
    );
  await target.writeOwner(id, { replaces: false });
}

async function holdingLock<T>({ database }: Services, work: () => Promise<T>): Promise<T> {
  const session = await database.checkout(null);
  try {
    if (!(await takeSessionLock(session.client, COPY_LOCK)))
      throw new CommandError('Another "documents move" is running. Wait until it ends.');
    return await work();
  } finally {
    // Closing the connection releases the lock.
    session.release(true);
  }
}

function describe(
  { copied, copiedBytes, present, removed, faults }: MoveReport & { removed: number },
  to: string,
  source: BlobStore,
): string {
  const lines = [
    `Copied ${formatCount(copied, 'file')} (${(copiedBytes / MIB).toFixed(1)} MiB) and read each copy. ${present} had been copied before.`,
  ];
  if (removed > 0)
    lines.push(`Removed ${formatCount(removed, 'copy', 'copies')} whose records were deleted since.`);
  if (faults.count > 0)
    lines.push(
      `MISSING OR DAMAGED: ${formatCount(faults.count, 'file')}.`,
      ...describeFaults(faults, source),
      'These were not copied. To get them back, see "Missing and damaged documents" in docs/operations.md. Then run the command again.',
    );
  lines.push(
    `Next: stop the service, run the command again to copy what has come since, set BLOB_URL=${to}, and start the service. Keep the old store until "npx stellwerk documents verify" has succeeded with the new BLOB_URL.`,
  );
  return lines.join('\n');
}
