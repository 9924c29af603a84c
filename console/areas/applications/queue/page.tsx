import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useAddress } from '../../../core/address.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import type { Application } from '../../../core/api/records.ts';
import { useKeys } from '../../../core/keys/keys.tsx';
import { continuationOf } from '../../../core/list/continuation.ts';
import { distinct } from '../../../core/list/rows.ts';
import { paths, type QueueSearch } from '../../../core/paths.ts';
import { useOwnBranches } from '../../../core/session/use-own-branches.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { WhenRead } from '../../../core/ui/when-read.tsx';
import { Details } from './details.tsx';
import { Filters } from './filters.tsx';
import classes from './page.module.css';
import { QueueTable } from './queue-table.tsx';
import { readQueueSearch, toFilter } from './search.ts';
import { Total } from './total.tsx';

/** Where an application that is opened takes the place of the list. */
const NARROW = '(max-width: 64em)';

/** Returns the function that changes what the address says about the queue. */
function useChangeSearch(): (change: Partial<QueueSearch>, isStep?: boolean) => void {
  const navigate = useNavigate();
  return useCallback(
    (change, isStep = false) =>
      void navigate({
        to: paths.applications,
        search: (before: QueueSearch) => ({ ...before, ...change }),
        replace: !isStep,
        state: isStep ? (before) => ({ ...before, isOverList: true }) : true,
        resetScroll: false,
      }),
    [navigate],
  );
}

/** Returns the function that opens an application, or closes it. If it takes the place of the list, going back returns to the list. */
function useSelect(selected: number | undefined): (application: number | undefined) => void {
  const change = useChangeSearch();
  const { history } = useRouter();
  const isOverList = useRouterState({ select: ({ location }) => location.state.isOverList === true });
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  return useCallback(
    (application) => {
      if (application === undefined && isOverList) history.back();
      else change({ application }, isNarrow && selected === undefined);
    },
    [change, history, isOverList, isNarrow, selected],
  );
}

export function Page() {
  const texts = useTexts();
  const ownBranches = useOwnBranches();
  return (
    <div className={classes.page}>
      <h1>{texts.screens.applications}</h1>
      <WhenRead read={ownBranches} rows={8}>
        {(own) => <Queue ownBranches={own} />}
      </WhenRead>
    </div>
  );
}

function Queue({ ownBranches }: { ownBranches: readonly number[] }) {
  const search = useAddress(readQueueSearch);
  const change = useChangeSearch();
  const filter = toFilter(search, ownBranches);
  const found = useInfiniteQuery(queries.applications(filter));
  const applications = useMemo(
    () => distinct(found.data?.pages.flatMap((page) => page.applications)),
    [found.data],
  );
  const select = useSelect(search.application);
  useSelectionKeys(applications, search.application, select);
  const { onEnd, retry } = continuationOf(found);
  const reset = useReset();
  const first = found.data?.pages[0];
  return (
    <>
      <Filters search={search} change={change} hasOwnBranches={ownBranches.length > 0} />
      {first !== undefined && <Total total={first.total} isExact={first.totalIsExact} />}
      <div className={classes.columns} data-selected={search.application !== undefined}>
        <div className={classes.list}>
          {found.isPending && <Loading rows={10} />}
          {found.isError && <Failed error={found.error} retry={retry} reset={reset} />}
          {first !== undefined && applications.length === 0 && <Empty />}
          {first !== undefined && applications.length > 0 && (
            <QueueTable
              applications={applications}
              query={JSON.stringify(filter)}
              total={Math.max(first.total, applications.length)}
              selected={search.application}
              select={select}
              onEnd={onEnd}
            />
          )}
        </div>
        <Beside
          applications={applications}
          isLoaded={!found.isPending}
          selected={search.application}
          select={select}
        />
      </div>
    </>
  );
}

/** Returns the function that makes the list show everything. */
function useReset(): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: paths.applications, search: { stage: 'all', branch: 'all' } });
}

function Empty() {
  const texts = useTexts();
  return (
    <Notice title={texts.queue.empty}>
      <button type="button" className={classes.link} onClick={useReset()}>
        {texts.queue.resetFilters}
      </button>
    </Notice>
  );
}

interface SelectionProps {
  applications: readonly Application[];
  selected: number | undefined;
  select: (application: number | undefined) => void;
}

/** The chosen application. One that the list does not have is read by itself. */
function Beside({ applications, isLoaded, selected, select }: SelectionProps & { isLoaded: boolean }) {
  const texts = useTexts();
  const top = useRef<HTMLDivElement>(null);
  // Whoever has read one application to its end reads the next one from its beginning.
  useLayoutEffect(() => {
    if (selected !== undefined) top.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <div className={classes.beside}>
      <div ref={top} className={classes.start} />
      {selected !== undefined && (
        <button type="button" className={`${classes.link} ${classes.back}`} onClick={() => select(undefined)}>
          ← {texts.queue.back}
        </button>
      )}
      {selected === undefined ? (
        <p className={classes.choose}>{texts.queue.choose}</p>
      ) : (
        <Chosen
          key={selected}
          id={selected}
          listed={applications.find(({ id }) => id === selected)}
          isLoaded={isLoaded}
        />
      )}
    </div>
  );
}

interface ChosenProps {
  id: number;
  listed: Application | undefined;
  /** Whether the list is loaded, so that an application that it lacks has to be read. */
  isLoaded: boolean;
}

function Chosen({ id, listed, isLoaded }: ChosenProps) {
  const texts = useTexts();
  const read = useQuery({ ...queries.application(id), enabled: listed === undefined && isLoaded });
  const application = listed ?? read.data;
  if (application !== undefined) return <Details application={application} />;
  if (isStatus(read.error, 404)) return <p className={classes.choose}>{texts.queue.unknown}</p>;
  if (read.isError) return <Failed error={read.error} retry={() => read.refetch()} />;
  return <Loading rows={8} />;
}

function useSelectionKeys(
  applications: readonly Application[],
  selected: number | undefined,
  select: (application: number | undefined) => void,
): void {
  const move = (step: number) => {
    const index = applications.findIndex(({ id }) => id === selected);
    const next =
      applications[index === -1 ? 0 : Math.min(applications.length - 1, Math.max(0, index + step))];
    if (next !== undefined) select(next.id);
  };
  useKeys([
    { key: 'j', name: 'next', run: () => move(1) },
    { key: 'k', name: 'previous', run: () => move(-1) },
  ]);
}
