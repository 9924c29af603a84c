import { Button, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import type { SavedView } from '../../../core/api/records.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { type CandidateSearch, paths } from '../../../core/paths.ts';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { savedViewChange, savedViewCreate, savedViewDelete } from '../../../generated/operations.ts';
import { readCandidateSearch, toView } from './search.ts';
import { ViewDialog } from './view-dialog.tsx';

/** Whether the filters of the chosen view are in the address yet, or why they will not be. */
type ViewState = 'loading' | 'unknown' | 'failed' | 'ready';

/** Opens the view that the address names, if it says nothing else. */
export function useChosenView(search: CandidateSearch): {
  state: ViewState;
  error: unknown;
  retry: () => void;
} {
  const navigate = useNavigate();
  const may = useMay();
  const isOnlyView = search.view !== undefined && Object.keys(search).length === 1;
  const enabled = isOnlyView && may('views:read');
  const views = useQuery({ ...queries.candidateViews(), enabled });
  const view = isOnlyView ? views.data?.find(({ id }) => id === search.view) : undefined;
  const filter = view === undefined ? undefined : toView(readCandidateSearch(view.filter));
  const isMissing = filter !== undefined && Object.keys(filter).length > 0;
  useEffect(() => {
    if (isMissing)
      void navigate({ to: paths.candidates, search: { ...filter, view: search.view }, replace: true });
  });
  // What was read before can be older than the view.
  const isReading = views.isFetching && !views.isFetchedAfterMount;
  const state = () => {
    if (!isOnlyView || (view !== undefined && !isMissing)) return 'ready';
    if (isMissing || (enabled && (views.isPending || isReading))) return 'loading';
    return views.isError ? 'failed' : 'unknown';
  };
  return { state: state(), error: views.error, retry: () => void views.refetch() };
}

/** The saved views: those of the user, and those that a branch shares. */
export function Views({ search }: { search: CandidateSearch }) {
  const texts = useTexts();
  const may = useMay();
  const { user } = useSession();
  const navigate = useNavigate();
  const views = useQuery({ ...queries.candidateViews(), enabled: may('views:read') });
  const [dialog, setDialog] = useState<'save' | 'rename' | undefined>();
  const all = views.data ?? [];
  const chosen = all.find(({ id }) => id === search.view);
  const own = all.filter(({ ownerId }) => ownerId === user.id);
  const shared = all.filter(({ ownerId }) => ownerId !== user.id);
  const open = ({ id, filter }: SavedView) =>
    navigate({ to: paths.candidates, search: { ...toView(readCandidateSearch(filter)), view: id } });
  const item = (view: SavedView, text: string) => (
    <Menu.Item key={view.id} aria-current={view.id === chosen?.id} onClick={() => void open(view)}>
      {text}
    </Menu.Item>
  );
  if (!may('views:read')) return null;
  return (
    <>
      <Menu
        position="bottom-end"
        width={300}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        transitionProps={{ duration: 0 }}
      >
        <Menu.Target>
          <Button variant="default" rightSection={<span aria-hidden="true">▾</span>}>
            {chosen?.name ?? texts.views.title}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={texts.views.title}>
          {all.length === 0 && <Menu.Label>{texts.views.none}</Menu.Label>}
          {own.length > 0 && <Menu.Label>{texts.views.own}</Menu.Label>}
          {own.map((view) => item(view, view.name))}
          {shared.length > 0 && <Menu.Label>{texts.views.shared}</Menu.Label>}
          {shared.map((view) =>
            item(view, view.ownerName === null ? view.name : texts.views.by(view.name, view.ownerName)),
          )}
          {may('views:write') && (
            <ViewCommands
              search={search}
              chosen={chosen?.ownerId === user.id || may('users:write') ? chosen : undefined}
              openDialog={setDialog}
            />
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog !== undefined && (
        <ViewDialog
          view={dialog === 'rename' ? chosen : undefined}
          search={search}
          close={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

interface ViewCommandsProps {
  search: CandidateSearch;
  /** Undefined if none is chosen that the user may change. */
  chosen: SavedView | undefined;
  openDialog: (dialog: 'save' | 'rename') => void;
}

function ViewCommands({ search, chosen, openDialog }: ViewCommandsProps) {
  const texts = useTexts();
  const { overwrite, remove } = useViewChanges(search);
  const isChanged =
    chosen !== undefined &&
    JSON.stringify(sorted(toView(readCandidateSearch(chosen.filter)))) !==
      JSON.stringify(sorted(toView(search)));
  return (
    <>
      <Menu.Divider />
      <Menu.Item onClick={() => openDialog('save')}>{texts.views.save}</Menu.Item>
      {chosen !== undefined && (
        <>
          {isChanged && (
            <Menu.Item onClick={() => void overwrite(chosen)}>{texts.views.update(chosen.name)}</Menu.Item>
          )}
          <Menu.Item onClick={() => openDialog('rename')}>{texts.views.rename(chosen.name)}</Menu.Item>
          <Menu.Item onClick={() => void remove(chosen)}>{texts.views.remove(chosen.name)}</Menu.Item>
        </>
      )}
    </>
  );
}

const sorted = (search: CandidateSearch) => Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1));

/** Changes of the chosen view that need no dialog. The messages about them undo them. */
function useViewChanges(search: CandidateSearch) {
  const texts = useTexts();
  const show = useMessages();
  const fail = useFailure();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.candidateViews().queryKey });
  /** Nobody who has gone to another screen since is brought back. */
  const choose = async (view: number | undefined) => {
    if (!location.pathname.endsWith(paths.candidates)) return;
    const withView = (before: Record<string, unknown>) => ({ ...readCandidateSearch(before), view });
    await navigate({ to: paths.candidates, search: withView, replace: true });
  };
  /** Runs a change, and says if it failed. */
  const attempt = (run: () => Promise<void>) =>
    run().catch((error: unknown) => {
      fail(error);
      return refresh();
    });
  const put = async ({ id: savedViewId, name }: SavedView, filter: SavedView['filter']) => {
    await call(savedViewChange, { path: { savedViewId }, body: { filter } });
    await refresh();
    return texts.views.saved(name);
  };
  return {
    overwrite: (view: SavedView) =>
      attempt(async () => {
        const text = await put(view, { ...toView(search) });
        show({ text, undo: () => attempt(async () => void show({ text: await put(view, view.filter) })) });
      }),
    remove: ({ id: savedViewId, name, filter, branchId }: SavedView) =>
      attempt(async () => {
        await call(savedViewDelete, { path: { savedViewId } });
        await choose(undefined);
        await refresh();
        const restore = async () => {
          const { id } = await call(savedViewCreate, {
            body: { name, screen: 'candidates', filter, branchId },
          });
          await refresh();
          await choose(id);
          show({ text: texts.views.restored(name) });
        };
        show({ text: texts.views.removed(name), undo: () => attempt(restore) });
      }),
  };
}
