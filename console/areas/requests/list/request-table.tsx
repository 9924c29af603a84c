import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RequestRow } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { Status } from '../status.tsx';
import classes from './table.module.css';
import type { CurrentRow } from './use-list-keys.ts';

const ROW_PIXELS = 60;
const NARROW_ROW_PIXELS = 84;
/** The head moves the rows down, and its list has a border. Without it, the row at the lower edge would be cut off. */
const HEAD_PIXELS = 36 + 2;
const OVERSCAN = 10;

interface RequestTableProps {
  requests: readonly RequestRow[];
  total: number;
  isExact: boolean;
  /** The row of the keys. */
  current: CurrentRow;
  onEnd: () => void;
}

/** A window of rows: however long the list is, the document has only those that can be seen. */
export function RequestTable({ requests, total, isExact, current, onEnd }: RequestTableProps) {
  const { requests: texts } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const rowPixels = isNarrow ? NARROW_ROW_PIXELS : ROW_PIXELS;
  const rows = useVirtualizer({
    count: requests.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan: OVERSCAN,
    scrollPaddingEnd: HEAD_PIXELS,
    initialRect: { width: 0, height: 600 },
  });
  useLayoutEffect(() => {
    if (rowPixels > 0) rows.measure();
  }, [rows, rowPixels]);
  useAnchor(scroller, requests, rowPixels);
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= requests.length - OVERSCAN) onEnd();
  });
  const position = requests.findIndex(({ id }) => id === current.id);
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
        <table className={classes.table} aria-rowcount={isExact ? total + 1 : -1}>
          <caption className="visually-hidden">{texts.caption}</caption>
          <Head />
          <tbody>
            {items.map(({ index }) => (
              <Row
                key={requests[index]!.id}
                request={requests[index]!}
                index={index}
                current={index === position ? current : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Head() {
  const { requests: texts } = useTexts();
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">{texts.fields.title}</th>
        <th scope="col" className={`${classes.medium} ${classes.companyColumn}`}>
          {texts.fields.companyId}
        </th>
        <th scope="col" className={`number ${classes.headcountColumn}`}>
          {texts.fields.headcount}
        </th>
        <th scope="col" className={`${classes.medium} ${classes.startColumn}`}>
          {texts.fields.startDate}
        </th>
        <th scope="col" className={`${classes.large} ${classes.startColumn}`}>
          {texts.fields.endDate}
        </th>
        <th scope="col" className={`${classes.medium} ${classes.statusColumn}`}>
          {texts.fields.statusId}
        </th>
        <th scope="col" className={`${classes.large} ${classes.responsibleColumn}`}>
          {texts.fields.responsibility}
        </th>
        <th scope="col" className={`number ${classes.large} ${classes.changedColumn}`}>
          {texts.changedAgo}
        </th>
      </tr>
    </thead>
  );
}

interface RowProps {
  request: RequestRow;
  index: number;
  /** Present for the row of the keys. */
  current: CurrentRow | undefined;
}

function Row({ request, index, current }: RowProps) {
  const { requests: texts } = useTexts();
  const formats = useFormats();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current?.shouldFocus !== true) return;
    current.shouldFocus = false;
    link.current?.focus({ preventScroll: true });
    // A narrow window is lower than the list, whose own scrolling is done by now.
    link.current?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  });
  const { id, title, kind, company, city, headcount, startDate, endDate, responsibleUser } = request;
  return (
    <tr aria-rowindex={index + 2} className={classes.row} data-current={current !== undefined}>
      <td>
        <Link ref={link} to={paths.request(id)} className={classes.name}>
          {title}
        </Link>
        <span className={`${classes.secondary} ${classes.wide}`}>
          {texts.kinds[kind]}, {texts.number(id)}
        </span>
        <span className={classes.below}>{company}</span>
        <span className={classes.below}>
          <Status {...request} /> {formats.day(startDate)}
        </span>
      </td>
      <td className={classes.medium}>
        <Company {...request} />
        {city !== null && <span className={classes.secondary}>{city}</span>}
      </td>
      <td className={`number ${classes.headcountColumn}`}>{formats.number(headcount)}</td>
      <td className={classes.medium}>{formats.day(startDate)}</td>
      <td className={`${classes.large} ${endDate === null ? classes.quiet : ''}`}>
        {endDate === null ? texts.openEndedValue : formats.day(endDate)}
      </td>
      <td className={classes.medium}>
        <Status {...request} />
      </td>
      <td className={`${classes.large} ${responsibleUser === null ? classes.quiet : ''}`}>
        {responsibleUser ?? texts.nobody}
        <span className={classes.secondary}>{request.office}</span>
      </td>
      <td className={`number ${classes.large} ${classes.quiet}`}>
        <Ago utc={request.modifiedAtUtc} />
      </td>
    </tr>
  );
}

function Company({ companyId, company }: Pick<RequestRow, 'companyId' | 'company'>) {
  const may = useMay();
  return may('customers:read') ? <Link to={paths.company(companyId)}>{company}</Link> : company;
}

/** Keeps the row at the top of the window where it is when rows above it come or go. */
function useAnchor(
  scroller: { readonly current: HTMLDivElement | null },
  requests: readonly RequestRow[],
  rowPixels: number,
): void {
  const before = useRef(requests);
  useLayoutEffect(() => {
    const element = scroller.current;
    const old = before.current;
    before.current = requests;
    if (element === null || old === requests || element.scrollTop === 0) return;
    const index = Math.floor(element.scrollTop / rowPixels);
    // The row itself can be the one that is gone.
    for (const { id } of old.slice(index)) {
      const now = requests.findIndex((request) => request.id === id);
      if (now === -1) continue;
      const was = old.findIndex((request) => request.id === id);
      if (now !== was) element.scrollTop += (now - was) * rowPixels;
      return;
    }
  }, [scroller, requests, rowPixels]);
}
