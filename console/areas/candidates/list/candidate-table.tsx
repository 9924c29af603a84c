import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { CandidateHit } from '../../../core/api/records.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { CandidateRow } from './candidate-row.tsx';
import type { Selection } from './selection.ts';
import classes from './table.module.css';

const ROW_PIXELS = 40;
const ROW_WITH_EXCERPT_PIXELS = 60;
const NARROW_ROW_PIXELS = 60;
const NARROW_ROW_WITH_EXCERPT_PIXELS = 80;
/** The head moves the rows down, and its list has a border. Without it, the row at the lower edge would be cut off. */
const HEAD_PIXELS = 36 + 2;
const OVERSCAN = 12;

interface CandidateTableProps {
  candidates: readonly CandidateHit[];
  total: number;
  isExact: boolean;
  /** Whether words were searched for, so that every row has an excerpt. */
  hasExcerpts: boolean;
  selection: Selection | undefined;
  /** The row of the keys. */
  current: { id: number | undefined; shouldFocus: boolean };
  onEnd: () => void;
}

/** A window of rows: however long the list is, the document has only those that can be seen. */
export function CandidateTable(props: CandidateTableProps) {
  const { candidates, total, isExact, hasExcerpts, selection, current, onEnd } = props;
  const texts = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const wide = hasExcerpts ? ROW_WITH_EXCERPT_PIXELS : ROW_PIXELS;
  const narrow = hasExcerpts ? NARROW_ROW_WITH_EXCERPT_PIXELS : NARROW_ROW_PIXELS;
  const rowPixels = isNarrow ? narrow : wide;
  const rows = useVirtualizer({
    count: candidates.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: OVERSCAN,
    scrollPaddingEnd: HEAD_PIXELS,
    initialRect: { width: 0, height: 600 },
  });
  useLayoutEffect(() => {
    if (rowPixels > 0) rows.measure();
  }, [rows, rowPixels]);
  useAnchor(scroller, candidates, rowPixels);
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= candidates.length - OVERSCAN) onEnd();
  });
  const position = candidates.findIndex(({ id }) => id === current.id);
  // Before the effect of the row, which takes the focus and then asks for it no longer.
  useLayoutEffect(() => {
    if (position !== -1 && current.shouldFocus) rows.scrollToIndex(position);
  }, [position, current, rows]);
  const before = items[0]?.start ?? 0;
  const after = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className={classes.scroller}>
      {/* The rows that are left out take their space around the table. */}
      <div style={{ paddingTop: before, paddingBottom: after }}>
        <table
          className={classes.table}
          aria-rowcount={isExact ? total + 1 : -1}
          data-excerpts={hasExcerpts}
          data-selectable={selection !== undefined}
        >
          <caption className="visually-hidden">{texts.candidates.caption}</caption>
          <Head selection={selection} />
          <tbody>
            {items.map(({ index }) => (
              <CandidateRow
                key={candidates[index]!.id}
                candidate={candidates[index]!}
                index={index}
                selection={selection}
                current={index === position ? current : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Head({ selection }: { selection: Selection | undefined }) {
  const { candidates: texts } = useTexts();
  const box = useRef<HTMLInputElement>(null);
  const isPartly = selection !== undefined && selection.ids.size > 0 && !selection.hasAll;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isPartly;
  });
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection !== undefined && (
          <th scope="col" className={classes.check}>
            <input
              ref={box}
              type="checkbox"
              aria-label={texts.selectAll}
              checked={selection.hasAll}
              onChange={selection.toggleAll}
            />
          </th>
        )}
        <th scope="col" className={classes.nameColumn}>
          {texts.name}
        </th>
        <th scope="col" className={classes.medium}>
          {texts.residence}
        </th>
        <th scope="col" className={classes.statusColumn}>
          {texts.status}
        </th>
        <th scope="col" className={classes.large}>
          {texts.position}
        </th>
        <th scope="col" className={`${classes.large} ${classes.responsibleColumn}`}>
          {texts.responsible}
        </th>
        <th scope="col" className={classes.stageColumn}>
          {texts.applicationStage}
        </th>
        <th scope="col" className={`number ${classes.changedColumn}`}>
          {texts.changed}
        </th>
      </tr>
    </thead>
  );
}

/** Keeps the row at the top of the window where it is when rows above it come or go. */
function useAnchor(
  scroller: { readonly current: HTMLDivElement | null },
  candidates: readonly CandidateHit[],
  rowPixels: number,
): void {
  const before = useRef(candidates);
  useLayoutEffect(() => {
    const element = scroller.current;
    const old = before.current;
    before.current = candidates;
    if (element === null || old === candidates || element.scrollTop === 0) return;
    const index = Math.floor(element.scrollTop / rowPixels);
    // The row itself can be the one that is gone.
    for (const { id } of old.slice(index)) {
      const now = candidates.findIndex((candidate) => candidate.id === id);
      const was = old.findIndex((candidate) => candidate.id === id);
      if (now === -1) continue;
      if (now !== was) element.scrollTop += (now - was) * rowPixels;
      return;
    }
  }, [scroller, candidates, rowPixels]);
}
