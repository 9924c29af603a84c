import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { PrintedNote } from './printed-note.tsx';
import classes from './table.module.css';
import { useAnchor } from './use-anchor.ts';
import { useShownRows } from './use-shown-rows.ts';

const USUAL = { wide: 40, narrow: 60 };
const WITH_EXCERPTS = { wide: 60, narrow: 80 };
/** The head moves the rows down, and its list has a border. Without it, the row at the lower edge would be cut off. */
const HEAD_PIXELS = 36 + 2;
const OVERSCAN = 12;

/** The row of the keys. It asks for the focus until it has it. */
export interface CurrentRow {
  id: number | undefined;
  shouldFocus: boolean;
}

interface WindowTableProps<Row> {
  /** Says what the rows are. */
  caption: string;
  /** The cells of the head. */
  head: ReactNode;
  rows: readonly Row[];
  /** What the rows are the response to. */
  query: string;
  total: number;
  isExact: boolean;
  /** Whether words were searched for, so that every row has an excerpt. */
  hasExcerpts?: boolean;
  /** The heights of a row whose styles set others. */
  rowPixels?: { wide: number; narrow: number };
  isSelectable?: boolean;
  current: CurrentRow;
  /** `current` is present for the row of the keys. */
  renderRow: (row: Row, index: number, current: CurrentRow | undefined) => ReactNode;
  onEnd: () => void;
}

/** A window of rows: however long the list is, the document has only those that can be seen. Paper has all that are loaded. */
export function WindowTable<Row extends { id: number }>(props: WindowTableProps<Row>) {
  const { caption, head, rows: loaded, total, isExact, hasExcerpts = false, isSelectable = false } = props;
  const { query, current, renderRow, onEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const { wide, narrow } = props.rowPixels ?? (hasExcerpts ? WITH_EXCERPTS : USUAL);
  const rowPixels = isNarrow ? narrow : wide;
  const position = loaded.findIndex(({ id }) => id === current.id);
  const rows = useVirtualizer({
    count: loaded.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: OVERSCAN,
    scrollPaddingEnd: HEAD_PIXELS,
    initialRect: { width: 0, height: 600 },
    // The list has the row from the beginning on. One that goes and comes again loses the focus.
    initialOffset: current.shouldFocus ? Math.max(0, position) * rowPixels : 0,
  });
  useLayoutEffect(() => {
    if (rowPixels > 0) rows.measure();
  }, [rows, rowPixels]);
  useAnchor(scroller, query, loaded, rowPixels);
  const { shown, last, before, after, isPrinted } = useShownRows(rows, loaded.length);
  useEffect(() => {
    if (last >= loaded.length - OVERSCAN) onEnd();
  });
  // Before the effect of the row, which takes the focus and then asks for it no longer.
  useLayoutEffect(() => {
    if (position !== -1 && current.shouldFocus) rows.scrollToIndex(position);
  }, [position, current, rows]);
  return (
    <div ref={scroller} className={classes.scroller}>
      {/* The rows that are left out take their space around the table. */}
      <div style={{ paddingTop: before, paddingBottom: after }}>
        <table
          className={classes.table}
          aria-rowcount={isExact ? total + 1 : -1}
          data-excerpts={hasExcerpts}
          data-selectable={isSelectable}
        >
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr aria-rowindex={1}>{head}</tr>
          </thead>
          <tbody>
            {shown.map((index) => renderRow(loaded[index]!, index, index === position ? current : undefined))}
          </tbody>
        </table>
      </div>
      {isPrinted && <PrintedNote printed={loaded.length} total={total} />}
    </div>
  );
}
