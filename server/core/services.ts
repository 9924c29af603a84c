import type { Logger } from 'pino';
import type { Settings } from '../config.ts';
import type { SealedBlobs } from './blobs/index.ts';
import type { Database } from './db/connection.ts';

/** What the process has one of. Handlers get it in their context; tasks and commands as an argument. */
export interface Services {
  settings: Settings;
  database: Database;
  blobs: SealedBlobs;
  masterKey: Buffer;
  log: Logger;
  /** The process's clock; the data's clock is clock_now() in the database. */
  now(): Date;
}
