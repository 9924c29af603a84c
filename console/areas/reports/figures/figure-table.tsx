import { Link } from '@tanstack/react-router';
import type { FigureName } from '../../../core/api/records.ts';
import { paths, type ReportsSearch } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import classes from '../overview/page.module.css';
import { useChangeSearch } from '../overview/use-change-search.ts';
import { FIGURES, formatFigure, hasGroup, type Kind } from './kinds.ts';
import { Pages } from './pages.tsx';
import { type NamedRow, type Order, type Sort, totalOf, usualOrder } from './rows.ts';

const PAGE_ROWS = 50;

interface FigureTableProps {
  kind: Kind;
  rows: readonly NamedRow[];
  sort: Sort;
  order: Order;
  search: ReportsSearch;
}

/** The rows of a page, and the total of all. */
export function FigureTable({ kind, rows, sort, order, search }: FigureTableProps) {
  const { texts, formats } = useLanguage();
  const { reports } = texts;
  const pages = Math.ceil(rows.length / PAGE_ROWS);
  // There can be fewer rows than when the address was written.
  const page = Math.min(search.page ?? 1, pages);
  const first = (page - 1) * PAGE_ROWS;
  const shown = rows.slice(first, first + PAGE_ROWS);
  const heads: readonly Sort[] = ['name', ...(hasGroup(kind) ? (['group'] as const) : []), ...FIGURES[kind]];
  return (
    <>
      <div className={classes.scroller}>
        <table className={classes.table} aria-labelledby="report">
          <thead>
            <tr>
              {heads.map((each) => (
                <Head key={each} kind={kind} sort={each} chosen={sort} order={order} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.key} kind={kind} row={row} search={search} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{reports.sum(formats.number(rows.length))}</th>
              {hasGroup(kind) && <td className={classes.group} />}
              {FIGURES[kind].map((name) => (
                <td key={name} className="number">
                  <Total name={name} value={totalOf(kind, name, rows)} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      {pages > 1 && (
        <Pages
          page={page}
          pages={pages}
          shown={reports.rows(
            formats.number(first + 1),
            formats.number(first + shown.length),
            formats.number(rows.length),
          )}
          search={search}
        />
      )}
    </>
  );
}

interface HeadProps {
  kind: Kind;
  sort: Sort;
  chosen: Sort;
  order: Order;
}

const ARROWS = { asc: '↑', desc: '↓' } as const;

/** Sorts by its column, and in the other order when it does so already. Its title says what the figure means. */
function Head({ kind, sort, chosen, order }: HeadProps) {
  const { reports } = useTexts();
  const change = useChangeSearch();
  const isChosen = sort === chosen;
  const isText = sort === 'name' || sort === 'group';
  const label =
    sort === 'name'
      ? reports.names[kind]
      : sort === 'group'
        ? kind === 'jobs'
          ? reports.jobBranch
          : reports.requestKind
        : reports.figures[sort];
  const next = isChosen ? (order === 'asc' ? 'desc' : 'asc') : usualOrder(sort);
  return (
    <th
      scope="col"
      className={sort === 'group' ? classes.group : isText ? undefined : 'number'}
      aria-sort={isChosen ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={classes.sort}
        title={isText ? undefined : reports.figureMeanings[sort]}
        onClick={() => change({ sort, order: next === usualOrder(sort) ? undefined : next })}
      >
        {label}
        {isChosen && <span aria-hidden="true">{`\u00a0${ARROWS[order]}`}</span>}
      </button>
    </th>
  );
}

interface RowProps {
  kind: Kind;
  row: NamedRow;
  search: ReportsSearch;
}

function Row({ kind, row, search }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <Name kind={kind} row={row} search={search} />
        {hasGroup(kind) && <span className={classes.below}>{row.group}</span>}
      </th>
      {hasGroup(kind) && <td className={classes.group}>{row.group}</td>}
      {FIGURES[kind].map((name) => (
        <td key={name} className="number">
          <Figure row={row} name={name} />
        </td>
      ))}
    </tr>
  );
}

/** Leads to the job ad, unless it is gone, and from a branch to its job ads. */
function Name({ kind, row: { id, name, isDeleted }, search }: RowProps) {
  const { reports } = useTexts();
  const may = useMay();
  if (isDeleted === true)
    return (
      <>
        {name} <span className={classes.quiet}>({reports.deleted})</span>
      </>
    );
  if (id === null) return name;
  if (kind === 'jobs' && may('jobads:read')) return <Link to={paths.jobAd(id)}>{name}</Link>;
  if (kind !== 'offices') return name;
  const { period, from, to } = search;
  return (
    <Link
      to={paths.reports}
      search={{ tab: 'jobs', period, from, to, branch: id }}
      title={reports.openJobs(name)}
    >
      {name}
    </Link>
  );
}

/** The applications of a job ad lead to its pipeline. */
function Figure({ row, name }: { row: NamedRow; name: FigureName }) {
  const { texts, formats } = useLanguage();
  const may = useMay();
  const value = row.figures[name];
  if (value == null) return '–';
  const text = formatFigure(name, formats)(value);
  const leads = name === 'applications' && value > 0 && row.isDeleted === false && may('applications:read');
  if (!leads || row.id === null) return text;
  return (
    <Link to={paths.pipeline(row.id)} aria-label={texts.jobAds.openPipeline(row.name, text)}>
      {text}
    </Link>
  );
}

function Total({ name, value }: { name: FigureName; value: number | null | undefined }) {
  const { texts, formats } = useLanguage();
  if (value === undefined)
    return (
      <>
        <span aria-hidden="true" title={texts.reports.noSum}>
          –
        </span>
        <span className="visually-hidden">{texts.reports.noSum}</span>
      </>
    );
  return value === null ? '–' : formatFigure(name, formats)(value);
}
