import type { QueryClient } from '@tanstack/react-query';
import { applicationSearch } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import type { queries } from '../api/queries.ts';
import type { Application, ApplicationFilter } from '../api/records.ts';
import { mergeRows } from './merge-rows.ts';
import { refreshShown } from './refresh-shown.ts';

type Pages = Parameters<NonNullable<ReturnType<typeof queries.applications>['select']>>[0];
type Page = Pages['pages'][number];

const FIRST_ROWS = 100;

/**
 * Reads the beginning of the lists of applications that are shown. New ones appear where they belong, which is the top of a list
 * that has the newest first, and those that a colleague has moved on disappear. What the user has moved or chosen stays: a list
 * that jumps loses its reader.
 */
export async function refreshLists(queryClient: QueryClient): Promise<void> {
  const beside = ['summary', 'board', 'one'].map((kind) =>
    queryClient.invalidateQueries({ queryKey: ['applications', kind] }),
  );
  await refreshShown(
    queryClient,
    ['applications', 'list'],
    ([, , filter]) =>
      call(applicationSearch, { body: { ...(filter as ApplicationFilter), limit: FIRST_ROWS } }),
    (shown: Pages, first, [, , filter]) => merge(shown, first, filter as ApplicationFilter),
  );
  await Promise.all(beside);
}

function merge(shown: Pages, first: Page, { stages, order }: ApplicationFilter): Pages {
  const loaded = shown.pages.flatMap(({ applications }) => applications);
  const hasMore = shown.pages.at(-1)?.nextCursor != null;
  const last = loaded.at(-1);
  const known = new Set(loaded.map(({ id }) => id));
  // What comes after the last row is on a page that has not been loaded.
  const rows = first.applications.filter(
    (row) => !hasMore || last === undefined || known.has(row.id) || !comesAfter(row, last, order),
  );
  const isReadToEnd = first.nextCursor === null || rows.length < first.applications.length;
  const chosen = Number(new URLSearchParams(location.search).get('application'));
  // The user has moved it.
  const isMoved = ({ stage }: Application) => stages != null && !stages.includes(stage);
  const kept = loaded.filter((application) => application.id === chosen || isMoved(application));
  const merged = mergeRows(
    { pages: shown.pages.map(({ applications }) => applications), hasMore },
    { rows, hasMore: !isReadToEnd },
    new Set(kept.map(({ id }) => id)),
  );
  const { total, totalIsExact } = first;
  return {
    ...shown,
    pages: shown.pages.map((page, index) => ({ ...page, total, totalIsExact, applications: merged[index]! })),
  };
}

/** In the order of the service: by time, and by id if they came at the same time. */
function comesAfter(row: Application, other: Application, order: ApplicationFilter['order']): boolean {
  const difference = Date.parse(row.appliedAtUtc) - Date.parse(other.appliedAtUtc) || row.id - other.id;
  return order === 'asc' ? difference > 0 : difference < 0;
}
