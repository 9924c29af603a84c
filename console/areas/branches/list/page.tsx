import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useAddress } from '../../../core/address.ts';
import { queries } from '../../../core/api/queries.ts';
import type { Branch } from '../../../core/api/records.ts';
import { hasWords } from '../../../core/filters/has-words.ts';
import { SearchField } from '../../../core/filters/search-field.tsx';
import { type BranchesSearch, paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import classes from '../../../core/ui/list.module.css';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { addressOf } from '../address.ts';
import { readBranchesSearch } from './search.ts';

/** The service has no pages of them. */
const SHOWN_ROWS = 100;
const NO_FILTER: BranchesSearch = { q: undefined, state: 'all' };

export function Page() {
  const { texts, language } = useLanguage();
  const words = texts.branches;
  const may = useMay();
  const search = useAddress(readBranchesSearch);
  const navigate = useNavigate();
  const change = (next: BranchesSearch) =>
    void navigate({
      to: paths.branches,
      search: (before: BranchesSearch) => ({ ...before, ...next }),
      replace: true,
    });
  const branches = useQuery(queries.branches());
  const all = branches.data?.branches;
  const found = useMemo(() => all && matching(all, search, language), [all, search, language]);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{texts.screens.branches}</h1>
        {may('branches:write') && (
          <Button component={Link} to={paths.branchNew}>
            {words.create}
          </Button>
        )}
      </header>
      <p className={classes.lead}>{words.lead}</p>
      {all?.length !== 0 && <Filters search={search} change={change} />}
      {branches.isPending && <Loading rows={8} />}
      {branches.isError && <Failed error={branches.error} retry={() => branches.refetch()} />}
      {all?.length === 0 && (
        <Notice title={words.none}>
          <p>{words.noneLead}</p>
        </Notice>
      )}
      {all !== undefined && all.length > 0 && found?.length === 0 && (
        <Notice title={words.empty}>
          <Button variant="default" onClick={() => change(NO_FILTER)}>
            {words.resetFilters}
          </Button>
        </Notice>
      )}
      {found !== undefined && found.length > 0 && <BranchTable branches={found} />}
    </div>
  );
}

/** The branches that the filters choose, by name. */
function matching(
  branches: readonly Branch[],
  { q, state }: BranchesSearch,
  language: string,
): readonly Branch[] {
  const isIn = ({ isActive, name, number, location }: Branch) =>
    (state === 'all' || isActive === (state !== 'closed')) &&
    hasWords(q, [name, number, location.zipCode, location.city]);
  const { compare } = new Intl.Collator(language);
  return branches.filter(isIn).sort((one, other) => compare(one.name, other.name));
}

function Filters({ search, change }: { search: BranchesSearch; change: (search: BranchesSearch) => void }) {
  const { branches: words } = useTexts();
  return (
    <search className={classes.filters}>
      <SearchField
        label={words.search}
        placeholder={words.searchHint}
        text={search.q}
        change={(q) => change({ q })}
      />
      <NativeSelect
        label={words.state}
        value={search.state ?? 'open'}
        onChange={({ currentTarget: { value } }) =>
          change({ state: readBranchesSearch({ state: value }).state })
        }
        data={(['open', 'closed', 'all'] as const).map((value) => ({
          value,
          label: words.stateFilter[value],
        }))}
      />
    </search>
  );
}

function BranchTable({ branches }: { branches: readonly Branch[] }) {
  const { texts, formats } = useLanguage();
  const words = texts.branches;
  const [shown, setShown] = useState(SHOWN_ROWS);
  return (
    <>
      <p className={classes.count} role="status">
        {words.count(formats.number(branches.length))}
      </p>
      <div className={classes.rows}>
        <table className={tableClasses.table}>
          <caption className="visually-hidden">{words.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col" className={tableClasses.extra}>
                {words.address}
              </th>
              <th scope="col" className={tableClasses.extra}>
                {words.contact}
              </th>
              <th scope="col">{words.state}</th>
            </tr>
          </thead>
          <tbody>
            {branches.slice(0, shown).map((branch) => (
              <Row key={branch.id} branch={branch} />
            ))}
          </tbody>
        </table>
        {branches.length > shown && <More load={() => setShown(shown + SHOWN_ROWS)} />}
      </div>
    </>
  );
}

function Row({ branch }: { branch: Branch }) {
  const { branches: words } = useTexts();
  const { id, name, number, phone, email, isActive } = branch;
  const [street, place] = addressOf(branch);
  return (
    <tr>
      <td className={tableClasses.entered}>
        <Link to={paths.branch(id)}>{name}</Link>
        {number !== null && <span className={tableClasses.secondary}>{number}</span>}
        <span className={tableClasses.below}>{[street, place].filter(Boolean).join(', ')}</span>
      </td>
      <td className={`${tableClasses.extra} ${tableClasses.entered}`}>
        {street}
        <span className={street === '' ? undefined : tableClasses.secondary}>{place}</span>
      </td>
      <td className={`${tableClasses.extra} ${tableClasses.entered}`}>
        {phone}
        <span className={phone === null ? undefined : tableClasses.secondary}>{email}</span>
      </td>
      <td>{isActive ? words.states.open : <span className={classes.quiet}>{words.states.closed}</span>}</td>
    </tr>
  );
}
