import type { QueryClient } from '@tanstack/react-query';
import { applicationSearch } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import type { queries } from '../api/queries.ts';
import type { Application, ApplicationFilter } from '../api/records.ts';
import { mergeFirst } from './read-first.ts';
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

function merge(shown: Pages, first: Page, { stages }: ApplicationFilter): Pages {
  const chosen = Number(new URLSearchParams(location.search).get('application'));
  // The user has moved it.
  const isMoved = ({ stage }: Application) => stages != null && !stages.includes(stage);
  const kept = shown.pages
    .flatMap(({ applications }) => applications)
    .filter((application) => application.id === chosen || isMoved(application));
  const { pages } = mergeFirst(shown.pages, first, 'applications', new Set(kept.map(({ id }) => id)));
  return { ...shown, pages };
}
