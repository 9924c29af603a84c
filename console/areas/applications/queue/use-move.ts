import { useQueryClient } from '@tanstack/react-query';
import { call, read } from '../../../core/api/call.ts';
import { ChangedMeanwhileError, changeSeen } from '../../../core/api/change-seen.ts';
import type { queries } from '../../../core/api/queries.ts';
import { type Application, type ApplicationStage, nameOf } from '../../../core/api/records.ts';
import { keepDraft } from '../../../core/drafts/drafts.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { moveCard } from '../../../core/live/board.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { applicationSetStageLimits } from '../../../generated/limits.ts';
import { applicationGet, applicationSetStage } from '../../../generated/operations.ts';
import { findMover } from './find-mover.ts';

type Lists = ReturnType<typeof queries.applications>;
type Pages = Parameters<NonNullable<Lists['select']>>[0];

/** Where the user saw an application. Not every page shows the reason. */
type SeenApplication = Pick<Application, 'stage'> & Partial<Pick<Application, 'stageReason'>>;

export type MovedApplication = Pick<Application, 'id' | 'candidateId' | 'firstName' | 'lastName'> &
  SeenApplication;

export interface Move {
  stage: ApplicationStage;
  reason?: string | null | undefined;
  /** What the user has decided about, if it is not what the page showed. */
  seen?: SeenApplication | undefined;
  /** The draft of the reason, if a dialog has asked for it. The dialog then says itself why the application was not moved. */
  draft?: string;
}

export const isAsSeen = (stored: SeenApplication, seen: SeenApplication): boolean =>
  stored.stage === seen.stage && (seen.stageReason === undefined || stored.stageReason === seen.stageReason);

/** Without its time, the application has come to the stage just now. */
type StoredStage = SeenApplication & Partial<Pick<Application, 'stageChangedAtUtc'>>;

/** Returns the function that makes the page show an application as it is stored. */
export function useShowStored({ id, candidateId }: MovedApplication) {
  const queryClient = useQueryClient();
  return (stored: StoredStage) => {
    // The row stays where it is, with its new stage, even if the filter leaves it out: a list that jumps loses its reader.
    queryClient.setQueriesData<Pages>({ queryKey: ['applications', 'list'] }, (pages) =>
      withStage(pages, id, stored),
    );
    moveCard(queryClient, id, stored.stage);
    void queryClient.invalidateQueries({ queryKey: ['applications', 'one', id] });
    void queryClient.invalidateQueries({ queryKey: ['applications', 'list'], refetchType: 'none' });
    void queryClient.invalidateQueries({ queryKey: ['applications', 'summary'] });
    void queryClient.invalidateQueries({ queryKey: ['candidates', candidateId] });
  };
}

/** Moves an application to a stage, unless a colleague has moved it since. The message about it moves it back. */
export function useMove(application: MovedApplication) {
  const texts = useTexts();
  const show = useMessages();
  const may = useMay();
  const showStored = useShowStored(application);
  const fail = useFailure(applicationSetStageLimits);
  const path = { id: application.id };
  const name = nameOf(application);

  /** Returns the application as it was before. */
  const put = async ({ stage, reason, seen = application }: Move): Promise<Application> => {
    const before = await changeSeen({
      read: () => read(applicationGet, { path }),
      isAsSeen: (stored) => isAsSeen(stored, seen),
      change: (ifMatch) => call(applicationSetStage, { path, body: { stage, reason }, ifMatch }),
    });
    showStored({ stage, stageReason: reason ?? null });
    return before;
  };

  const sayMoved = (before: Application, { stage, reason }: Move) =>
    show({
      text: texts.queue.moved(name, texts.stages[stage]),
      undo: () => undo(before, { stage, stageReason: reason ?? null }),
    });

  const undo = async (before: Application, moved: SeenApplication) => {
    try {
      await put({ stage: before.stage, reason: before.stageReason, seen: moved });
      show({ text: texts.queue.movedBack(name, texts.stages[before.stage]) });
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError)) return fail(error);
      const now = error.stored as Application;
      showStored(now);
      show({
        text: await withMover(texts.queue.notMovedBack(name, texts.stages[now.stage]), now),
        isFailure: true,
      });
    }
  };

  const withMover = async (text: string, now: Application): Promise<string> => {
    const mover = may('candidates:read') ? await findMover(now) : undefined;
    return mover === undefined ? text : `${text} ${texts.queue.by(mover)}`;
  };

  const sayNotMoved = async (error: unknown, move: Move) => {
    if (!(error instanceof ChangedMeanwhileError)) return fail(error);
    const now = error.stored as Application;
    if (now.stage === move.stage) {
      const text = texts.queue.isThere(name, texts.stages[now.stage]);
      return show({ text: await withMover(text, now), isFailure: true });
    }
    const run = async () => {
      const anyway = { ...move, seen: now };
      try {
        sayMoved(await put(anyway), anyway);
      } catch (again) {
        await sayNotMoved(again, anyway);
      }
    };
    const text = await withMover(texts.queue.notMoved(name, texts.stages[now.stage]), now);
    show({ text, isFailure: true, anyway: { label: texts.queue.moveAnyway, run } });
  };

  return useSending({
    mutationFn: put,
    onSuccess: (before, move) => {
      if (move.draft !== undefined) keepDraft(move.draft, undefined);
      sayMoved(before, move);
    },
    onError: (error, move) => {
      if (error instanceof ChangedMeanwhileError) showStored(error.stored as Application);
      return move.draft === undefined ? sayNotMoved(error, move) : undefined;
    },
  });
}

function withStage(
  pages: Pages | undefined,
  id: number,
  { stage, stageReason = null, stageChangedAtUtc = new Date().toISOString() }: StoredStage,
): Pages | undefined {
  if (pages === undefined) return undefined;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      applications: page.applications.map((each) =>
        each.id === id ? { ...each, stage, stageReason, stageChangedAtUtc } : each,
      ),
    })),
  };
}
