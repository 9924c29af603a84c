import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { Columns } from '../../../core/plots/columns.tsx';
import plotClasses from '../../../core/plots/plots.module.css';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { useChangeDevelopers } from '../../../core/use-change-developers.ts';
import type { SchemaRequestCountsOperationDto } from '../../../generated/types.ts';
import { HOURS, type Hour, hoursOf } from './hours.ts';
import classes from './request-log.module.css';
import { Route } from './route.tsx';

/** How many calls there were in the last hours, of one application or of all. */
export function LastDay({ clientId }: { clientId: string | undefined }) {
  const { lastDay: words } = useTexts().requestLog;
  const change = useChangeDevelopers('calls');
  const counts = useQuery(queries.callCounts(clientId, HOURS));
  return (
    <section className={formClasses.part} aria-labelledby="last-day">
      <h2 id="last-day">{words.heading}</h2>
      {counts.isPending && <Loading rows={8} />}
      {counts.isError && (
        <Failed error={counts.error} retry={() => counts.refetch()} reset={() => change('reset')} />
      )}
      {counts.data !== undefined &&
        (counts.data.hours.length === 0 ? (
          <Notice title={words.none} />
        ) : (
          <>
            <Course hours={hoursOf(counts.data)} />
            <Operations key={clientId} operations={counts.data.operations} />
          </>
        ))}
    </section>
  );
}

const sum = (hours: readonly Hour[], name: 'succeeded' | 'failed'): number =>
  hours.reduce((total, hour) => total + hour[name], 0);

function Course({ hours }: { hours: readonly Hour[] }) {
  const { texts, formats } = useLanguage();
  const { lastDay: words, outcomes } = texts.requestLog;
  const { ref, width } = useElementSize();
  const failed = sum(hours, 'failed');
  return (
    <>
      <p id="last-day-summary" className={plotClasses.summary}>
        {words.summary(formats.number(sum(hours, 'succeeded') + failed), formats.number(failed))}
      </p>
      <div ref={ref} className={plotClasses.chart}>
        {width > 0 && (
          <Columns
            columns={hours.map((hour) => ({
              from: hour.utc,
              label: formats.time(hour.utc),
              title: words.bar(
                formats.dayAndTime(hour.utc),
                formats.number(hour.succeeded),
                formats.number(hour.failed),
              ),
              lower: hour.succeeded,
              upper: hour.failed,
            }))}
            upper="failed"
            axis={words.axis}
            width={width}
            labelledBy="last-day"
            describedBy="last-day-summary"
          />
        )}
      </div>
      <ul className={plotClasses.legend} aria-label={words.legend}>
        <li data-kind="open">{outcomes.succeeded}</li>
        <li data-kind="failed">{outcomes.failed}</li>
      </ul>
      <details>
        <summary className={plotClasses.more}>{words.table}</summary>
        <HourTable hours={hours} />
      </details>
    </>
  );
}

/** The numbers of the chart. */
function HourTable({ hours }: { hours: readonly Hour[] }) {
  const { texts, formats } = useLanguage();
  const { lastDay: words } = texts.requestLog;
  return (
    <table className={tableClasses.table} aria-labelledby="last-day">
      <thead>
        <tr>
          <th scope="col">{words.hour}</th>
          <th scope="col" className="number">
            {words.count}
          </th>
          <th scope="col" className="number">
            {words.failed}
          </th>
        </tr>
      </thead>
      <tbody>
        {hours.map(({ utc, succeeded, failed }) => (
          <tr key={utc}>
            <th scope="row">{formats.dayAndTime(utc)}</th>
            <td className="number">{formats.number(succeeded + failed)}</td>
            <td className="number">{formats.number(failed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** More would push the list of calls far down. */
const SHOWN_ROWS = 5;
const MORE_ROWS = 50;

function Operations({ operations }: { operations: readonly SchemaRequestCountsOperationDto[] }) {
  const { texts, formats } = useLanguage();
  const { lastDay: words } = texts.requestLog;
  const [shown, setShown] = useState(SHOWN_ROWS);
  return (
    <>
      <h3 id="operations">{words.operations}</h3>
      <table className={tableClasses.table} aria-labelledby="operations">
        <thead>
          <tr>
            <th scope="col" className={classes.main}>
              {words.operation}
            </th>
            <th scope="col" className="number">
              {words.count}
            </th>
            <th scope="col" className="number">
              {words.failed}
            </th>
            <th scope="col" className={`number ${tableClasses.medium}`}>
              {words.average}
            </th>
          </tr>
        </thead>
        <tbody>
          {operations.slice(0, shown).map(({ operation, route, requests, failed, averageMs }) => (
            <tr key={operation}>
              <td>
                <Route route={route} />
                <span className={tableClasses.lowest}>
                  {words.averageIs(formats.milliseconds(averageMs))}
                </span>
              </td>
              <td className="number">{formats.number(requests)}</td>
              <td className="number">{formats.number(failed)}</td>
              <td className={`number ${tableClasses.medium}`}>{formats.milliseconds(averageMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {operations.length > shown && <More load={() => setShown(shown + MORE_ROWS)} />}
    </>
  );
}
