import { useRouteContext } from '@tanstack/react-router';
import type { Session } from './session.ts';

/** The session of the user who has signed in. Only below the frame. */
export function useSession(): Session {
  const { session } = useRouteContext({ strict: false }) as { session?: Session };
  if (session === undefined) throw new Error('There is no session outside the frame.');
  return session;
}

export function useMay(): (permission: string | undefined) => boolean {
  const { permissions } = useSession();
  return (permission) => permission === undefined || permissions.includes(permission);
}
