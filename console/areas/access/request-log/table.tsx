import type { LoggedCall } from '../../../core/api/records.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { Ago } from '../../../core/ui/when.tsx';
import { useFaultText } from './faults.ts';
import classes from './request-log.module.css';
import { Route } from './route.tsx';

interface TableProps {
  rows: readonly LoggedCall[];
  /** With the id of the request. */
  open: (requestId: string) => void;
}

export function CallTable({ rows, open }: TableProps) {
  const { requestLog: words } = useTexts();
  return (
    <table className={tableClasses.table} aria-labelledby="call-list">
      <thead>
        <tr>
          <th scope="col" className={classes.main}>
            {words.details.operation}
          </th>
          <th scope="col" className={tableClasses.medium}>
            {words.list.time}
          </th>
          <th scope="col" className={tableClasses.extra}>
            {words.client}
          </th>
          <th scope="col">{words.list.status}</th>
          <th scope="col" className={`number ${tableClasses.extra}`}>
            {words.list.duration}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} open={() => open(row.requestId)} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, open }: { row: LoggedCall; open: () => void }) {
  const { texts, formats } = useLanguage();
  const { list: words, noClient } = texts.requestLog;
  const client = row.clientName ?? noClient;
  return (
    <tr>
      <td className={tableClasses.entered}>
        <button
          type="button"
          className={classes.open}
          aria-label={words.detailsOf(row.route, client, String(row.status), formats.moment(row.atUtc))}
          onClick={open}
        >
          <Route route={row.route} />
        </button>
        <Faults row={row} />
        <span className={tableClasses.lowest}>
          <Ago utc={row.atUtc} />
        </span>
        <span className={tableClasses.below}>
          {client} · {formats.milliseconds(row.durationMs)}
        </span>
      </td>
      <td className={`${tableClasses.medium} ${classes.line}`}>
        <Ago utc={row.atUtc} />
      </td>
      <td className={`${tableClasses.extra} ${tableClasses.entered}`}>{client}</td>
      <td className={classes.line}>
        <CallStatus row={row} />
      </td>
      <td className={`number ${tableClasses.extra}`}>{formats.milliseconds(row.durationMs)}</td>
    </tr>
  );
}

const SHOWN_FAULTS = 2;

/** Why the call failed, in a line. */
function Faults({ row: { errorCode, faults } }: { row: LoggedCall }) {
  const { texts, formats } = useLanguage();
  const { list: words } = texts.requestLog;
  const textOf = useFaultText();
  if (errorCode === null) return null;
  const left = faults.length - SHOWN_FAULTS;
  const parts = [
    errorCode,
    ...faults.slice(0, SHOWN_FAULTS).map(textOf),
    ...(left > 0 ? [words.moreFaults(formats.number(left))] : []),
  ];
  return <span className={`${tableClasses.secondary} ${classes.faults}`}>{parts.join(' · ')}</span>;
}

const FIRST_FAILURE = 400;

export function CallStatus({ row: { status, isInterrupted } }: { row: LoggedCall }) {
  const { list: words } = useTexts().requestLog;
  return (
    <>
      {status < FIRST_FAILURE ? (
        status
      ) : (
        <span className={classes.failed}>
          {status} <span className={classes.word}>{words.failed}</span>
        </span>
      )}
      {isInterrupted && <span className={tableClasses.secondary}>{words.interrupted}</span>}
    </>
  );
}
