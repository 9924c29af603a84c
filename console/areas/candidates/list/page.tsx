import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { useAddress } from '../../../core/address.ts';
import { faultsOf } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { continuationOf } from '../../../core/list/continuation.ts';
import { CsvButton } from '../../../core/list/csv-button.tsx';
import classes from '../../../core/list/list.module.css';
import { distinct } from '../../../core/list/rows.ts';
import { Total } from '../../../core/list/total.tsx';
import { useCsvFile } from '../../../core/list/use-csv-file.ts';
import { useListKeys } from '../../../core/list/use-list-keys.ts';
import { type CandidateSearch, paths } from '../../../core/paths.ts';
import { MAXIMUM_CHOICES } from '../../../core/search-values.ts';
import { useOwnBranches } from '../../../core/session/use-own-branches.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { isReversedPeriod } from '../../../core/ui/period.tsx';
import { DeadFilters, Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { WhenRead } from '../../../core/ui/when-read.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { CandidateTable } from './candidate-table.tsx';
import { Chips } from './chips.tsx';
import { DuplicatesLink } from './duplicates-link.tsx';
import { Filters } from './filters.tsx';
import type { FoundPlace } from './place.ts';
import {
  hasTooMany,
  MAXIMUM_LANGUAGES,
  MAXIMUM_QUALIFICATIONS,
  readCandidateSearch,
  toCandidateFilter,
  toView,
} from './search.ts';
import { useSelection } from './selection.ts';
import { type ChangeSearch, useChangeSearch } from './use-change-search.ts';
import { useCsvList } from './use-csv-list.ts';
import { useChosenView, Views } from './views.tsx';
import { WithoutBranch } from './without-branch.tsx';

export function Page() {
  const texts = useTexts();
  const ownBranches = useOwnBranches();
  const view = useChosenView(useAddress(readCandidateSearch));
  const may = useMay();
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{texts.screens.candidates}</h1>
        <div className={classes.bar}>
          <DuplicatesLink />
          {may('candidates:write') && (
            <Button component={Link} to={paths.candidateNew}>
              {texts.screens.newCandidate}
            </Button>
          )}
        </div>
      </header>
      {view.state === 'loading' ? (
        <Loading rows={8} />
      ) : view.state === 'failed' ? (
        <Failed error={view.error} retry={view.retry} />
      ) : (
        <WhenRead read={ownBranches} rows={8}>
          {(own) => <List search={view.search} ownBranches={own} isViewUnknown={view.state === 'unknown'} />}
        </WhenRead>
      )}
    </div>
  );
}

interface ListProps {
  search: CandidateSearch;
  ownBranches: readonly number[];
  isViewUnknown: boolean;
}

