import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { Ago } from '../../../core/ui/when.tsx';
import type { SchemaTokenUsageResponse } from '../../../generated/types.ts';
import { forecastOf } from './forecast.ts';
import classes from './ledger.module.css';

const MONTHS = 13;

/** The tokens that were issued in a month, and what they cost. */
export function Ledger({ month }: { month: string | undefined }) {
  const { tokens: words } = useTexts();
  const usage = useQuery(queries.tokenUsage(month));
  return (
    <section className={formClasses.part} aria-labelledby="ledger">
      <h2 id="ledger">{words.heading}</h2>
      <p className={formClasses.lead}>{words.lead}</p>
      <MonthChoice month={month} />
      {usage.isPending && <Loading rows={6} />}
      {usage.isError && <Failed error={usage.error} retry={() => usage.refetch()} />}
      {usage.data !== undefined && (
        <>
          <Sums usage={usage.data} />
          {usage.data.clients.length === 0 ? (
            <Nothing />
          ) : (
            <>
              <Estimate usage={usage.data} />
              <ByClient clients={usage.data.clients} />
            </>
          )}
        </>
      )}
    </section>
  );
}

function MonthChoice({ month }: { month: string | undefined }) {
  const { texts, formats } = useLanguage();
  const navigate = useNavigate();
  const months = lastMonths(new Date());
  const current = months[0]!;
  const choices = month === undefined || months.includes(month) ? months : [...months, month];
  return (
    <NativeSelect
      className={classes.month}
      label={texts.tokens.month}
      value={month ?? current}
      onChange={({ currentTarget: { value } }) =>
        void navigate({
          to: paths.developers,
          search: { tab: 'tokens', month: value === current ? undefined : value },
          replace: true,
          resetScroll: false,
        })
      }
      data={choices.map((each) => ({ value: each, label: formats.month(each) }))}
    />
  );
}

/** This month and those before it, in UTC. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1)).toISOString().slice(0, 7),
  );
}

function Sums({ usage: { issued, free, billable, costEur } }: { usage: SchemaTokenUsageResponse }) {
  const { texts, formats } = useLanguage();
  const words = texts.tokens;
  const sums = [
    [words.issued, formats.number(issued)],
    [words.free, formats.number(free)],
    [words.left, formats.number(Math.max(0, free - issued))],
    [words.billable, formats.number(billable)],
    [words.cost, formats.euros(costEur)],
  ] as const;
  return <Figures figures={sums} />;
}

function Figures({ figures }: { figures: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={classes.sums}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the month comes to if it goes on like this. */
function Estimate({ usage }: { usage: SchemaTokenUsageResponse }) {
  const { texts, formats } = useLanguage();
  const words = texts.tokens.forecast;
  const forecast = forecastOf(usage, new Date());
  if (forecast === undefined) return null;
  const { expected, isAboveFree, costEur } = forecast;
  return (
    <section className={classes.estimate} aria-labelledby="forecast">
      <h3 id="forecast">{words.heading}</h3>
      <p className={formClasses.lead}>{words.lead}</p>
      <Figures
        figures={[
          [words.expected, formats.number(expected)],
          ...(costEur === undefined ? [] : [[words.cost, formats.euros(costEur)] as const]),
        ]}
      />
      {costEur === undefined && <p>{isAboveFree ? words.aboveFree : words.withinFree}</p>}
    </section>
  );
}

function Nothing() {
  const { tokens: words } = useTexts();
  return (
    <Notice title={words.none}>
      <p>{words.noneLead}</p>
      <Link to={paths.developers} search={{ tab: 'clients' }}>
        {words.toClients}
      </Link>
    </Notice>
  );
}

const SHOWN_ROWS = 100;

function ByClient({ clients }: Pick<SchemaTokenUsageResponse, 'clients'>) {
  const { texts, formats } = useLanguage();
  const words = texts.tokens;
  const [shown, setShown] = useState(SHOWN_ROWS);
  return (
    <>
      <h3 id="by-client">{words.clients}</h3>
      <table className={tableClasses.table} aria-labelledby="by-client">
        <thead>
          <tr>
            <th scope="col">{words.client}</th>
            <th scope="col">{words.last}</th>
            <th scope="col" className="number">
              {words.count}
            </th>
          </tr>
        </thead>
        <tbody>
          {clients.slice(0, shown).map(({ clientId, name, issued, lastIssuedAtUtc }) => (
            <tr key={clientId}>
              <td className={tableClasses.entered}>
                <Link to={paths.developers} search={{ tab: 'clients', client: clientId }}>
                  {name}
                </Link>
              </td>
              <td>
                <Ago utc={lastIssuedAtUtc} />
              </td>
              <td className="number">{formats.number(issued)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {clients.length > shown && <More load={() => setShown(shown + SHOWN_ROWS)} />}
    </>
  );
}
