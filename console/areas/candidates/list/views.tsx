import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { SavedView } from '../../../core/api/records.ts';
import { type CandidateSearch, paths } from '../../../core/paths.ts';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { useOverwrite, useRemove } from './use-view-changes.ts';
import { filtersOf, hasOnlyView, isSameFilter, toShown } from './view-address.ts';
import { ViewDialog } from './view-dialog.tsx';

/** Whether the filters of the chosen view are known yet, or why they will not be. */
type ViewState = 'loading' | 'unknown' | 'failed' | 'ready';

/** What the list shows: what the address says, or the filters of the view if it names nothing else. */
export function useChosenView(address: CandidateSearch): {
  search: CandidateSearch;
  state: ViewState;
  error: unknown;
  retry: () => void;
} {
  const navigate = useNavigate();
  const may = useMay();
  const isOnlyView = hasOnlyView(address);
  const enabled = address.view !== undefined && may('views:read');
  const views = useQuery({ ...queries.candidateViews(), enabled });
  const search = useMemo(() => toShown(address, views.data), [address, views.data]);
  const view = views.data?.find(({ id }) => id === address.view);
  // Such as in an address from before the filters were saved.
  const isRepeated = view !== undefined && !isOnlyView && isSameFilter(address, filtersOf(view));
  useEffect(() => {
    if (isRepeated)
      void navigate({
        to: paths.candidates,
        search: { view: address.view },
        replace: true,
        resetScroll: false,
      });
  });
  // What was read before can be older than the view.
  const isReading = views.isFetching && !views.isFetchedAfterMount;
  const state = () => {
    if (!isOnlyView || view !== undefined) return 'ready';
    if (enabled && (views.isPending || isReading)) return 'loading';
    return views.isError ? 'failed' : 'unknown';
  };
  return { search, state: state(), error: views.error, retry: () => void views.refetch() };
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
  const isChanged = chosen !== undefined && !isSameFilter(search, filtersOf(chosen));
  const started = useStarted(chosen, isChanged);
  const open = ({ id }: SavedView) => navigate({ to: paths.candidates, search: { view: id } });
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
            {chosen === undefined
              ? texts.views.title
              : isChanged
                ? texts.views.changed(chosen.name)
                : chosen.name}
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
          {chosen !== undefined && isChanged && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => void open(chosen)}>{texts.views.back(chosen.name)}</Menu.Item>
            </>
          )}
          {may('views:write') && (
            <ViewCommands
              search={search}
              chosen={chosen?.ownerId === user.id || may('users:write') ? chosen : undefined}
              started={started}
              isChanged={isChanged}
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

/**
 * The filters of the view when the user began to change them. A colleague can change them meanwhile, and what is stored then is not what
 * the user means to replace.
 */
function useStarted(chosen: SavedView | undefined, isChanged: boolean): SavedView['filter'] | undefined {
  const started = useRef(chosen);
  if (!isChanged || started.current?.id !== chosen?.id) started.current = chosen;
  return started.current?.filter;
}

interface ViewCommandsProps {
  search: CandidateSearch;
  /** Undefined if none is chosen that the user may change. */
  chosen: SavedView | undefined;
  /** The filters of the chosen one when the user began to change them. */
  started: SavedView['filter'] | undefined;
  isChanged: boolean;
  openDialog: (dialog: 'save' | 'rename') => void;
}

function ViewCommands({ search, chosen, started = {}, isChanged, openDialog }: ViewCommandsProps) {
  const texts = useTexts();
  const overwrite = useOverwrite(search);
  const remove = useRemove();
  return (
    <>
      <Menu.Divider />
      <Menu.Item onClick={() => openDialog('save')}>{texts.views.save}</Menu.Item>
      {chosen !== undefined && (
        <>
          {isChanged && (
            <Menu.Item onClick={() => void overwrite(chosen, started)}>
              {texts.views.update(chosen.name)}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => openDialog('rename')}>{texts.views.rename(chosen.name)}</Menu.Item>
          <Menu.Item onClick={() => void remove({ ...chosen, filter: started })}>
            {texts.views.remove(chosen.name)}
          </Menu.Item>
        </>
      )}
    </>
  );
}