function List({ search, ownBranches, isViewUnknown }: ListProps) {
  const { texts, language } = useLanguage();
  const may = useMay();
  const change = useChangeSearch();
  const field = useRef<HTMLInputElement>(null);
  const branchField = useRef<HTMLSelectElement>(null);
  const filter = useMemo(() => toCandidateFilter(search, ownBranches), [search, ownBranches]);
  // A view that does not exist and a period that ends before it begins match nobody, and the service takes only so many filters.
  const isRead = !isViewUnknown && !isReversedPeriod(search) && !hasTooMany(search);
  const found = useInfiniteQuery({ ...queries.candidates(filter, language), enabled: isRead });
  const pages = isRead ? found.data?.pages : undefined;
  const candidates = useMemo(() => distinct(pages?.flatMap((page) => page.candidates)), [pages]);
  const ownSelection = useSelection(candidates, JSON.stringify(filter));
  const selection = may('candidates:write') ? ownSelection : undefined;
  const csv = { file: useCsvFile(), list: useCsvList(filter) };
  const navigate = useNavigate();
  const current = useListKeys({
    rows: candidates,
    field,
    names: { next: 'nextCandidate', previous: 'previousCandidate', open: 'openCandidate' },
    open: (id) => void navigate({ to: paths.candidate(id) }),
    select: selection && { name: 'selectCandidate', run: selection.toggle },
  });
  const first = pages?.[0];
  const faults = faultsOf(isRead ? found.error : null);
  // Until the response is there, the one before is shown. It can be about another place.
  const around = found.isPlaceholderData ? undefined : (first?.around ?? undefined);
  const place: FoundPlace = { around, fault: faults.get('around.place') };
  const isFailed = isRead && found.isError && !faults.has('text') && place.fault === undefined;
  const hasOwnBranches = ownBranches.length > 0;
  const isOfOwnBranches = hasOwnBranches && (search.branch ?? 'mine') === 'mine';
  const showWithoutBranch = () => {
    change({ branch: 'none' });
    // What was clicked disappears.
    branchField.current?.focus();
  };
  const { onEnd, retry } = continuationOf(found);
  const reset = () => void navigate({ to: paths.candidates, search: {} });
  return (
    <>
      <Filters
        search={search}
        change={change}
        hasOwnBranches={hasOwnBranches}
        field={field}
        branchField={branchField}
        place={place}
        views={<Views search={search} />}
      />
      <Chips search={search} change={change} around={around} />
      {isViewUnknown && <DeadFilters reset={reset} />}
      {hasTooMany(search) && <TooManyFilters />}
      {isRead && found.isPending && <Loading rows={10} />}
      {faults.has('text') && <TooManyWords />}
      {isFailed && <Failed error={found.error} retry={retry} reset={reset} />}
      {first !== undefined && (
        <div className={classes.results} aria-busy={found.isPlaceholderData}>
          <div className={classes.bar}>
            <Total total={first.total} isExact={first.totalIsExact} texts={texts.candidates} />
            {isOfOwnBranches && <WithoutBranch search={search} show={showWithoutBranch} />}
            {selection !== undefined && <BulkBar candidates={candidates} selection={selection} />}
            {candidates.length > 0 && <CsvButton {...csv} />}
          </div>
          {first.total === 0 && candidates.length === 0 ? (
            <Empty search={search} change={change} hasOwnBranches={hasOwnBranches} />
          ) : (
            <CandidateTable
              candidates={candidates}
              query={JSON.stringify(filter)}
              total={Math.max(first.total, candidates.length)}
              isExact={first.totalIsExact}
              selection={selection}
              current={current}
              onEnd={onEnd}
            />
          )}
        </div>
      )}
    </>
  );
}

interface EmptyProps {
  search: CandidateSearch;
  change: ChangeSearch;
  hasOwnBranches: boolean;
}

function Empty({ search, change, hasOwnBranches }: EmptyProps) {
  const texts = useTexts();
  const navigate = useNavigate();
  const { branch, ...others } = toView(search);
  const isLimited = branch === undefined ? hasOwnBranches : branch !== 'all';
  const hasFilters = Object.keys(others).length > 0;
  return (
    <Notice title={hasFilters || isLimited ? texts.candidates.empty : texts.candidates.none}>
      <p className={classes.lead}>{texts.candidates.emptyLead}</p>
      {isLimited && (
        <button type="button" className={classes.link} onClick={() => change({ branch: 'all' })}>
          {texts.candidates.inAllBranches}
        </button>
      )}
      {hasFilters && (
        <button
          type="button"
          className={classes.link}
          onClick={() => void navigate({ to: paths.candidates, search: {} })}
        >
          {texts.candidates.startOver}
        </button>
      )}
    </Notice>
  );
}

function TooManyFilters() {
  const { texts, formats } = useLanguage();
  const [qualifications, languages, others] = [
    MAXIMUM_QUALIFICATIONS,
    MAXIMUM_LANGUAGES,
    MAXIMUM_CHOICES,
  ].map(formats.number);
  return (
    <div role="alert">
      <Notice title={texts.candidates.tooManyFilters(qualifications!, languages!, others!)} />
    </div>
  );
}

function TooManyWords() {
  const texts = useTexts();
  return (
    <div role="alert">
      <Notice title={texts.candidates.tooManyWords} />
    </div>
  );
}
