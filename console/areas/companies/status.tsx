import type { ListEntry } from '../../core/api/queries-candidate.ts';
import classes from './status.module.css';

/** Of the value list of companies, whose ids are the same everywhere. */
const KINDS: Readonly<Record<number, string>> = { 3: 'customer', 5: 'blocked' };

interface StatusBadgeProps {
  statusId: number;
  /** Undefined while the names are not known. */
  entries: readonly ListEntry[] | undefined;
}

export function StatusBadge({ statusId, entries }: StatusBadgeProps) {
  return (
    <span className={classes.status} data-status={KINDS[statusId]}>
      {entries === undefined ? '…' : (entries.find(({ id }) => id === statusId)?.name ?? statusId)}
    </span>
  );
}
