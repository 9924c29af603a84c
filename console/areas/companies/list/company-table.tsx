import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import type { CompanyHit } from '../../../core/api/records.ts';
import { Excerpts } from '../../../core/list/excerpts.tsx';
import classes from '../../../core/list/table.module.css';
import { useRowFocus } from '../../../core/list/use-row-focus.ts';
import { type CurrentRow, WindowTable } from '../../../core/list/window-table.tsx';
import { paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { StatusBadge } from '../status.tsx';

interface CompanyTableProps {
  companies: readonly CompanyHit[];
  query: string;
  total: number;
  isExact: boolean;
  hasExcerpts: boolean;
  current: CurrentRow;
  onEnd: () => void;
}

export function CompanyTable({ companies, ...list }: CompanyTableProps) {
  const texts = useTexts();
  return (
    <WindowTable
      {...list}
      caption={texts.companies.caption}
      head={<Head />}
      rows={companies}
      renderRow={(company, index, current) => (
        <CompanyRow key={company.id} company={company} index={index} current={current} />
      )}
    />
  );
}

function Head() {
  const { companies: texts } = useTexts();
  return (
    <>
      <th scope="col" className={classes.companyColumn}>
        {texts.name}
      </th>
      <th scope="col" className={classes.medium}>
        {texts.place}
      </th>
      <th scope="col" className={classes.companyStatusColumn}>
        {texts.status}
      </th>
      <th scope="col" className={classes.large}>
        {texts.industry}
      </th>
      <th scope="col" className={`${classes.large} ${classes.responsibleColumn}`}>
        {texts.responsible}
      </th>
      <th scope="col" className={`number ${classes.changedColumn}`}>
        {texts.changed}
      </th>
    </>
  );
}

interface CompanyRowProps {
  company: CompanyHit;
  index: number;
  /** Present for the row of the keys. */
  current: CurrentRow | undefined;
}

function CompanyRow({ company, index, current }: CompanyRowProps) {
  const { companies: texts, candidates } = useTexts();
  const statuses = useQuery(queries.valueList('customerstatus'));
  const link = useRowFocus(current);
  const { id, name, name2, customerNumber, city, responsibleUser, matches } = company;
  const place = [company.zipCode, city].filter(Boolean).join(' ');
  return (
    <tr aria-rowindex={index + 2} className={classes.row} data-current={current !== undefined}>
      <td title={[name, name2].filter(Boolean).join(' ')}>
        <Link ref={link} to={paths.company(id)} className={classes.name}>
          {name}
        </Link>
        {customerNumber !== null && <span className={classes.beside}> {customerNumber}</span>}
        <span className={classes.below}>{[place, customerNumber].filter(Boolean).join(' · ')}</span>
        {matches.length > 0 && (
          <Excerpts matches={matches} names={{ ...candidates.fields, ...texts.fields }} />
        )}
      </td>
      <td className={classes.medium}>{place}</td>
      <td className={classes.companyStatusColumn}>
        <StatusBadge statusId={company.statusId} entries={statuses.data} />
      </td>
      <td className={classes.large} title={company.industry ?? undefined}>
        {company.industry}
      </td>
      <td className={`${classes.large} ${responsibleUser === null ? classes.quiet : ''}`}>
        {responsibleUser ?? texts.nobody}
      </td>
      <td className={`number ${classes.changedColumn} ${classes.quiet}`}>
        <Ago utc={company.modifiedAtUtc} />
      </td>
    </tr>
  );
}
