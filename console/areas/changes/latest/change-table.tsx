import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { Change } from '../../../core/api/records.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { CopiedText } from '../../../core/ui/copied-text.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { Ago } from '../../../core/ui/when.tsx';
import classes from './changes.module.css';
import { PAGES } from './record-types.ts';
import { useEntityNames } from './use-entity-names.ts';

const COLUMNS = 4;

export function ChangeTable({ rows }: { rows: readonly Change[] }) {
  const { changes: words, webhooks } = useTexts();
  const [copied, setCopied] = useState<{ cursor: string; time: number }>();
  return (
    <table className={tableClasses.table} aria-labelledby="changes">
      <thead>
        <tr>
          <th scope="col" className={tableClasses.medium}>
            {words.when}
          </th>
          <th scope="col">{words.record}</th>
          <th scope="col" className={tableClasses.medium}>
            {words.kind}
          </th>
          <th scope="col" className={tableClasses.actionColumn}>
            <span className="visually-hidden">{webhooks.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.cursor}>
            <Row row={row} copy={() => setCopied({ cursor: row.cursor, time: performance.now() })} />
            {copied?.cursor === row.cursor && (
              <tr>
                <td colSpan={COLUMNS}>
                  <CopiedText key={copied.time} label={words.cursor} text={row.cursor} isCopiedAtOnce />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Row({ row: { entity, change, id, changedAtUtc }, copy }: { row: Change; copy: () => void }) {
  const { texts, formats } = useLanguage();
  const words = texts.changes;
  const may = useMay();
  const record = words.recordOf(useEntityNames()[entity], String(id));
  const page = PAGES[entity];
  const isLinked = page !== null && change !== 'deleted' && may(page.permission);
  return (
    <tr>
      <td className={tableClasses.medium}>
        <Ago utc={changedAtUtc} />
      </td>
      <td>
        {isLinked ? <Link to={page.pathOf(id)}>{record}</Link> : record}
        <span className={tableClasses.lowest}>
          {words.kinds[change]} · <Ago utc={changedAtUtc} />
        </span>
      </td>
      <td className={tableClasses.medium}>{words.kinds[change]}</td>
      <td className={tableClasses.actionColumn}>
        <div>
          <Button
            variant="default"
            size="compact-sm"
            classNames={{ root: classes.copy, label: classes.copyLabel }}
            aria-label={words.copyOf(record, words.kinds[change], formats.dayAndTime(changedAtUtc))}
            onClick={copy}
          >
            {words.copy}
          </Button>
        </div>
      </td>
    </tr>
  );
}
