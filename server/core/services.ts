import type { Logger } from 'pino';
import type { Settings } from '../config.ts';
import type { SealedBlobs } from './blobs/index.ts';
import type { MasterKeys } from './crypto/master-keys.ts';
import type { Batches } from './db/batches.ts';
import type { Database } from './db/connection.ts';
import type { DiskSpace } from './files/disk-space.ts';
import type { LoadLimits } from './load/limits.ts';
import type { Tracer } from './tracing/index.ts';

/** The singletons of the process. Handlers get them in their context, and tasks and commands get them as an argument. */
export interface Services {
  settings: Settings;
  database: Database;
  batches: Batches;
  blobs: SealedBlobs;
  masterKeys: MasterKeys;
  disk: DiskSpace;
  log: Logger;
  load: LoadLimits;
  /** Undefined if traces are not exported. */
  tracer?: Tracer;
  /** The clock of the process. Timestamps in the database come from its own clock, clock_now(). */
  now(): Date;
}
