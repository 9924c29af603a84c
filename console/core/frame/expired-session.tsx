import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { onRefusal } from '../api/call.ts';
import { forgetDrafts } from '../drafts/drafts.ts';
import { findSession, leaveUser, type Session, sessionQuery } from '../session/session.ts';
import { SignInForm } from '../session/sign-in-form.tsx';
import { onNotice } from '../session/tabs.ts';
import { useSession } from '../session/use-session.ts';
import { useTexts } from '../texts/language.tsx';
import { Dialog } from '../ui/dialog.tsx';

/**
 * Follows who has signed in with this browser. Asks to sign in again when the session has ended, above the page, which keeps what was
 * entered. When the user has signed out, or somebody else has signed in, the page is loaded again.
 */
export function ExpiredSession() {
  const texts = useTexts();
  const { user } = useSession();
  const { isExpired, resume } = useFollowedSession();
  return (
    <Dialog isOpen={isExpired} title={texts.expired.title}>
      <p>{texts.expired.lead}</p>
      <SignInForm email={user.email} onSignIn={resume} />
    </Dialog>
  );
}

function useFollowedSession() {
  const { userKey } = useSession();
  const [isExpired, setExpired] = useState(false);
  const queryClient = useQueryClient();
  const router = useRouter();
  const resume = async (session: Session) => {
    // The email address can belong to users of several tenants.
    if (session.userKey !== userKey) {
      leaveUser();
      return;
    }
    queryClient.setQueryData(sessionQuery.queryKey, session);
    setExpired(false);
    await router.invalidate();
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  };
  /** Another tab can have ended the session, replaced it, or started another one. */
  const check = async (session: Session | null) => {
    if (session === null) setExpired(true);
    else if (isExpired || session.userKey !== userKey) await resume(session);
  };
  const latest = useRef(check);
  latest.current = check;
  useEffect(() => {
    const ask = (otherwise: () => void) =>
      void findSession().then((session) => latest.current(session), otherwise);
    const stopRefusals = onRefusal(() => ask(() => setExpired(true)));
    const stopNotices = onNotice((notice) => {
      const isOwn = notice.userKey === userKey;
      if (notice.hasSignedIn && isOwn) ask(() => {});
      else if (notice.hasSignedIn) leaveUser();
      else if (isOwn) {
        forgetDrafts();
        leaveUser();
      }
    });
    // A page that was frozen has missed what other tabs said.
    const look = () => document.hidden || ask(() => {});
    for (const event of LOOKS) addEventListener(event, look);
    return () => {
      stopRefusals();
      stopNotices();
      for (const event of LOOKS) removeEventListener(event, look);
    };
  }, [userKey]);
  return { isExpired, resume };
}

/** When somebody comes back to the page. The first one bubbles from the document. */
const LOOKS = ['visibilitychange', 'focus'];
