import { UsageError } from '../commands/run.ts';

/** A value that SQLite and PostgreSQL both store. */
export type SqlValue = string | number | null;

/**
 * The database a mirror lives in, one connection used by one caller at a time. Statements are written so that SQLite
 * and PostgreSQL both take them; parameters are question marks.
 */
export interface MirrorDatabase {
  readonly kind: 'sqlite' | 'postgres';
  all<T>(sql: string, values?: readonly SqlValue[]): Promise<T[]>;
  run(sql: string, values?: readonly SqlValue[]): Promise<void>;
  /** All or nothing, also when the process is killed. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The mirror is in use by another process, or cannot be opened; the message says what to do. */
export class TargetError extends UsageError {
  override name = 'TargetError';
}

export interface OpenOptions {
  /** Only to be looked at: takes no lock, and the mirror must exist. */
  readOnly?: boolean;
}

/** Opens a target: `postgres://…`, or the path of an SQLite file, with or without `sqlite:` before it. */
export async function openDatabase(target: string, options: OpenOptions = {}): Promise<MirrorDatabase> {
  if (/^postgres(ql)?:\/\//.test(target)) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(target, options);
  }
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(target.replace(/^sqlite:(\/\/)?/, ''), options);
}
