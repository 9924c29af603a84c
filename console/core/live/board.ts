import type { QueryClient } from '@tanstack/react-query';
import type { queries } from '../api/queries.ts';
import type { Application, ApplicationStage } from '../api/records.ts';

type Pages = Parameters<NonNullable<ReturnType<typeof queries.boardColumn>['select']>>[0];

/** Moves a card from its column of the pipeline to another one, if it is on a board, and reads all columns again. */
export function moveCard(queryClient: QueryClient, id: number, stage: ApplicationStage): void {
  const columns = queryClient.getQueriesData<Pages>({ queryKey: ['applications', 'board'] });
  const card = columns
    .flatMap(([, pages]) => pages?.pages ?? [])
    .flatMap(({ applications }) => applications)
    .find((each) => each.id === id);
  for (const [queryKey] of card === undefined ? [] : columns) {
    const isTarget = queryKey[2] === card!.jobAdId && queryKey[3] === stage;
    const moved = { ...card!, stage, stageChangedAtUtc: new Date().toISOString() };
    queryClient.setQueryData<Pages>(queryKey, (pages) => {
      const rest = pages && without(pages, id);
      return isTarget ? rest && including(rest, moved) : rest;
    });
  }
  void queryClient.invalidateQueries({ queryKey: ['applications', 'board'] });
}

function without(pages: Pages, id: number): Pages {
  const isIn = pages.pages.some(({ applications }) => applications.some((each) => each.id === id));
  if (!isIn) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      total: page.total - 1,
      applications: page.applications.filter((each) => each.id !== id),
    })),
  };
}

/** On the first page, where the order puts it. */
function including(pages: Pages, card: Application): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page, index) => ({
      ...page,
      total: page.total + 1,
      applications:
        index === 0
          ? [...page.applications, card].sort((a, b) => b.appliedAtUtc.localeCompare(a.appliedAtUtc))
          : page.applications,
    })),
  };
}
