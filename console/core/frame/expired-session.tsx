import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { onDenial, onRefusal } from '../api/call.ts';
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
  const session = useSession();
  const { isExpired, onSignIn } = useFollowedSession();
  return (
    <Dialog isOpen={isExpired} title={texts.expired.title}>
      <p>{texts.expired.lead}</p>
      <SignInForm ended={session} onSignIn={onSignIn} />
    </Dialog>
  );
}

function useFollowedSession() {
  const { userKey, beganAtUtc, permissions } = useSession();
  const [isExpired, setExpired] = useState(false);
  const queryClient = useQueryClient();
  const router = useRouter();
  const resume = async (session: Session) => {
    // Somebody else has signed in with another tab.
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
    else if (
      isExpired ||
      session.userKey !== userKey ||
      session.beganAtUtc !== beganAtUtc ||
      // An administrator has changed the role.
      session.permissions.join() !== permissions.join()
    )
      await resume(session);
  };
  const latest = useRef(check);
  latest.current = check;
  const running = useRef<Looks>(undefined);
  useEffect(() => {
    const looks = new Looks(
      (session) => latest.current(session),
      () => setExpired(true),
    );
    running.current = looks;
    const stopRefusals = onRefusal(() => looks.start({ isRefused: true }));
    const stopDenials = onDenial(() => looks.start());
    const stopNotices = onNotice((notice) => {
      const isOwn = notice.userKey === userKey;
      if (notice.hasSignedIn && isOwn) looks.start();
      else if (notice.hasSignedIn) leaveUser();
      else if (isOwn) {
        forgetDrafts();
        leaveUser();
      }
    });
    // A page that was frozen has missed what other tabs said.
    const look = () => document.hidden || looks.start();
    for (const event of LOOKS) addEventListener(event, look);
    return () => {
      stopRefusals();
      stopDenials();
      stopNotices();
      for (const event of LOOKS) removeEventListener(event, look);
    };
  }, [userKey]);
  const onSignIn = (session: Session) => {
    running.current?.restart();
    return resume(session);
  };
  return { isExpired, onSignIn };
}

/** Asks who has signed in. A screen has many calls that are refused at once, and one look is enough for them. */
class Looks {
  readonly #onSession: (session: Session | null) => unknown;
  readonly #onNoResponse: () => void;
  #isLooking = false;
  #isStale = false;
  #isRefused = false;
  /** The result of the look that is under way does not count. */
  #isDropped = false;

  constructor(onSession: (session: Session | null) => unknown, onNoResponse: () => void) {
    this.#onSession = onSession;
    this.#onNoResponse = onNoResponse;
  }

  /** `isRefused` says that a call has found no session. Without a response to the look, that is what is known. */
  async start({ isRefused = false } = {}): Promise<void> {
    this.#isRefused ||= isRefused;
    // The look that is under way can have seen the session from before.
    this.#isStale = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#isStale) await this.#look();
    this.#isLooking = false;
  }

  /** After a sign-in on this page: a look that is under way can say that there is no session, and would ask for another sign-in. */
  restart(): void {
    if (!this.#isLooking) return;
    this.#isDropped = true;
    this.#isStale = true;
  }

  async #look(): Promise<void> {
    this.#isStale = false;
    this.#isDropped = false;
    const wasRefused = this.#isRefused;
    this.#isRefused = false;
    try {
      const session = await findSession();
      if (!this.#isDropped) void this.#onSession(session);
    } catch {
      if (wasRefused && !this.#isDropped) this.#onNoResponse();
    }
  }
}

/** When somebody comes back to the page. The first one bubbles from the document. */
const LOOKS = ['visibilitychange', 'focus'];
