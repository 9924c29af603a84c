import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useAddress } from '../../../core/address.ts';
import { queries } from '../../../core/api/queries.ts';
import { ROLES, stateOf, USER_STATES, type User } from '../../../core/api/records.ts';
import { hasWords } from '../../../core/filters/has-words.ts';
import { SearchField } from '../../../core/filters/search-field.tsx';
import { paths, type UsersSearch } from '../../../core/paths.ts';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import classes from '../../../core/ui/list.module.css';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { useOptions } from '../../../core/ui/use-options.ts';
import { sortedOffices } from '../offices.ts';
import { UserState } from '../user-state.tsx';
import { readUsersSearch } from './search.ts';

/** The service has no pages of them. */
const SHOWN_ROWS = 100;
const NO_FILTER: UsersSearch = { q: undefined, state: undefined, role: undefined, branch: undefined };

export function Page() {
  const { texts, language } = useLanguage();
  const words = texts.users;
  const may = useMay();
  const search = useAddress(readUsersSearch);
  const navigate = useNavigate();
  const change = (next: UsersSearch) =>
    void navigate({
      to: paths.users,
      search: (before: UsersSearch) => ({ ...before, ...next }),
      replace: true,
    });
  const users = useQuery(queries.users());
  const found = useMemo(
    () => users.data && matching(users.data.users, search, language),
    [users.data, search, language],
  );
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{texts.screens.users}</h1>
        {may('users:write') && (
          <Button component={Link} to={paths.userNew}>
            {words.create}
          </Button>
        )}
      </header>
      <p className={classes.lead}>{words.lead}</p>
      <Filters search={search} change={change} />
      {users.isPending && <Loading rows={8} />}
      {users.isError && <Failed error={users.error} retry={() => users.refetch()} />}
      {found?.length === 0 && (
        <Notice title={words.empty}>
          <Button variant="default" onClick={() => change(NO_FILTER)}>
            {words.resetFilters}
          </Button>
        </Notice>
      )}
      {found !== undefined && found.length > 0 && <UserList users={found} />}
    </div>
  );
}

/** The users whom the filters choose, by name. */
function matching(users: readonly User[], search: UsersSearch, language: string): readonly User[] {
  const { q, state, role, branch } = search;
  const isIn = (user: User) =>
    (state === undefined ? user.isActive : state === 'all' || stateOf(user) === state) &&
    (role === undefined || user.role === role) &&
    (branch === undefined || user.assignedOffices.some(({ officeId }) => officeId === branch)) &&
    hasWords(q, [user.userFullName, user.email]);
  const { compare } = new Intl.Collator(language);
  const nameOf = ({ lastName, firstName, email }: User) => `${lastName ?? ''} ${firstName ?? ''} ${email}`;
  return users.filter(isIn).sort((one, other) => compare(nameOf(one), nameOf(other)));
}

function Filters({ search, change }: { search: UsersSearch; change: (search: UsersSearch) => void }) {
  const texts = useTexts();
  const words = texts.users;
  const branches = useQuery(queries.branches());
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
        value={search.state ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ state: readUsersSearch({ state: value }).state })
        }
        data={[
          { value: '', label: words.stateFilter.current },
          ...USER_STATES.map((state) => ({ value: state, label: words.states[state] })),
          { value: 'all', label: words.stateFilter.all },
        ]}
      />
      <NativeSelect
        label={words.role}
        value={search.role ?? ''}
        onChange={({ currentTarget: { value } }) => change({ role: readUsersSearch({ role: value }).role })}
        data={[
          { value: '', label: words.allRoles },
          ...ROLES.map((role) => ({ value: role, label: texts.roles[role] })),
        ]}
      />
      <NativeSelect
        label={words.branch}
        value={String(search.branch ?? '')}
        onChange={({ currentTarget: { value } }) =>
          change({ branch: readUsersSearch({ branch: value }).branch })
        }
        data={useOptions(branches.data?.branches, String(search.branch ?? ''), words.allBranches)}
      />
    </search>
  );
}

function UserList({ users }: { users: readonly User[] }) {
  const { texts, formats } = useLanguage();
  const [shown, setShown] = useState(SHOWN_ROWS);
  return (
    <>
      <p className={classes.count} role="status">
        {texts.users.count(formats.number(users.length))}
      </p>
      <div className={classes.rows}>
        <UserTable users={users.slice(0, shown)} />
        {users.length > shown && <More load={() => setShown(shown + SHOWN_ROWS)} />}
      </div>
    </>
  );
}

function UserTable({ users }: { users: readonly User[] }) {
  const { users: words } = useTexts();
  return (
    <table className={tableClasses.table}>
      <caption className="visually-hidden">{words.caption}</caption>
      <thead>
        <tr>
          <th scope="col" className={tableClasses.nameColumn}>
            {words.name}
          </th>
          <th scope="col" className={tableClasses.extra}>
            {words.role}
          </th>
          <th scope="col" className={tableClasses.extra}>
            {words.branches}
          </th>
          <th scope="col" className={tableClasses.medium}>
            {words.state}
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <Row key={user.id} user={user} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ user }: { user: User }) {
  const texts = useTexts();
  const session = useSession();
  const offices = useOfficesText(user);
  return (
    <tr>
      <td className={tableClasses.entered}>
        <Link to={paths.user(user.id)}>{user.userFullName ?? user.email}</Link>
        {user.id === session.user.id && <span className={classes.quiet}> ({texts.users.you})</span>}
        <span className={tableClasses.secondary}>{user.email}</span>
        <span className={tableClasses.below}>
          {texts.roles[user.role]}
          {user.assignedOffices.length > 0 && ` · ${offices}`}
        </span>
        <span className={tableClasses.lowest}>
          <UserState user={user} />
        </span>
      </td>
      <td className={tableClasses.extra}>{texts.roles[user.role]}</td>
      <td className={`${tableClasses.extra} ${tableClasses.entered}`}>
        {user.assignedOffices.length > 0 ? offices : <span className={classes.quiet}>{offices}</span>}
      </td>
      <td className={tableClasses.medium}>
        <UserState user={user} />
      </td>
    </tr>
  );
}

/** The names of the branches, the main one first. */
function useOfficesText(user: User): string {
  const { texts, formats, language } = useLanguage();
  if (user.assignedOffices.length === 0) return texts.users.noBranch;
  return formats.list(sortedOffices(user, language).map(({ name }) => name));
}
