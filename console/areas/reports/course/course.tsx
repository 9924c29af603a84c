import { NativeSelect } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import type { ReportsSearch } from '../../../core/paths.ts';
import { Columns } from '../../../core/plots/columns.tsx';
import plotClasses from '../../../core/plots/plots.module.css';
import type { Formats } from '../../../core/texts/formats.ts';
import { useFormats, useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { useUtcToday } from '../../../core/use-time.ts';
import classes from '../overview/page.module.css';
import { countDays, type Days, daysOf, toPeriodSearch } from '../overview/periods.ts';
import { SaveCsv } from '../overview/save-csv.tsx';
import { Selection } from '../overview/selection.tsx';
import { NO_FILTER, useChangeSearch } from '../overview/use-change-search.ts';
import {
  type Bucket,
  bucketsOf,
  isTooLong,
  MAXIMUM_YEARS,
  sumOf,
  type Unit,
  unitOf,
  unitsOf,
} from './buckets.ts';
import { COUNTS, CourseTable } from './course-table.tsx';

interface CourseProps {
  search: ReportsSearch;
  period: Days;
}

/** The applications of a period by the day on which they were received. */
export function Course({ search, period: { from, to } }: CourseProps) {
  const { reports } = useTexts();
  const formats = useFormats();
  if (from === undefined || to === undefined) return <OtherPeriod title={reports.course.needsPeriod} />;
  const period = { from, to };
  if (isTooLong(period)) return <OtherPeriod title={reports.course.tooLong(formats.number(MAXIMUM_YEARS))} />;
  return <Received search={search} period={period} />;
}

function OtherPeriod({ title }: { title: string }) {
  const { reports } = useTexts();
  const change = useChangeSearch();
  const today = useUtcToday();
  return (
    <Notice title={title}>
      <Button variant="default" onClick={() => change(toPeriodSearch(daysOf('thisYear', today), today))}>
        {reports.course.toThisYear}
      </Button>
    </Notice>
  );
}

interface ReceivedProps {
  search: ReportsSearch;
  period: { from: string; to: string };
}

function Received({ search: { branch, by }, period }: ReceivedProps) {
  const { reports } = useTexts();
  const change = useChangeSearch();
  const found = useQuery(queries.dailyApplications(period.from, period.to, branch));
  const days = countDays(period);
  const unit = unitOf(days, by);
  return (
    <section className={formClasses.part} aria-labelledby="course">
      <h2 id="course">{reports.course.heading}</h2>
      {found.isPending && <Loading rows={8} />}
      {found.isError && (
        <Failed error={found.error} retry={() => found.refetch()} reset={() => change(NO_FILTER)} />
      )}
      {found.data !== undefined && (
        <>
          <Selection period={period} branch={branch} readAtMs={found.dataUpdatedAt} />
          <NativeSelect
            className={classes.unit}
            label={reports.unit}
            value={unit}
            onChange={({ currentTarget: { value } }) => change({ by: value as Unit })}
            data={unitsOf(days).map((name) => ({ value: name, label: reports.units[name] }))}
          />
          <Buckets buckets={bucketsOf(found.data, unit)} unit={unit} period={period} branch={branch} />
        </>
      )}
    </section>
  );
}

/** As the table and the chart call a day, week, or month. A part of one is named by its days. */
function nameOf({ from, to, isWhole }: Bucket, unit: Unit, formats: Formats): string {
  if (from === to) return formats.day(from);
  return unit === 'month' && isWhole
    ? formats.month(from.slice(0, 7))
    : `${formats.day(from)} – ${formats.day(to)}`;
}

interface BucketsProps {
  buckets: readonly Bucket[];
  unit: Unit;
  period: { from: string; to: string };
  branch: number | undefined;
}

function Buckets({ buckets, unit, period, branch }: BucketsProps) {
  const { texts, formats } = useLanguage();
  const { course, rules, meanings } = texts.reports;
  const { ref, width } = useElementSize();
  const sum = sumOf(buckets);
  if (sum.total === 0)
    return (
      <Notice title={texts.reports.none}>
        <p>{texts.reports.noneLead}</p>
      </Notice>
    );
  const named = buckets.map((bucket) => ({ ...bucket, name: nameOf(bucket, unit, formats) }));
  const counts = [sum.total, sum.open, sum.hired, sum.rejected, sum.withdrawn].map(formats.number);
  return (
    <>
      <p id="course-summary" className={plotClasses.summary}>
        {course.summary(...(counts as [string, string, string, string, string]))}
      </p>
      <div ref={ref} className={plotClasses.chart}>
        {width > 0 && (
          <Columns
            columns={named.map(({ from, name, open, total }) => ({
              from,
              label: unit === 'month' ? formats.shortMonth(from.slice(0, 7)) : formats.dayAndMonth(from),
              title: texts.week.bar(name, formats.number(open), formats.number(total - open)),
              lower: open,
              upper: total - open,
            }))}
            upper="decided"
            axis={course.axis[unit]}
            width={width}
            labelledBy="course"
            describedBy="course-summary"
          />
        )}
      </div>
      <ul className={plotClasses.legend} aria-label={texts.week.legend}>
        <li data-kind="open">{course.stillOpen}</li>
        <li data-kind="decided">{course.decided}</li>
      </ul>
      <SaveCsv
        title={course.heading}
        period={period}
        head={[texts.reports.from, texts.reports.to, ...COUNTS.map((name) => course[name])]}
        rows={buckets.map((bucket) => [bucket.from, bucket.to, ...COUNTS.map((name) => bucket[name])])}
      />
      <CourseTable buckets={named} unit={unit} branch={branch} />
      <details>
        <summary className={plotClasses.more}>{meanings}</summary>
        <p>{rules.days}</p>
        <p>{rules.always}</p>
      </details>
    </>
  );
}
