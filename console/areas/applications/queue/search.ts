import { OPEN_STAGES, STAGES } from '../../../core/api/records.ts';
import type { QueueSearch } from '../../../core/paths.ts';
import { toDay, toId } from '../../../core/search-values.ts';

/** Reads what the address says about the queue. What it says wrongly is left out. */
export function readQueueSearch(search: Record<string, unknown>): QueueSearch {
  const { stage, branch, order, from, to, application } = search;
  const read: QueueSearch = {
    stage: stage === 'all' ? stage : STAGES.find((name) => name === stage),
    branch: branch === 'mine' || branch === 'all' ? branch : toId(branch),
    order: order === 'asc' ? order : undefined,
    from: toDay(from),
    to: toDay(to),
    application: toId(application),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** The filter of the service. Without a stage, the applications that somebody still has to decide about. */
export function toFilter({ stage, branch, order, from, to }: QueueSearch, ownBranches: readonly number[]) {
  const stages = stage === 'all' ? undefined : stage === undefined ? [...OPEN_STAGES] : [stage];
  const chosen = branch ?? (ownBranches.length > 0 ? 'mine' : 'all');
  const officeIds = chosen === 'all' ? undefined : chosen === 'mine' ? [...ownBranches] : [chosen];
  return { stages, officeIds, order: order ?? ('desc' as const), startDate: from, endDate: to };
}
