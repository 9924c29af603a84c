import { statusOf } from '../../../core/api/deliveries.ts';
import type { Delivery } from '../../../core/api/records.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { Ago, Ahead } from '../../../core/ui/when.tsx';
import classes from './deliveries.module.css';

interface TableProps {
  rows: readonly Delivery[];
  open: (id: string) => void;
}

export function DeliveryTable({ rows, open }: TableProps) {
  const { deliveries: words } = useTexts();
  return (
    <table className={tableClasses.table} aria-labelledby="deliveries">
      <thead>
        <tr>
          <th scope="col">{words.event}</th>
          <th scope="col" className={tableClasses.medium}>
            {words.occurred}
          </th>
          <th scope="col" className={tableClasses.extra}>
            {words.receiver}
          </th>
          <th scope="col">{words.status}</th>
          <th scope="col" className={`number ${tableClasses.extra}`}>
            {words.attempts}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} open={() => open(row.id)} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, open }: { row: Delivery; open: () => void }) {
  const { texts, formats } = useLanguage();
  const words = texts.deliveries;
  const record = words.recordOf(String(row.entityId));
  return (
    <tr>
      <td>
        <button
          type="button"
          className={classes.open}
          aria-label={words.detailsOf(row.event, record, formats.dayAndTime(row.eventDateUtc))}
          onClick={open}
        >
          <code>{row.event}</code>
        </button>
        <span className={tableClasses.secondary}>{record}</span>
        <span className={tableClasses.lowest}>
          <Ago utc={row.eventDateUtc} />
        </span>
        <span className={`${tableClasses.below} ${classes.address}`}>{row.webhookUrl}</span>
      </td>
      <td className={tableClasses.medium}>
        <Ago utc={row.eventDateUtc} />
      </td>
      <td className={tableClasses.extra}>
        <span className={classes.address}>{row.webhookUrl}</span>
      </td>
      <td>
        <DeliveryState row={row} />
      </td>
      <td className={`number ${tableClasses.extra}`}>{formats.number(row.attempts)}</td>
    </tr>
  );
}

/** What became of the calls, and when the next one follows. */
export function DeliveryState({ row }: { row: Delivery }) {
  const { deliveries: words } = useTexts();
  const status = statusOf(row);
  return (
    <>
      <span className={status === 'failed' ? classes.failed : undefined}>{words.statuses[status]}</span>
      {row.nextAttemptAtUtc !== null && (
        <span className={tableClasses.secondary}>
          {words.next} <Ahead utc={row.nextAttemptAtUtc} />
        </span>
      )}
    </>
  );
}
