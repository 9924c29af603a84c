import { UsageError } from '../../commands/run.ts';

/** A value that both SQLite and PostgreSQL can store. */
export type SqlValue = string | number | null;

/**
 * The database that holds the copy: one connection, used by one caller at a time. Every statement must run on both
 * SQLite and PostgreSQL; parameters are question marks.
 */
export interface MirrorDatabase {
  readonly kind: 'sqlite' | 'postgres';
  all<T>(sql: string, values?: readonly SqlValue[]): Promise<T[]>;
  run(sql: string, values?: readonly SqlValue[]): Promise<void>;
  hasTable(name: string): Promise<boolean>;
  /** All or nothing, even if the process is killed. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Removes older versions of the data from the log beside an SQLite file. False if a reader still needs them: call it again later. */
  truncateLog(): Promise<boolean>;
  /** Writes an SQLite file anew, without anything that was deleted. Takes long, and needs space for two further copies of the file. */
  rewrite(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The target is in use by another process, or it or the directory for documents cannot be used. The message says what to do.
 */
export class TargetError extends UsageError {
  override name = 'TargetError';
}

export interface OpenOptions {
  /** Takes no lock. The target must exist. */
  readOnly?: boolean;
}
