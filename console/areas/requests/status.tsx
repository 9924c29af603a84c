import classes from './status.module.css';

/** Ids of GET /masterdata/requeststatus. */
const OPEN_STATUSES: readonly number[] = [1, 2];
export const CANCELLED = 4;

/** The status of a request, as the service names it. */
export function Status({ statusId, status }: { statusId: number; status: string | null }) {
  return (
    <span className={classes.status} data-open={OPEN_STATUSES.includes(statusId)}>
      {status ?? statusId}
    </span>
  );
}
