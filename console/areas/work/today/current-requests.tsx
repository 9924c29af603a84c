import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import type { RequestRow } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { useOwnBranches } from '../../../core/session/use-own-branches.ts';
import { useFormats, useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { WhenRead } from '../../../core/ui/when-read.tsx';
import classes from './page.module.css';

/** The requests for which people are still to be found, those that start first. Of the user's branches, as in the list. */
export function CurrentRequests() {
  const { requests: texts, queue } = useTexts();
  const ownBranches = useOwnBranches();
  return (
    <section className={classes.part} aria-labelledby="current-requests">
      <h2 id="current-requests">{texts.current}</h2>
      <WhenRead read={ownBranches} rows={6}>
        {(own) => (
          <>
            {own.length > 0 && <span className={classes.secondary}>{queue.myBranches}</span>}
            <Earliest own={own} />
          </>
        )}
      </WhenRead>
      <Link to={paths.requests} search={{ sort: 'start' }} className={classes.all}>
        {texts.back}
      </Link>
    </section>
  );
}

function Earliest({ own }: { own: readonly number[] }) {
  const earliest = useQuery(queries.earliestRequests(own, useLanguage().language));
  return (
    <WhenRead read={earliest} rows={6}>
      {(found) => <Found {...found} />}
    </WhenRead>
  );
}

interface FoundProps {
  requests: readonly RequestRow[];
  total: number;
  totalIsExact: boolean;
}

function Found({ requests, total, totalIsExact }: FoundProps) {
  const { texts, formats } = useLanguage();
  if (requests.length === 0) return <p className={classes.empty}>{texts.requests.noneCurrent}</p>;
  const count = formats.number(total);
  return (
    <>
      <Table requests={requests} />
      {total > requests.length && (
        <span className={classes.secondary}>
          {totalIsExact ? texts.requests.total(count) : texts.requests.moreThan(count)}
        </span>
      )}
    </>
  );
}

function Table({ requests }: { requests: readonly RequestRow[] }) {
  const { requests: texts } = useTexts();
  const formats = useFormats();
  return (
    <table className={classes.table} aria-labelledby="current-requests">
      <thead>
        <tr>
          <th scope="col">{texts.fields.title}</th>
          <th scope="col" className={`number ${classes.medium}`}>
            {texts.fields.headcount}
          </th>
          <th scope="col" className="number">
            {texts.fields.startDate}
          </th>
        </tr>
      </thead>
      <tbody>
        {requests.map(({ id, title, company, headcount, startDate }) => (
          <tr key={id}>
            <td>
              <Link to={paths.request(id)}>{title}</Link>
              <span className={classes.secondary}>{company}</span>
              <span className={`${classes.secondary} ${classes.lowest}`}>
                {texts.people(formats.number(headcount))}
              </span>
            </td>
            <td className={`number ${classes.medium}`}>{formats.number(headcount)}</td>
            <td className={`number ${classes.when}`}>{formats.day(startDate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
