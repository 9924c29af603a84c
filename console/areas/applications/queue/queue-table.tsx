import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { type Application, nameOf } from '../../../core/api/records.ts';
import { PrintedNote } from '../../../core/list/printed-note.tsx';
import { useAnchor } from '../../../core/list/use-anchor.ts';
import { useShownRows } from '../../../core/list/use-shown-rows.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import classes from './page.module.css';

const ROW_PIXELS = 52;
/** The head moves the rows down, and its list has a border. Without it, the row at the lower edge would be cut off. */
const HEAD_PIXELS = 36 + 2;
const OVERSCAN = 12;

interface QueueTableProps {
  applications: readonly Application[];
  /** What the applications are the response to. */
  query: string;
  total: number;
  selected: number | undefined;
  select: (application: number) => void;
  /** Runs when the last loaded row is near. */
  onEnd: () => void;
}

/** A window of rows: however long the list is, the document has only those that can be seen. Paper has all that are loaded. */
export function QueueTable({ applications, query, total, selected, select, onEnd }: QueueTableProps) {
  const texts = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: applications.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PIXELS,
    overscan: OVERSCAN,
    scrollPaddingEnd: HEAD_PIXELS,
    initialRect: { width: 0, height: 600 },
  });
  useAnchor(scroller, query, applications, ROW_PIXELS);
  const { shown, last, before, after, isPrinted } = useShownRows(rows, applications.length);
  useEffect(() => {
    if (last >= applications.length - OVERSCAN) onEnd();
  });
  const position = applications.findIndex(({ id }) => id === selected);
  const scrolledTo = useRef<number>(undefined);
  useEffect(() => {
    // Only when another one is chosen: the same one has another position when one above it comes or goes.
    if (position === -1 || scrolledTo.current === selected) return;
    scrolledTo.current = selected;
    rows.scrollToIndex(position);
  }, [position, selected, rows]);
  return (
    <div ref={scroller} className={classes.scroller}>
      {/* The rows that are left out take their space around the table. */}
      <div style={{ paddingTop: before, paddingBottom: after }}>
        <table className={classes.table} aria-rowcount={total + 1}>
          <caption className="visually-hidden">{texts.queue.caption}</caption>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{texts.queue.name}</th>
              <th scope="col">{texts.queue.stage}</th>
              <th scope="col" className="number">
                {texts.queue.applied}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((index) => (
              <Row
                key={applications[index]!.id}
                application={applications[index]!}
                index={index}
                isSelected={index === position}
                select={select}
              />
            ))}
          </tbody>
        </table>
      </div>
      {isPrinted && <PrintedNote printed={applications.length} total={total} />}
    </div>
  );
}

interface RowProps {
  application: Application;
  index: number;
  isSelected: boolean;
  select: (application: number) => void;
}

function Row({ application, index, isSelected, select }: RowProps) {
  const texts = useTexts();
  return (
    <tr
      aria-rowindex={index + 2}
      data-selected={isSelected}
      className={classes.row}
      onClick={() => select(application.id)}
    >
      <td>
        <button
          type="button"
          className={classes.name}
          title={nameOf(application)}
          aria-current={isSelected ? 'true' : undefined}
        >
          {nameOf(application)}
        </button>
        <span className={classes.secondary}>{application.jobAd ?? texts.queue.speculative}</span>
      </td>
      <td>
        <Stage stage={application.stage} />
        <span className={`${classes.secondary} ${classes.below}`}>
          <Ago utc={application.appliedAtUtc} />
        </span>
      </td>
      <td className={`number ${classes.when}`}>
        <Ago utc={application.appliedAtUtc} />
      </td>
    </tr>
  );
}

function Stage({ stage }: Pick<Application, 'stage'>) {
  const texts = useTexts();
  return (
    <span className={classes.stage} data-stage={stage} title={texts.stages[stage]}>
      {texts.stages[stage]}
    </span>
  );
}
