import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { Columns } from '../../../core/plots/columns.tsx';
import plotClasses from '../../../core/plots/plots.module.css';
import { daysAgo } from '../../../core/texts/formats.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { useUtcToday } from '../../../core/use-time.ts';
import type { SchemaApplicationDayDto } from '../../../generated/types.ts';
import classes from './page.module.css';

const DAYS = 14;
const WEEK = 7;

interface Day {
  date: string;
  open: number;
  decided: number;
}

const toDay = ({ date, open, hired, rejected, withdrawn }: SchemaApplicationDayDto): Day => ({
  date,
  open,
  decided: hired + rejected + withdrawn,
});

const sum = (days: readonly Day[], name: 'open' | 'decided'): number =>
  days.reduce((total, day) => total + day[name], 0);

/** The applications of the last two weeks: a summary, a chart, and the table behind it. */
export function Week() {
  const texts = useTexts();
  const today = useUtcToday();
  const found = useQuery(queries.applicationDays(daysAgo(DAYS - 1, Date.parse(today)), today));
  return (
    <section className={classes.part} aria-labelledby="week">
      <h2 id="week">{texts.week.title}</h2>
      {found.isPending && <Loading rows={6} />}
      {found.isError && <Failed error={found.error} retry={() => found.refetch()} />}
      {found.data !== undefined && <Figures days={found.data.days.map(toDay)} />}
    </section>
  );
}

function Figures({ days }: { days: readonly Day[] }) {
  const texts = useTexts();
  const formats = useFormats();
  const { ref, width } = useElementSize();
  const [before, last] = [days.slice(0, -WEEK), days.slice(-WEEK)];
  const columns = days.map(({ date, open, decided }) => ({
    from: date,
    label: formats.dayAndMonth(date),
    title: texts.week.bar(formats.day(date), formats.number(open), formats.number(decided)),
    lower: open,
    upper: decided,
  }));
  const count = (part: readonly Day[]) => formats.number(sum(part, 'open') + sum(part, 'decided'));
  return (
    <>
      <p id="week-summary" className={plotClasses.summary}>
        {texts.week.summary(count(last), formats.number(sum(last, 'decided')), count(before))}
      </p>
      <div ref={ref} className={plotClasses.chart}>
        {width > 0 && (
          <Columns
            columns={columns}
            upper="decided"
            axis={texts.week.axis}
            width={width}
            labelledBy="week"
            describedBy="week-summary"
          />
        )}
      </div>
      <ul className={plotClasses.legend} aria-label={texts.week.legend}>
        <li data-kind="open">{texts.week.open}</li>
        <li data-kind="decided">{texts.week.decided}</li>
      </ul>
      <details>
        <summary className={plotClasses.more}>{texts.week.table}</summary>
        <Table days={days} />
      </details>
    </>
  );
}

function Table({ days }: { days: readonly Day[] }) {
  const texts = useTexts();
  const formats = useFormats();
  return (
    <table className={classes.table} aria-labelledby="week">
      <thead>
        <tr>
          <th scope="col">{texts.week.day}</th>
          <th scope="col" className="number">
            {texts.week.open}
          </th>
          <th scope="col" className="number">
            {texts.week.decided}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, open, decided }) => (
          <tr key={date}>
            <th scope="row">{formats.day(date)}</th>
            <td className="number">{formats.number(open)}</td>
            <td className="number">{formats.number(decided)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
