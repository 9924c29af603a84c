import pg from 'pg';
import type { Settings } from '../config.ts';
import { claimStore } from '../core/blobs/index.ts';
import { CONNECTION_LOST } from '../core/db/faults.ts';
import { checkServers } from '../core/db/server-registration.ts';
import { createLog } from '../core/log.ts';
import { openBlobStore, openServers, openServices } from '../open-services.ts';
import { prepareInstallation } from '../prepare.ts';
import { ensureDemo } from './demo.ts';
import { requireSample } from './document-sample.ts';
import { explainDatabaseError, toErrorLine } from './errors.ts';
import { requireMasterKey } from './installation.ts';
import type { MessageFromPreparation, PreparationOrder, Prepared } from './preparation-messages.ts';
import { type DatabaseTarget, migrateServers } from './servers.ts';
import { requireRightKey } from './signing-key.ts';
import { findWarnings } from './start-warnings.ts';

interface Progress {
  /** Ends the preparation after the step that is running. */
  signal: AbortSignal;
  onStep(what: string): void;
}

/** Brings the database and the document store to the state that this version needs. Idempotent. Never rejects. */
export async function prepareService(
  order: PreparationOrder,
  progress: Progress,
): Promise<MessageFromPreparation> {
  try {
    progress.signal.throwIfAborted();
    const target = await migrateServers(order.settings, order.databaseUrl, progress);
    progress.signal.throwIfAborted();
    return { type: 'prepared', prepared: await prepareContents(order, target, progress) };
  } catch (error) {
    if (progress.signal.aborted && error === progress.signal.reason) return { type: 'interrupted' };
    return { type: 'failed', message: toErrorLine(explain(error, order.settings)) };
  }
}

/** The longest that TRANSACTION_TIMEOUT_MS can be: no request waits for these transactions. The one that makes the demo tenant takes a minute on a slow machine. */
const TRANSACTION_MS = 600_000;

/** Of a connection that broke, before or while something was sent. */
const LOST = [CONNECTION_LOST, 'ECONNRESET', 'EPIPE'];

/** Which of several servers an error is from is unknown. */
function explain(error: unknown, settings: Settings): unknown {
  const { code = '' } = (error ?? {}) as { code?: string };
  const isOfDatabase = error instanceof pg.DatabaseError || LOST.includes(code);
  return isOfDatabase && settings.databaseServers.length === 0
    ? explainDatabaseError(error, settings)
    : error;
}

async function prepareContents(
  order: PreparationOrder,
  target: DatabaseTarget,
  { onStep }: Progress,
): Promise<Prepared> {
  const { settings, wantsDemo } = order;
  await claimDocuments(order, target);
  const masterKey = await requireMasterKey(settings, target);
  const log = createLog(settings.logLevel);
  const services = openServices({
    settings: { ...settings, transactionTimeoutMs: TRANSACTION_MS },
    log,
    ...target,
    masterKey,
  });
  try {
    await checkServers(services.database, { registers: true });
    onStep('loading the value lists');
    await prepareInstallation(services);
    await requireRightKey(services);
    const demo =
      settings.role === 'worker'
        ? undefined
        : await ensureDemo(services, target.databaseUrl, {
            allowCreate: wantsDemo,
            onCreate: () => onStep('creating the demo tenant, which takes up to a minute'),
          });
    const warnings = await findWarnings(services);
    const { databaseRole, serverRoles } = target;
    return { databaseRole, serverRoles, masterKey: masterKey.toString('hex'), demo, warnings };
  } finally {
    await services.database.close();
  }
}

/** Before a master key is generated, so that a start on the wrong documents leaves no trace. */
async function claimDocuments(
  { settings, takesOverDocuments: takesOver, acceptsLostDocuments }: PreparationOrder,
  target: DatabaseTarget,
): Promise<void> {
  const database = openServers({ ...settings, databaseConnections: 1, streamConnections: 1 }, target);
  try {
    const store = openBlobStore(settings);
    if (takesOver && !acceptsLostDocuments) await requireSample(database, store);
    await claimStore(database.system, store, { takesOver });
  } finally {
    await database.close();
  }
}
