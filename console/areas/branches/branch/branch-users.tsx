import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import classes from '../../../core/ui/record.module.css';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import tableClasses from '../../../core/ui/table.module.css';

const SHOWN_USERS = 20;

/** The active users of the branch. */
export function BranchUsers({ branchId }: { branchId: number }) {
  const { texts, formats, language } = useLanguage();
  const { branches: words } = texts;
  const { data, error, refetch } = useQuery(queries.users());
  const { compare } = new Intl.Collator(language);
  const users = data?.users
    .filter(
      ({ isActive, assignedOffices }) =>
        isActive && assignedOffices.some(({ officeId }) => officeId === branchId),
    )
    .sort((one, other) => compare(one.lastName ?? one.email, other.lastName ?? other.email));
  return (
    <section className={formClasses.part} aria-labelledby="users">
      <h2 id="users">{words.parts.users}</h2>
      {users === undefined &&
        (error === null ? <Loading rows={3} /> : <Failed error={error} retry={() => refetch()} />)}
      {users?.length === 0 && <p className={formClasses.lead}>{words.noUsers}</p>}
      {users !== undefined && users.length > 0 && (
        <ul className={classes.names} aria-labelledby="users">
          {users.slice(0, SHOWN_USERS).map(({ id, userFullName, email, role }) => (
            <li key={id}>
              <Link to={paths.user(id)}>{userFullName ?? email}</Link>
              <span className={tableClasses.secondary}>{texts.roles[role]}</span>
            </li>
          ))}
        </ul>
      )}
      {users !== undefined && users.length > SHOWN_USERS && (
        <Link to={paths.users} search={{ branch: branchId }}>
          {words.allUsers(formats.number(users.length))}
        </Link>
      )}
    </section>
  );
}
