import { stateOf, type User } from '../../core/api/records.ts';
import { useLanguage } from '../../core/texts/language.tsx';
import listClasses from '../../core/ui/list.module.css';
import tableClasses from '../../core/ui/table.module.css';

/** Whether the user can sign in, and what is missing otherwise. */
export function UserState({ user }: { user: User }) {
  const { texts, formats } = useLanguage();
  const { users: words } = texts;
  const state = stateOf(user);
  const { invitedUntilUtc, invitationFailedAtUtc, lastSignInDate } = user;
  if (state === 'active')
    return (
      <>
        {words.states.active}
        {lastSignInDate !== null && (
          <span className={tableClasses.secondary}>{words.lastSignIn(formats.day(lastSignInDate))}</span>
        )}
      </>
    );
  if (state === 'inactive') return <span className={listClasses.quiet}>{words.states.inactive}</span>;
  const invitation = () => {
    if (invitedUntilUtc === null) return words.cannotSignIn;
    return invitationFailedAtUtc === null ? words.until(formats.dayOf(invitedUntilUtc)) : words.undelivered;
  };
  return (
    <>
      <span className={listClasses.strong}>{words.states[state]}</span>
      <span className={tableClasses.secondary}>{invitation()}</span>
    </>
  );
}
