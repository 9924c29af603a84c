import type { ListEntry } from '../../core/api/queries-candidate.ts';
import { Badge, type Tone } from '../../core/ui/badge.tsx';

/** Of the value list of companies, whose ids are the same everywhere. */
const CUSTOMER = 3;
const BLOCKED = 5;
const TONES: Readonly<Record<number, Tone>> = { [CUSTOMER]: 'accent', [BLOCKED]: 'signal' };

interface StatusBadgeProps {
  statusId: number;
  /** Undefined while the names are not known. */
  entries: readonly ListEntry[] | undefined;
}

export function StatusBadge({ statusId, entries }: StatusBadgeProps) {
  return (
    <Badge tone={TONES[statusId]}>
      {entries === undefined ? '…' : (entries.find(({ id }) => id === statusId)?.name ?? statusId)}
    </Badge>
  );
}
