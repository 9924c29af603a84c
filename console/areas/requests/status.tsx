import { Badge } from '../../core/ui/badge.tsx';

/** Ids of GET /masterdata/requeststatus. */
const OPEN_STATUSES: readonly number[] = [1, 2];
export const CANCELLED = 4;

/** The status of a request, as the service names it. */
export function Status({ statusId, status }: { statusId: number; status: string | null }) {
  return <Badge tone={OPEN_STATUSES.includes(statusId) ? 'accent' : undefined}>{status ?? statusId}</Badge>;
}
