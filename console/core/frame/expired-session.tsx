import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { onExpiry } from '../api/call.ts';
import { type Session, sessionQuery } from '../session/session.ts';
import { SignInForm } from '../session/sign-in-form.tsx';
import { useSession } from '../session/use-session.ts';
import { useTexts } from '../texts/language.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Asks to sign in again, above the page, which keeps what was entered. */
export function ExpiredSession() {
  const texts = useTexts();
  const { user } = useSession();
  const [isExpired, setExpired] = useState(false);
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(() => onExpiry(() => setExpired(true)), []);
  const resume = async (session: Session) => {
    // The email address can belong to users of several tenants.
    if (session.user.rowGuid !== user.rowGuid) {
      location.reload();
      return;
    }
    queryClient.setQueryData(sessionQuery.queryKey, session);
    setExpired(false);
    await router.invalidate();
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  };
  return (
    <Dialog isOpen={isExpired} title={texts.expired.title}>
      <p>{texts.expired.lead}</p>
      <SignInForm email={user.email} onSignIn={resume} />
    </Dialog>
  );
}
