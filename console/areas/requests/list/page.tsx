import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { useAddress } from '../../../core/address.ts';
import { faultsOf } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { QuotesHint } from '../../../core/filters/quotes-hint.tsx';
import { continuationOf } from '../../../core/list/continuation.ts';
import { CsvButton } from '../../../core/list/csv-button.tsx';
import listClasses from '../../../core/list/list.module.css';
import { distinct } from '../../../core/list/rows.ts';
import { Total } from '../../../core/list/total.tsx';
import { useCsvFile } from '../../../core/list/use-csv-file.ts';
import { useListKeys } from '../../../core/list/use-list-keys.ts';
import { paths, type RequestsSearch } from '../../../core/paths.ts';
import { useOwnBranches } from '../../../core/session/use-own-branches.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { WhenRead } from '../../../core/ui/when-read.tsx';
import { Filters } from './filters.tsx';
import classes from './page.module.css';
import { RequestTable } from './request-table.tsx';
import { readRequestsSearch, toRequestFilter } from './search.ts';
import { useChangeSearch } from './use-change-search.ts';
import { useCsvList } from './use-csv-list.ts';

export function Page() {
  const { screens, requests: texts } = useTexts();
  const may = useMay();
  const ownBranches = useOwnBranches();
  const search = useAddress(readRequestsSearch);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{screens.requests}</h1>
        {may('requests:write') && (
          <Button
            renderRoot={(props) => (
              <Link
                {...props}
                to={paths.requestNew}
                search={search.company === undefined ? {} : { company: search.company }}
              />
            )}
          >
            {texts.create}
          </Button>
        )}
      </header>
      <WhenRead read={ownBranches} rows={8}>
        {(own) => <List search={search} ownBranches={own} />}
      </WhenRead>
    </div>
  );
}

function List({ search, ownBranches }: { search: RequestsSearch; ownBranches: readonly number[] }) {
  const { language, texts } = useLanguage();
  const change = useChangeSearch();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const filter = useMemo(() => toRequestFilter(search, ownBranches), [search, ownBranches]);
  const found = useInfiniteQuery(queries.requests(filter, language));
  const requests = useMemo(() => distinct(found.data?.pages.flatMap((page) => page.requests)), [found.data]);
  const csvFile = useCsvFile();
  const csvList = useCsvList(filter);
  const current = useListKeys({
    rows: requests,
    field,
    names: { next: 'nextRequest', previous: 'previousRequest', open: 'openRequest' },
    open: (id) => void navigate({ to: paths.request(id) }),
  });
  const first = found.data?.pages[0];
  const hasTooManyWords = faultsOf(found.error).has('text');
  const { onEnd, retry } = continuationOf(found);
  const reset = () => void navigate({ to: paths.requests, search: {} });
  return (
    <>
      <Filters search={search} change={change} hasOwnBranches={ownBranches.length > 0} field={field} />
      <QuotesHint text={search.text} />
      {found.isPending && <Loading rows={10} />}
      {found.isError && hasTooManyWords && (
        <div role="alert">
          <Notice title={texts.requests.tooManyWords} />
        </div>
      )}
      {found.isError && !hasTooManyWords && <Failed error={found.error} retry={retry} reset={reset} />}
      {first !== undefined && (
        <div className={classes.results} aria-busy={found.isPlaceholderData}>
          <div className={listClasses.bar}>
            <Total total={first.total} isExact={first.totalIsExact} texts={texts.requests} />
            {requests.length > 0 && <CsvButton file={csvFile} list={csvList} />}
          </div>
          {requests.length === 0 ? (
            <Empty search={search} hasOwnBranches={ownBranches.length > 0} />
          ) : (
            <RequestTable
              requests={requests}
              query={JSON.stringify(filter)}
              total={Math.max(first.total, requests.length)}
              isExact={first.totalIsExact}
              current={current}
              onEnd={onEnd}
            />
          )}
        </div>
      )}
    </>
  );
}

function Empty({ search, hasOwnBranches }: { search: RequestsSearch; hasOwnBranches: boolean }) {
  const { requests: texts } = useTexts();
  const { branch, status, sort: _, ...others } = search;
  const hasFilters = Object.keys(others).length > 0;
  const isLimited = (branch === undefined ? hasOwnBranches : branch !== 'all') || status !== 'all';
  const wider: RequestsSearch = { ...search, branch: 'all', status: 'all' };
  return (
    <Notice title={hasFilters || isLimited ? texts.empty : texts.none}>
      {isLimited && (
        <Link to={paths.requests} search={wider}>
          {texts.showAll}
        </Link>
      )}
      {hasFilters && <Link to={paths.requests}>{texts.startOver}</Link>}
    </Notice>
  );
}
