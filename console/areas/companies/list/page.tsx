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
import { type CompaniesSearch, paths } from '../../../core/paths.ts';
import { hasTooManyChoices, MAXIMUM_CHOICES } from '../../../core/search-values.ts';
import { useOwnBranches } from '../../../core/session/use-own-branches.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { WhenRead } from '../../../core/ui/when-read.tsx';
import { Chips } from './chips.tsx';
import { CompanyTable } from './company-table.tsx';
import { Filters } from './filters.tsx';
import { readCompaniesSearch, toCompanyFilter } from './search.ts';
import { type ChangeSearch, useChangeSearch } from './use-change-search.ts';
import { useCsvList } from './use-csv-list.ts';

export function Page() {
  const texts = useTexts();
  const may = useMay();
  const ownBranches = useOwnBranches();
  const search = useAddress(readCompaniesSearch);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{texts.screens.companies}</h1>
        {may('customers:write') && (
          <Button component={Link} to={paths.companyNew}>
            {texts.screens.newCompany}
          </Button>
        )}
      </header>
      <WhenRead read={ownBranches} rows={8}>
        {(own) => <List search={search} ownBranches={own} />}
      </WhenRead>
    </div>
  );
}

function List({ search, ownBranches }: { search: CompaniesSearch; ownBranches: readonly number[] }) {
  const { texts, language } = useLanguage();
  const change = useChangeSearch();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const filter = useMemo(() => toCompanyFilter(search, ownBranches), [search, ownBranches]);
  // The service would reject it.
  const isRead = !hasTooManyChoices(search);
  const found = useInfiniteQuery({ ...queries.companies(filter, language), enabled: isRead });
  const pages = isRead ? found.data?.pages : undefined;
  const companies = useMemo(() => distinct(pages?.flatMap((page) => page.companies)), [pages]);
  const csvFile = useCsvFile();
  const csvList = useCsvList(filter);
  const current = useListKeys({
    rows: companies,
    field,
    names: { next: 'nextCompany', previous: 'previousCompany', open: 'openCompany' },
    open: (id) => void navigate({ to: paths.company(id) }),
  });
  const first = pages?.[0];
  const hasTooManyWords = faultsOf(found.error).has('text');
  const hasOwnBranches = ownBranches.length > 0;
  const { onEnd, retry } = continuationOf(found);
  const reset = () => void navigate({ to: paths.companies, search: {} });
  return (
    <>
      <Filters search={search} change={change} hasOwnBranches={hasOwnBranches} field={field} />
      <Chips search={search} change={change} />
      {!isRead && <TooManyValues />}
      {isRead && found.isPending && <Loading rows={10} />}
      {hasTooManyWords && (
        <div role="alert">
          <Notice title={texts.candidates.tooManyWords} />
        </div>
      )}
      {isRead && found.isError && !hasTooManyWords && (
        <Failed error={found.error} retry={retry} reset={reset} />
      )}
      {first !== undefined && (
        <div className={classes.results} aria-busy={found.isPlaceholderData}>
          <div className={classes.bar}>
            <Total total={first.total} isExact={first.totalIsExact} texts={texts.companies} />
            {companies.length > 0 && <CsvButton file={csvFile} list={csvList} />}
          </div>
          {companies.length === 0 ? (
            <Empty search={search} change={change} hasOwnBranches={hasOwnBranches} />
          ) : (
            <CompanyTable
              companies={companies}
              query={JSON.stringify(filter)}
              total={Math.max(first.total, companies.length)}
              isExact={first.totalIsExact}
              hasExcerpts={companies.some(({ matches }) => matches.length > 0)}
              current={current}
              onEnd={onEnd}
            />
          )}
        </div>
      )}
    </>
  );
}

function TooManyValues() {
  const { texts, formats } = useLanguage();
  return (
    <div role="alert">
      <Notice title={texts.candidates.tooManyValues(formats.number(MAXIMUM_CHOICES))} />
    </div>
  );
}

interface EmptyProps {
  search: CompaniesSearch;
  change: ChangeSearch;
  hasOwnBranches: boolean;
}

function Empty({ search, change, hasOwnBranches }: EmptyProps) {
  const texts = useTexts();
  const navigate = useNavigate();
  const { branch, sort: _, ...others } = search;
  const isLimited = branch === undefined ? hasOwnBranches : branch !== 'all';
  const hasFilters = Object.keys(others).length > 0;
  return (
    <Notice title={hasFilters || isLimited ? texts.companies.empty : texts.companies.none}>
      <p className={classes.lead}>{texts.companies.emptyLead}</p>
      {isLimited && (
        <button type="button" className={classes.link} onClick={() => change({ branch: 'all' })}>
          {texts.candidates.inAllBranches}
        </button>
      )}
      {hasFilters && (
        <button
          type="button"
          className={classes.link}
          onClick={() => void navigate({ to: paths.companies, search: {} })}
        >
          {texts.candidates.startOver}
        </button>
      )}
    </Notice>
  );
}
