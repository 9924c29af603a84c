import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Tagged } from '../../../core/api/call.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { stateOf, type User } from '../../../core/api/records.ts';
import { useWindowTitle } from '../../../core/frame/window-title.tsx';
import { paths } from '../../../core/paths.ts';
import { toId } from '../../../core/search-values.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import classes from '../../../core/ui/record.module.css';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { Access } from './access.tsx';
import { Licences } from './licences.tsx';
import { OfficesPart } from './offices-part.tsx';
import { PersonPart, RolePart } from './person-parts.tsx';

export function Page() {
  const { userId } = useParams({ strict: false }) as { userId: string };
  const id = toId(userId);
  return id === undefined ? <Missing /> : <UserPage key={id} userId={id} />;
}

function Missing() {
  const { users: words } = useTexts();
  return (
    <Notice isPage title={words.missing}>
      <p>{words.missingLead}</p>
      <Link to={paths.users}>{words.back}</Link>
    </Notice>
  );
}

function UserPage({ userId }: { userId: number }) {
  const texts = useTexts();
  const user = useQuery(queries.account(userId));
  if (isStatus(user.error, 404)) return <Missing />;
  if (user.data !== undefined) return <Loaded user={user.data} />;
  return (
    <>
      <h1>{texts.screens.user}</h1>
      {user.isError ? <Failed error={user.error} retry={() => user.refetch()} /> : <Loading rows={8} />}
    </>
  );
}

function Loaded({ user }: { user: Tagged<User> }) {
  const { users: words, roles, screens } = useTexts();
  const { record } = user;
  const name = record.userFullName ?? record.email;
  useWindowTitle(`${name} – ${screens.user}`);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <BackToList list={paths.users} text={words.back} />
        <h1>{name}</h1>
        <p className={classes.line}>
          <span>{roles[record.role]}</span>
          <span>{words.states[stateOf(record)]}</span>
          <span>{record.email}</span>
        </p>
      </header>
      <div className={classes.columns}>
        <div className={classes.column}>
          <PersonPart user={user} />
          <OfficesPart user={user} />
          <Licences user={record} />
        </div>
        <div className={classes.column}>
          <Access user={record} />
          <RolePart user={user} />
        </div>
      </div>
    </div>
  );
}
