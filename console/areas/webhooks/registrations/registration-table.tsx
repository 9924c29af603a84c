import type { Registration } from '../../../core/api/records.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import type { Texts } from '../../../core/texts/texts-de.ts';
import { Button } from '../../../core/ui/button.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { Ago } from '../../../core/ui/when.tsx';
import { EventName } from '../event-name.tsx';
import classes from './registrations.module.css';

export type RowDialog = 'test' | 'reactivate' | 'remove';

interface TableProps {
  rows: readonly Registration[];
  open: (dialog: RowDialog, row: Registration) => void;
}

export function RegistrationTable({ rows, open }: TableProps) {
  const { webhooks } = useTexts();
  const { registrations } = webhooks;
  return (
    <table className={tableClasses.table} aria-labelledby="registrations">
      <thead>
        <tr>
          <th scope="col">{registrations.pair}</th>
          <th scope="col" className={tableClasses.extra}>
            {registrations.state}
          </th>
          <th scope="col" className={`${classes.wide} ${classes.oneLine}`}>
            {registrations.lastSuccess}
          </th>
          <th scope="col" className={`number ${classes.wide} ${classes.oneLine}`}>
            {registrations.errors}
          </th>
          <th scope="col">
            <span className="visually-hidden">{webhooks.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} open={(dialog) => open(dialog, row)} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, open }: { row: Registration; open: (dialog: RowDialog) => void }) {
  const { texts, formats } = useLanguage();
  const words = texts.webhooks.registrations;
  const pair = pairOf(row, texts);
  return (
    <tr>
      <td>
        <EventName id={row.event} name={row.eventName} isShort />
        <span className={classes.address}>{row.url}</span>
        <span className={tableClasses.below}>
          <State row={row} />
        </span>
      </td>
      <td className={`${tableClasses.extra} ${classes.state}`}>
        <State row={row} />
      </td>
      <td className={classes.wide}>
        {row.lastSuccessAtUtc === null ? words.never : <Ago utc={row.lastSuccessAtUtc} />}
      </td>
      <td className={`number ${classes.wide}`}>{formats.number(row.errorCount)}</td>
      <td className={tableClasses.actionColumn}>
        <div className={tableClasses.wrapping}>
          {row.isPaused && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={words.reactivateOf(pair)}
              onClick={() => open('reactivate')}
            >
              {words.reactivate}
            </Button>
          )}
          <Button
            variant="default"
            size="compact-sm"
            aria-label={words.testOf(pair)}
            onClick={() => open('test')}
          >
            {words.test}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={words.removeOf(pair)}
            onClick={() => open('remove')}
          >
            {words.remove}
          </Button>
        </div>
      </td>
    </tr>
  );
}

/** As messages name a registration. */
export const pairOf = (
  { eventName, url }: Pick<Registration, 'eventName' | 'url'>,
  { webhooks }: Texts,
): string => webhooks.pairOf(eventName, url);

function State({ row }: { row: Registration }) {
  const { texts, formats } = useLanguage();
  const words = texts.webhooks.registrations;
  if (row.pausedAtUtc !== null)
    return (
      <>
        <span className={classes.paused}>{words.paused}</span>
        <span className={tableClasses.secondary}>
          <Ago utc={row.pausedAtUtc} />, {words.pausedAfter(formats.number(row.errorCount))}
        </span>
      </>
    );
  // A call resets the one or counts in the other.
  const isWaiting = row.lastSuccessAtUtc === null && row.errorCount === 0;
  return (
    <>
      {words.active}
      {isWaiting && <span className={tableClasses.secondary}>{words.waiting}</span>}
    </>
  );
}
