import { Link } from '@tanstack/react-router';
import { stateOf, type User } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { installation } from '../../../core/installation.ts';
import { paths } from '../../../core/paths.ts';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Deactivation } from './deactivation.tsx';
import { SetPassword } from './set-password.tsx';
import { useInvitation } from './use-invitation.ts';

/** Whether the user can sign in, and what gives or takes the access. */
export function Access({ user }: { user: User }) {
  const { users: words } = useTexts();
  const may = useMay();
  const { user: own } = useSession();
  const isOwn = user.id === own.id;
  return (
    <section className={formClasses.part} aria-labelledby="access">
      <h2 id="access">{words.parts.access}</h2>
      <AccessText user={user} />
      {isOwn && (
        <p className={formClasses.lead}>
          {words.access.own} <Link to={paths.profile}>{words.access.ownPage}</Link>.
        </p>
      )}
      {may('users:write') && (
        <>
          {user.isActive && !user.hasPassword && !installation.sendsMail && (
            <p className={formClasses.lead}>{words.access.noMail}</p>
          )}
          <div className={formClasses.actions}>
            {user.isActive && !user.hasPassword && installation.sendsMail && <Invite user={user} />}
            {!isOwn && <SetPassword user={user} />}
            <Deactivation user={user} isOwn={isOwn} />
          </div>
        </>
      )}
    </section>
  );
}

function AccessText({ user }: { user: User }) {
  const { texts, formats } = useLanguage();
  const { access: words } = texts.users;
  const state = stateOf(user);
  const { email, invitedUntilUtc, invitationFailedAtUtc, lastSignInDate } = user;
  const describe = () => {
    if (state !== 'invited' || invitedUntilUtc === null) return words.of[state];
    return invitationFailedAtUtc === null
      ? words.invited(formats.dayAndTime(invitedUntilUtc))
      : words.undelivered(email, formats.dayAndTime(invitationFailedAtUtc));
  };
  return (
    <p className={formClasses.lead}>
      {describe()}
      {lastSignInDate !== null && ` ${words.lastSignIn(formats.day(lastSignInDate))}`}
    </p>
  );
}

function Invite({ user }: { user: User }) {
  const { access: words } = useTexts().users;
  const invitation = useInvitation(user);
  return (
    <Button variant="default" loading={invitation.isPending} onClick={invitation.send}>
      {user.invitedUntilUtc === null ? words.invite : words.inviteAgain}
    </Button>
  );
}
