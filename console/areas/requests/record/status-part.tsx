import { useId, useState } from 'react';
import type { Tagged } from '../../../core/api/call.ts';
import type { RequestRecord } from '../../../core/api/queries-requests.ts';
import type { RequestOverview } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { Status } from '../status.tsx';
import { StatusDialog } from './status-dialog.tsx';

/** The statuses that the request has had, the current one first, and the way to another one. */
export function StatusPart({
  current,
  overview,
}: {
  current: Tagged<RequestRecord>;
  overview: RequestOverview;
}) {
  const id = useId();
  const { requests: texts } = useTexts();
  const formats = useFormats();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={formClasses.part} aria-labelledby={id}>
      <header className={formClasses.header}>
        <h2 id={id}>{texts.parts.status}</h2>
        {may('requests:write') && (
          <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
            {texts.status.change}
          </Button>
        )}
      </header>
      <table className={tableClasses.table} aria-label={texts.status.history}>
        <thead>
          <tr>
            <th scope="col">{texts.parts.status}</th>
            <th scope="col">{texts.status.since}</th>
            <th scope="col" className={tableClasses.medium}>
              {texts.status.comment}
            </th>
          </tr>
        </thead>
        <tbody>
          {current.record.statusHistory.map((entry) => (
            <tr key={entry.id}>
              <td className={tableClasses.entered}>
                <Status {...entry} />
                {entry.comment !== null && <span className={tableClasses.lowest}>{entry.comment}</span>}
              </td>
              <td>
                <time dateTime={entry.setAtUtc} title={formats.moment(entry.setAtUtc)}>
                  {formats.dayAndTime(entry.setAtUtc)}
                </time>
              </td>
              <td className={`${tableClasses.medium} ${tableClasses.entered} ${formClasses.text}`}>
                {entry.comment}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <StatusDialog current={current} overview={overview} isOpen={isOpen} close={() => setOpen(false)} />
    </section>
  );
}
