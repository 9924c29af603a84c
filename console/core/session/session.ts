import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { sessionDelete, sessionDeleteAll, sessionGet } from '../../generated/operations.ts';
import type { SchemaSessionResponse } from '../../generated/types.ts';
import { call } from '../api/call.ts';
import { isStatus } from '../api/errors.ts';
import { closeDrafts, forgetDrafts, keepDraftsOfOthersDuring } from '../drafts/drafts.ts';
import { installation } from '../installation.ts';
import { paths } from '../paths.ts';
import { preferences } from '../preferences.ts';
import { tellOtherTabs } from './tabs.ts';

export type Session = SchemaSessionResponse;

/** Asks the service who has signed in with this browser. */
export async function findSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    return await call(sessionGet, { signal });
  } catch (error) {
    if (isStatus(error, 401)) return null;
    throw error;
  }
}

/** The session, or null for somebody who has not signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => findSession(signal),
  staleTime: Number.POSITIVE_INFINITY,
  // Without its cookie there is no session to ask for.
  initialData: installation.mayHaveSession ? undefined : null,
});

let hasLeft = false;
let isSigningOut = false;

// Before the router and the screens add their guards: none of them may keep the page of a user who has gone.
window.addEventListener('beforeunload', (event) => hasLeft && event.stopImmediatePropagation(), true);

/** Loads the page again for whoever has signed in now, or for nobody. Nothing of the user before stays on it or in its memory. */
export function leaveUser(): void {
  hasLeft = true;
  // The browser can take a moment.
  document.body.hidden = true;
  // Whoever is signing out has agreed to lose them, and the reload ends the call that would have removed them.
  if (isSigningOut) forgetDrafts();
  else closeDrafts();
  location.reload();
}

/** Ends the session, or all of the user. The page is loaded again, so that nothing of the user stays in its memory. */
export async function signOut(
  queryClient: QueryClient,
  { userKey }: Session,
  { everywhere = false } = {},
): Promise<void> {
  isSigningOut = true;
  try {
    await preferences.keepDuring(() => keepDraftsOfOthersDuring(() => endSession(everywhere)));
  } catch (error) {
    isSigningOut = false;
    throw error;
  }
  leaveFor(paths.signIn, queryClient, userKey);
}

/** Leaves the page of a user who can no longer sign in. The deactivation has ended all sessions. Never resolves. */
export function leaveDeactivated(queryClient: QueryClient, { userKey }: Session): Promise<never> {
  // The page would still show what it was, or ask for a sign-in, until the browser has left it.
  document.body.hidden = true;
  leaveFor(paths.deactivated, queryClient, userKey);
  return new Promise(() => undefined);
}

function leaveFor(path: string, queryClient: QueryClient, userKey: string): void {
  tellOtherTabs({ userKey, hasSignedIn: false });
  hasLeft = true;
  forgetDrafts();
  queryClient.clear();
  location.assign(`/app${path}`);
}

async function endSession(everywhere: boolean): Promise<void> {
  try {
    await call(everywhere ? sessionDeleteAll : sessionDelete);
  } catch (error) {
    // It has ended already.
    if (!isStatus(error, 401)) throw error;
  }
}
