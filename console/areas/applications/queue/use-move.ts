import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import type { queries } from '../../../core/api/queries.ts';
import { type Application, type ApplicationStage, nameOf } from '../../../core/api/records.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { moveCard } from '../../../core/live/board.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { applicationSetStageLimits } from '../../../generated/limits.ts';
import { applicationGet, applicationSetStage } from '../../../generated/operations.ts';

type Lists = ReturnType<typeof queries.applications>;
type Pages = Parameters<NonNullable<Lists['select']>>[0];

export type MovedApplication = Pick<Application, 'id' | 'candidateId' | 'stage' | 'firstName' | 'lastName'> &
  Partial<Pick<Application, 'stageReason'>>;

export interface Move {
  stage: ApplicationStage;
  reason?: string | null;
  /** What undoing leads back to, if the list does not show it. */
  from?: Pick<MovedApplication, 'stage' | 'stageReason'> | undefined;
  /** Whether a dialog has asked for the reason. It then says itself why the application was not moved. */
  isAsked?: boolean;
}

/** Moves an application to a stage. The message about it moves it back. */
export function useMove(application: MovedApplication) {
  const texts = useTexts();
  const show = useMessages();
  const queryClient = useQueryClient();
  const { id, candidateId } = application;
  const showMoved = (move: Move) => {
    // The row stays where it is, with its new stage, even if the filter leaves it out: a list that jumps loses its reader.
    queryClient.setQueriesData<Pages>({ queryKey: ['applications', 'list'] }, (pages) =>
      withStage(pages, id, move),
    );
    moveCard(queryClient, id, move.stage);
    void queryClient.invalidateQueries({ queryKey: ['applications', 'one', id] });
    void queryClient.invalidateQueries({ queryKey: ['applications', 'list'], refetchType: 'none' });
    void queryClient.invalidateQueries({ queryKey: ['applications', 'summary'] });
    void queryClient.invalidateQueries({ queryKey: ['candidates', candidateId] });
  };
  const put = async (move: Move) => {
    const { stage, reason } = move;
    await call(applicationSetStage, { path: { id }, body: { stage, reason } });
    showMoved(move);
  };
  const fail = useFailure(applicationSetStageLimits);
  const undo = async (moved: ApplicationStage, { stage, stageReason }: NonNullable<Move['from']>) => {
    try {
      const now = await call(applicationGet, { path: { id } });
      if (now.stage !== moved) {
        // A colleague has decided since.
        showMoved({ stage: now.stage, reason: now.stageReason });
        const text = texts.queue.notMovedBack(nameOf(application), texts.stages[now.stage]);
        show({ text, isFailure: true });
        return;
      }
      await put({ stage, reason: stageReason });
      show({ text: texts.queue.movedBack(nameOf(application), texts.stages[stage]) });
    } catch (error) {
      fail(error);
    }
  };
  return useSending({
    mutationFn: put,
    onSuccess: (_, { stage, from = application }) =>
      show({
        text: texts.queue.moved(nameOf(application), texts.stages[stage]),
        undo: () => undo(stage, from),
      }),
    onError: (error, { isAsked = false }) => isAsked || fail(error),
  });
}

function withStage(pages: Pages | undefined, id: number, { stage, reason = null }: Move): Pages | undefined {
  if (pages === undefined) return undefined;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      applications: page.applications.map((each) =>
        each.id === id
          ? { ...each, stage, stageReason: reason, stageChangedAtUtc: new Date().toISOString() }
          : each,
      ),
    })),
  };
}
