import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../core/address.ts';
import { queries } from '../../../core/api/queries.ts';
import { JOB_AD_STATUSES, type JobAdRow, type JobAdStatus } from '../../../core/api/records.ts';
import { type JobAdsSearch, paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { Status } from '../status.tsx';
import classes from './page.module.css';
import { readJobAdsSearch } from './search.ts';

const TYPING_MS = 300;

/** Returns the function that changes what the address says about the list. */
function useChangeSearch(): (change: JobAdsSearch) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: paths.jobAds,
        // Another filter starts at its first page.
        search: (before: JobAdsSearch) => ({ ...before, before: undefined, ...change }),
        replace: true,
      }),
    [navigate],
  );
}

export function Page() {
  const texts = useTexts();
  const may = useMay();
  const search = useAddress(readJobAdsSearch);
  const change = useChangeSearch();
  const found = useQuery(queries.jobAds(search));
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{texts.screens.jobAds}</h1>
        {may('jobads:write') && (
          <Button component={Link} to={paths.jobAdNew}>
            {texts.jobAds.create}
          </Button>
        )}
      </header>
      <Filters search={search} change={change} />
      {found.isPending && <Loading rows={10} />}
      {found.isError && (
        <Failed error={found.error} retry={() => found.refetch()} reset={() => change(NO_FILTER)} />
      )}
      {found.data?.jobAds.length === 0 && <Empty reset={() => change(NO_FILTER)} />}
      {found.data !== undefined && found.data.jobAds.length > 0 && <JobAdTable jobAds={found.data.jobAds} />}
      <Pages next={found.data?.next ?? undefined} search={search} />
    </div>
  );
}

const NO_FILTER: JobAdsSearch = { q: undefined, status: undefined, branch: undefined };

function Empty({ reset }: { reset: () => void }) {
  const texts = useTexts();
  return (
    <Notice title={texts.jobAds.empty}>
      <Button variant="default" onClick={reset}>
        {texts.jobAds.resetFilters}
      </Button>
    </Notice>
  );
}

function Filters({ search, change }: { search: JobAdsSearch; change: (change: JobAdsSearch) => void }) {
  const texts = useTexts();
  const branches = useQuery(queries.branches());
  return (
    <search className={classes.filters}>
      <Words search={search} change={change} />
      <NativeSelect
        label={texts.jobAds.status}
        value={search.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ status: value === '' ? undefined : (value as JobAdStatus) })
        }
        data={[
          { value: '', label: texts.jobAds.allStatuses },
          ...JOB_AD_STATUSES.map((status) => ({ value: status, label: texts.jobAds.statuses[status] })),
        ]}
      />
      <NativeSelect
        label={texts.jobAds.branch}
        value={String(search.branch ?? '')}
        onChange={({ currentTarget: { value } }) =>
          change({ branch: value === '' ? undefined : Number(value) })
        }
        data={[
          { value: '', label: texts.jobAds.allBranches },
          ...(branches.data?.branches ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
    </search>
  );
}

/** The words reach the address when somebody stops typing. */
function Words({
  search: { q = '' },
  change,
}: {
  search: JobAdsSearch;
  change: (change: JobAdsSearch) => void;
}) {
  const texts = useTexts();
  const [words, setWords] = useState(q);
  const sent = useRef(q);
  const [settled] = useDebouncedValue(words.trim(), TYPING_MS);
  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    change({ q: settled === '' ? undefined : settled });
  }, [settled, change]);
  useEffect(() => {
    // The address has changed in another way.
    if (q !== sent.current) setWords(q);
    sent.current = q;
  }, [q]);
  return (
    <TextInput
      type="search"
      label={texts.jobAds.search}
      placeholder={texts.jobAds.searchHint}
      maxLength={255}
      value={words}
      onChange={({ currentTarget: { value } }) => setWords(value)}
    />
  );
}

function JobAdTable({ jobAds }: { jobAds: readonly JobAdRow[] }) {
  const texts = useTexts();
  return (
    <div className={classes.scroller}>
      <table className={classes.table}>
        <caption className="visually-hidden">{texts.jobAds.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.jobAds.title}</th>
            <th scope="col" className={classes.extra}>
              {texts.jobAds.branch}
            </th>
            <th scope="col" className={classes.extra}>
              {texts.jobAds.status}
            </th>
            <th scope="col" className={classes.extra}>
              {texts.jobAds.published}
            </th>
            <th scope="col" className="number">
              {texts.jobAds.applications}
            </th>
          </tr>
        </thead>
        <tbody>
          {jobAds.map((jobAd) => (
            <Row key={jobAd.jobAdId} jobAd={jobAd} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ jobAd }: { jobAd: JobAdRow }) {
  const place = [jobAd.zipCode, jobAd.city].filter(Boolean).join(' ');
  return (
    <tr>
      <td>
        <Link to={paths.jobAd(jobAd.jobAdId)}>{jobAd.title}</Link>
        {place !== '' && <span className={classes.secondary}>{place}</span>}
        <span className={classes.below}>
          <Status status={jobAd.status} endDate={jobAd.endDate} />
        </span>
      </td>
      <td className={classes.extra}>
        {jobAd.office}
        {jobAd.responsibleUser !== null && <span className={classes.secondary}>{jobAd.responsibleUser}</span>}
      </td>
      <td className={classes.extra}>
        <Status status={jobAd.status} endDate={jobAd.endDate} />
      </td>
      <td className={classes.extra}>
        {jobAd.status === 'Active' && jobAd.publishedAtUtc !== null ? (
          <Ago utc={jobAd.publishedAtUtc} />
        ) : (
          '–'
        )}
      </td>
      <td className="number">
        <Applications jobAd={jobAd} />
      </td>
    </tr>
  );
}

function Applications({ jobAd: { jobAdId, title, applications } }: { jobAd: JobAdRow }) {
  const texts = useTexts();
  const formats = useFormats();
  const may = useMay();
  const count = formats.number(applications);
  if (applications === 0 || !may('applications:read')) return count;
  return (
    <Link to={paths.pipeline(jobAdId)} aria-label={texts.jobAds.openPipeline(title, count)}>
      {count}
    </Link>
  );
}

/** The way to older job ads, and back. The address names the page. */
function Pages({ next, search }: { next: number | undefined; search: JobAdsSearch }) {
  const texts = useTexts();
  return (
    <div className={classes.pages}>
      {search.before !== undefined && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to={paths.jobAds} search={{ ...search, before: undefined }} />
          )}
        >
          {texts.jobAds.toNewest}
        </Button>
      )}
      {next !== undefined && (
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to={paths.jobAds} search={{ ...search, before: next }} />}
        >
          {texts.jobAds.older}
        </Button>
      )}
    </div>
  );
}
