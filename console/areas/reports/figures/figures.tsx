import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { FigureName, ReportRow } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import type { ReportsSearch } from '../../../core/paths.ts';
import { Bars } from '../../../core/plots/bars.tsx';
import plotClasses from '../../../core/plots/plots.module.css';
import type { Formats } from '../../../core/texts/formats.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import type { Texts } from '../../../core/texts/texts-de.ts';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import classes from '../overview/page.module.css';
import type { Days } from '../overview/periods.ts';
import { SaveCsv } from '../overview/save-csv.tsx';
import { Selection } from '../overview/selection.tsx';
import { NO_FILTER, useChangeSearch } from '../overview/use-change-search.ts';
import { FigureTable } from './figure-table.tsx';
import { FIGURES, formatFigure, hasGroup, type Kind, mainFigure } from './kinds.ts';
import { largest, type NamedRow, sortRows, totalOf, usualOrder } from './rows.ts';

const SHOWN_BARS = 10;
/** One bar compares nothing. */
const FEWEST_BARS = 2;

interface FiguresProps {
  kind: Kind;
  search: ReportsSearch;
  period: Days;
}

/** The figures of each job ad, channel, branch, responsible user, or kind of requests: a summary, a chart, and the table behind it. */
export function Figures({ kind, search, period }: FiguresProps) {
  const { texts, language } = useLanguage();
  const { reports } = texts;
  const change = useChangeSearch();
  const { branch } = search;
  const found = useQuery(
    queries.report(kind, { startDate: period.from, endDate: period.to, officeId: branch }, language),
  );
  return (
    <section className={formClasses.part} aria-labelledby="report">
      <h2 id="report">{reports.headings[kind]}</h2>
      {found.isPending && <Loading rows={10} />}
      {found.isError && (
        <Failed error={found.error} retry={() => found.refetch()} reset={() => change(NO_FILTER)} />
      )}
      {found.data !== undefined && (
        <>
          <Selection period={period} branch={branch} readAtMs={found.dataUpdatedAt} />
          {found.data.length === 0 ? (
            <Notice title={reports.none}>
              <p>{reports.noneLead}</p>
            </Notice>
          ) : (
            <Report kind={kind} rows={found.data} search={search} period={period} />
          )}
        </>
      )}
    </section>
  );
}

interface ReportProps extends FiguresProps {
  rows: readonly ReportRow[];
}

function Report({ kind, rows, search, period }: ReportProps) {
  const { texts, formats, language } = useLanguage();
  const { reports } = texts;
  const named = useNamed(kind, rows);
  const { sort = mainFigure(kind) } = search;
  const order = search.order ?? usualOrder(sort);
  const sorted = useMemo(() => sortRows(named, sort, order, language), [named, sort, order, language]);
  const shown = sort === 'name' || sort === 'group' ? mainFigure(kind) : sort;
  const bars = useMemo(() => largest(named, shown, SHOWN_BARS, language), [named, shown, language]);
  const format = formatFigure(shown, formats);
  const [first] = bars;
  return (
    <>
      <p id="report-summary" className={plotClasses.summary}>
        {summaryOf(kind, rows, texts, formats)}
        {first !== undefined &&
          ` ${reports.most(reports.figures[shown], titleOf(first), format(first.figures[shown]!))}`}
      </p>
      {bars.length >= FEWEST_BARS && (
        <>
          <h3 id="report-chart">{reports.chart(reports.figures[shown])}</h3>
          <Bars
            bars={bars.map((row) => ({ key: row.key, name: titleOf(row), value: row.figures[shown]! }))}
            axis={reports.figures[shown]}
            format={format}
            isCount={shown !== 'conversionRate' && shown !== 'averageDaysToFill'}
            labelledBy="report-chart"
            describedBy="report-summary"
          />
        </>
      )}
      <SaveCsv
        title={reports.tabs[kind]}
        period={period}
        head={[
          ...(kind === 'jobs' ? [reports.jobNumber] : []),
          reports.names[kind],
          ...(hasGroup(kind) ? [kind === 'jobs' ? reports.jobBranch : reports.requestKind] : []),
          ...FIGURES[kind].map((name) => reports.figures[name]),
        ]}
        rows={sorted.map((row) => [
          ...(kind === 'jobs' ? [row.id] : []),
          row.name,
          ...(hasGroup(kind) ? [row.group] : []),
          ...FIGURES[kind].map((name) => row.figures[name] ?? null),
        ])}
      />
      <FigureTable kind={kind} rows={sorted} sort={sort} order={order} search={search} />
      <Meanings kind={kind} />
    </>
  );
}

/** Requests are told apart by their kind as well. */
const titleOf = ({ name, group, requestKind }: NamedRow): string =>
  requestKind === undefined ? name : `${name}, ${group}`;

function useNamed(kind: Kind, rows: readonly ReportRow[]): readonly NamedRow[] {
  const { reports } = useTexts();
  const branches = useBranchNames();
  return useMemo(
    () =>
      rows.map((row) => {
        const nobody = kind === 'offices' ? reports.noBranch : reports.nobody;
        return {
          ...row,
          name: row.name ?? (row.id === null ? nobody : reports.unknown(String(row.id))),
          group:
            row.requestKind !== undefined
              ? reports.kinds[row.requestKind]
              : (row.officeId !== undefined && branches.get(row.officeId)) || '',
        };
      }),
    [kind, rows, branches, reports],
  );
}

const NO_BRANCHES: ReadonlyMap<number, string> = new Map();

function useBranchNames(): ReadonlyMap<number, string> {
  const { data } = useQuery(queries.branches());
  return useMemo(
    () => (data === undefined ? NO_BRANCHES : new Map(data.branches.map(({ id, name }) => [id, name]))),
    [data],
  );
}

function summaryOf(kind: Kind, rows: readonly ReportRow[], { reports }: Texts, formats: Formats): string {
  const count = (name: FigureName) => formats.number(totalOf(kind, name, rows) ?? 0);
  return kind === 'requests'
    ? reports.requests(count('opened'), count('filled'), count('open'))
    : reports.performance(count('views'), count('applications'), count('hires'), count('rejections'));
}

/** What the columns count, as the service defines it. */
function Meanings({ kind }: { kind: Kind }) {
  const { reports } = useTexts();
  return (
    <details>
      <summary className={plotClasses.more}>{reports.meanings}</summary>
      <dl className={classes.meanings}>
        {FIGURES[kind].map((name) => (
          <div key={name}>
            <dt>{reports.figures[name]}</dt>
            <dd>{reports.figureMeanings[name]}</dd>
          </div>
        ))}
      </dl>
      <p>{reports.rules[kind]}</p>
      <p>{kind === 'requests' ? reports.rules.alwaysRequests : reports.rules.always}</p>
    </details>
  );
}
