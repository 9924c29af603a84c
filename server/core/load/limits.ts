import type { Logger } from 'pino';
import type { LoadSettings } from '../../config/load-settings.ts';
import type { Database } from '../db/connection.ts';
import { Admission } from './admission.ts';
import { RefusalLog } from './refusal-log.ts';
import { Slots } from './slots.ts';

/** Anonymous callers who only read, such as visitors of the job portal. */
export const ANONYMOUS_READERS = 'readers';
/** Their number is unlimited, and what they wait for is the least urgent. */
const SHARE_OF_ANONYMOUS_READERS = 0.25;

/** What a process does at once. */
export interface LoadLimits {
  /** Each holds a connection and a snapshot of the database until the last row is read. */
  streams: Slots;
  /** Each holds an open file or a connection to the document store. */
  downloads: Slots;
  /** Requests with a long body, or with one that is read while it arrives. The sender decides how long that takes. */
  uploads: Slots;
  /** All other requests, without the time in which their bodies arrive and their responses leave. */
  requests: Admission;
  refusals: RefusalLog;
}

/** What a caller can hold for long. */
export type SlotKind = 'streams' | 'downloads' | 'uploads';

export function createLoadLimits(
  settings: LoadSettings,
  log: Pick<Logger, 'info'>,
  database: Pick<Database, 'isResponding'>,
): LoadLimits {
  const refusals = new RefusalLog(log);
  return {
    streams: new Slots({
      total: settings.streamConnections,
      what: 'exports, lists and change windows',
      verb: 'receive',
      setting: 'STREAM_CONNECTIONS',
      refusals,
    }),
    downloads: new Slots({
      total: settings.downloads,
      what: 'documents',
      verb: 'receive',
      setting: 'DOWNLOADS',
      refusals,
    }),
    uploads: new Slots({
      total: settings.uploads,
      what: 'requests with documents or long bodies',
      verb: 'send',
      setting: 'UPLOADS',
      refusals,
    }),
    requests: new Admission({
      limit: settings.requestsInProgress,
      shares: { [ANONYMOUS_READERS]: SHARE_OF_ANONYMOUS_READERS },
      refusals,
      isDatabaseResponding: () => database.isResponding(),
    }),
    refusals,
  };
}
