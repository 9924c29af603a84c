import { Link } from '@tanstack/react-router';
import type { RequestRow } from '../../../core/api/records.ts';
import { useRowFocus } from '../../../core/list/use-row-focus.ts';
import { type CurrentRow, WindowTable } from '../../../core/list/window-table.tsx';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { Status } from '../status.tsx';
import classes from './table.module.css';

const ROW_PIXELS = { wide: 60, narrow: 84 };

interface RequestTableProps {
  requests: readonly RequestRow[];
  query: string;
  total: number;
  isExact: boolean;
  current: CurrentRow;
  onEnd: () => void;
}

export function RequestTable({ requests, ...list }: RequestTableProps) {
  const { requests: texts } = useTexts();
  return (
    <WindowTable
      {...list}
      caption={texts.caption}
      head={<Head />}
      rows={requests}
      rowPixels={ROW_PIXELS}
      renderRow={(request, index, current) => (
        <Row key={request.id} request={request} index={index} current={current} />
      )}
    />
  );
}

function Head() {
  const { requests: texts } = useTexts();
  return (
    <>
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
    </>
  );
}

interface RowProps {
  request: RequestRow;
  index: number;
  /** Present for the row of the keys. */
  current: CurrentRow | undefined;
}

function Row({ request, index, current }: RowProps) {
  const { requests: texts, proposals } = useTexts();
  const formats = useFormats();
  const link = useRowFocus(current);
  const { id, title, kind, company, city, headcount, startDate, endDate, responsibleUser } = request;
  return (
    <tr aria-rowindex={index + 2} className={classes.row} data-current={current !== undefined}>
      <td>
        <Link ref={link} to={paths.request(id)} className={classes.name} title={title}>
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
      <td className={`number ${classes.headcountColumn}`}>
        {formats.number(headcount)}
        {request.placed > 0 && (
          <span className={classes.secondary}>{proposals.placedShort(formats.number(request.placed))}</span>
        )}
      </td>
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
      <td className={`number ${classes.large} ${classes.changedColumn} ${classes.quiet}`}>
        <Ago utc={request.modifiedAtUtc} />
      </td>
    </tr>
  );
}

function Company({ companyId, company }: Pick<RequestRow, 'companyId' | 'company'>) {
  const may = useMay();
  return may('customers:read') ? (
    <Link to={paths.company(companyId)} className={classes.company} title={company}>
      {company}
    </Link>
  ) : (
    <span className={classes.company}>{company}</span>
  );
}
