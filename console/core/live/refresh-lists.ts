import type { QueryClient } from '@tanstack/react-query';
import { applicationSearch } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import type { queries } from '../api/queries.ts';
import type { Application, ApplicationFilter } from '../api/records.ts';

type Pages = Parameters<NonNullable<ReturnType<typeof queries.applications>['select']>>[0];
type Page = Pages['pages'][number];

const FIRST_ROWS = 100;

/**
 * Reads the beginning of the lists of applications that are shown. New ones appear at the top of a list that has the newest
 * first, and those that a colleague has moved on disappear. What the user has moved or chosen stays: a list that jumps loses its
 * reader.
 */
export async function refreshLists(queryClient: QueryClient): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['applications', 'summary'] });
  void queryClient.invalidateQueries({ queryKey: ['applications', 'board'] });
  void queryClient.invalidateQueries({ queryKey: ['applications', 'one'] });
  const shown = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['applications', 'list'], type: 'active' })
    .map(({ queryKey }) => queryKey);
  for (const queryKey of shown) {
    const filter = queryKey[2] as ApplicationFilter;
    const body = { ...filter, limit: FIRST_ROWS };
    // If there is no connection, the page says so, and its queries are repeated when it is back.
    const first = await call(applicationSearch, { body }).catch(() => undefined);
    if (first !== undefined)
      queryClient.setQueryData<Pages>(queryKey, (pages) => pages && merge(pages, first, filter));
  }
}

function merge(shown: Pages, first: Page, { stages, order }: ApplicationFilter): Pages {
  const current = new Map(first.applications.map((application) => [application.id, application]));
  const known = new Set(shown.pages.flatMap(({ applications }) => applications.map(({ id }) => id)));
  const added = order === 'asc' ? [] : first.applications.filter(({ id }) => !known.has(id));
  const chosen = Number(new URLSearchParams(location.search).get('application'));
  const end = first.nextCursor === null ? undefined : first.applications.at(-1)?.appliedAtUtc;
  const isBeyond = ({ appliedAtUtc }: Application) =>
    end !== undefined && (order === 'asc' ? appliedAtUtc >= end : appliedAtUtc <= end);
  const isKept = (application: Application) =>
    current.has(application.id) ||
    application.id === chosen ||
    isBeyond(application) ||
    // The user has moved it.
    (stages != null && !stages.includes(application.stage));
  return {
    ...shown,
    pages: shown.pages.map((page, index) => ({
      ...page,
      total: first.total,
      totalIsExact: first.totalIsExact,
      applications: [
        ...(index === 0 ? added : []),
        ...page.applications.filter(isKept).map((application) => current.get(application.id) ?? application),
      ],
    })),
  };
}
