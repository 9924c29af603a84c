import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call, read } from '../../../core/api/call.ts';
import { ChangedMeanwhileError, changeSeen } from '../../../core/api/change-seen.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import type { SavedView } from '../../../core/api/records.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { type CandidateSearch, paths } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import {
  savedViewChange,
  savedViewCreate,
  savedViewDelete,
  savedViewGet,
} from '../../../generated/operations.ts';
import { readCandidateSearch, toView } from './search.ts';
import { filtersOf, hasOnlyView, isSameFilter, toAddress, toShown } from './view-address.ts';

type Filter = SavedView['filter'];

const isSame = (stored: SavedView, seen: Pick<SavedView, 'filter'>) =>
  isSameFilter(filtersOf(stored), filtersOf(seen));

/** Replaces the filters, if they still are those that the user saw. Returns the view as it was. */
const putFilter = ({ id: savedViewId }: SavedView, seen: Filter, filter: Filter) =>
  changeSeen({
    read: () => read(savedViewGet, { path: { savedViewId } }),
    isAsSeen: (stored) => isSame(stored, { filter: seen }),
    change: (ifMatch) => call(savedViewChange, { path: { savedViewId }, body: { filter }, ifMatch }),
  });

const deleteSeen = (seen: SavedView) =>
  changeSeen({
    read: () => read(savedViewGet, { path: { savedViewId: seen.id } }),
    isAsSeen: (stored) =>
      isSame(stored, seen) && stored.name === seen.name && stored.branchId === seen.branchId,
    change: (ifMatch) => call(savedViewDelete, { path: { savedViewId: seen.id }, ifMatch }),
  });

/** Reads the views again, and changes what the address says about the chosen one. */
function useChosenAddress() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { queryKey } = queries.candidateViews();
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  /** Nobody who has gone to another screen since is brought back. */
  const change = async (toNext: (shown: CandidateSearch, address: CandidateSearch) => CandidateSearch) => {
    if (!location.pathname.endsWith(paths.candidates)) return;
    const search = (before: Record<string, unknown>) => {
      const views = queryClient.getQueryData(queryKey);
      const address = readCandidateSearch(before);
      return toAddress(readCandidateSearch({ ...toNext(toShown(address, views), address) }), views);
    };
    await navigate({ to: paths.candidates, search, replace: true });
  };
  return {
    refresh,
    choose: (view: number | undefined) => change((shown) => ({ ...shown, view })),
    /** Shows filters that the view no longer has, if the view is shown. */
    showFilters: (filters: CandidateSearch, view: number) =>
      change((shown, address) =>
        hasOnlyView(address) && shown.view === view ? { ...filters, view } : shown,
      ),
  };
}

const linkTo = ({ id }: SavedView, text: string) => ({ text, to: paths.candidates, search: { view: id } });

/** What the message offers depends on what was tried. */
interface Explanations {
  changed(stored: SavedView): void;
  gone(): void;
}

/** Returns the function that says why a view was not changed. */
function useExplain() {
  const fail = useFailure();
  const { refresh, choose } = useChosenAddress();
  return async (error: unknown, { changed, gone }: Explanations) => {
    if (error instanceof ChangedMeanwhileError) changed(error.stored as SavedView);
    else if (isStatus(error, 404)) {
      // While the filters of the view are known.
      await choose(undefined);
      gone();
    } else fail(error);
    await refresh();
  };
}

function useCreateAgain() {
  const show = useMessages();
  const fail = useFailure();
  const { refresh, choose } = useChosenAddress();
  return async ({ name, branchId }: SavedView, filter: Filter, done: string) => {
    try {
      const { id } = await call(savedViewCreate, { body: { name, screen: 'candidates', filter, branchId } });
      await refresh();
      await choose(id);
      show({ text: done });
    } catch (error) {
      fail(error);
      await refresh();
    }
  };
}

/** Replaces the filters of a view with those of the list. The message about it undoes it. */
export function useOverwrite(search: CandidateSearch) {
  const { texts, formats } = useLanguage();
  const show = useMessages();
  const explain = useExplain();
  const create = useCreateAgain();
  const { refresh, showFilters } = useChosenAddress();
  const filter = { ...toView(search) };
  const undoOverwrite = async (view: SavedView, before: Filter) => {
    try {
      await putFilter(view, filter, before);
      await refresh();
      await showFilters(filter, view.id);
      show({ text: texts.views.saved(view.name) });
    } catch (error) {
      await explain(error, {
        changed: ({ name, modifiedAtUtc }) =>
          show({
            text: texts.views.notUndone(name, formats.ago(modifiedAtUtc)),
            isFailure: true,
            link: linkTo(view, texts.views.look),
          }),
        gone: () => show({ text: texts.views.gone(view.name), isFailure: true }),
      });
    }
  };
  const overwrite = async (view: SavedView, seen: Filter): Promise<void> => {
    try {
      const before = await putFilter(view, seen, filter);
      await refresh();
      show({ text: texts.views.saved(view.name), undo: () => undoOverwrite(view, before.filter) });
    } catch (error) {
      await explain(error, {
        changed: (stored) =>
          show({
            text: texts.views.notOverwritten(stored.name, formats.ago(stored.modifiedAtUtc)),
            isFailure: true,
            anyway: { label: texts.views.overwriteAnyway, run: () => overwrite(view, stored.filter) },
            link: linkTo(view, texts.views.look),
          }),
        gone: () =>
          show({
            text: `${texts.views.gone(view.name)} ${texts.views.filtersStay}`,
            isFailure: true,
            anyway: {
              label: texts.views.saveAsNew,
              run: () => create(view, filter, texts.views.saved(view.name)),
            },
          }),
      });
    }
  };
  return overwrite;
}

/** Deletes a view. The message about it brings it back. */
export function useRemove() {
  const { texts, formats } = useLanguage();
  const show = useMessages();
  const explain = useExplain();
  const create = useCreateAgain();
  const { refresh, choose } = useChosenAddress();
  const remove = async (seen: SavedView): Promise<void> => {
    try {
      const removed = await deleteSeen(seen);
      await choose(undefined);
      await refresh();
      const undo = () => create(removed, removed.filter, texts.views.restored(removed.name));
      show({ text: texts.views.removed(removed.name), undo });
    } catch (error) {
      await explain(error, {
        changed: (stored) =>
          show({
            text: texts.views.notRemoved(stored.name, formats.ago(stored.modifiedAtUtc)),
            isFailure: true,
            anyway: { label: texts.views.removeAnyway, run: () => remove(stored) },
            link: linkTo(seen, texts.views.look),
          }),
        gone: () => show({ text: texts.views.gone(seen.name), isFailure: true }),
      });
    }
  };
  return remove;
}
