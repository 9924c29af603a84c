import type { NamedRow, TableWithFiles } from './rows.ts';

/**
 * `damaged`: the file cannot be opened, and it is not known why. `key`: what the database has about the file does not open it.
 * `unreadable`: the system refuses the file.
 */
export type FaultReason = 'missing' | 'damaged' | 'tooShort' | 'tooLong' | 'altered' | 'key' | 'unreadable';

/** A record whose file nobody can read. */
export interface FileFault extends NamedRow {
  /** The key of the tenant. */
  tenant: string;
  table: TableWithFiles;
  reason: FaultReason;
}

/** More faults than this are only counted: then the store as a whole is wrong. */
export const MAXIMUM_FAULTS = 1000;

export interface Faults {
  count: number;
  /** The first of them, at most MAXIMUM_FAULTS. */
  list: FileFault[];
}

/** Adds those of another server. */
export function mergeFaults(to: Faults, { count, list }: Faults): void {
  to.count += count;
  to.list.push(...list.slice(0, MAXIMUM_FAULTS - to.list.length));
}

/** An error of the system for one file, such as a bad sector. One for the whole store is a DocumentStoreError. */
export function isRefusedFile(error: unknown): boolean {
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return syscall !== undefined && ['EACCES', 'EPERM', 'EIO', 'EISDIR'].includes(code);
}
