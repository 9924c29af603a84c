import type { Logger } from 'pino';
import type { Settings } from '../config.ts';
import type { SealedBlobs } from './blobs/index.ts';
import type { Database } from './db/connection.ts';

/** The singletons of the process. Handlers get them in their context, and tasks and commands get them as an argument. */
export interface Services {
  settings: Settings;
  database: Database;
  blobs: SealedBlobs;
  masterKey: Buffer;
  log: Logger;
  /** The clock of the process. Timestamps in the database come from its own clock, clock_now(). */
  now(): Date;
}
