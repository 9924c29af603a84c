import { useRef } from 'react';
import type { Application } from '../../../core/api/records.ts';

interface Hold {
  /** Whether the pointer or the focus is in the list. */
  isHeld: boolean;
  /** What the user has moved into the list. */
  own: ReadonlySet<number>;
  /** Another one shows everything at once: the user has asked for more. */
  version: number;
}

/**
 * The cards that are shown, and how many wait. While the pointer or the focus is in a list, the applications that arrive wait, so
 * that nothing moves away under them. What is gone leaves at once: a move of it would be a mistake.
 */
export function useSettled(
  applications: readonly Application[],
  { isHeld, own, version }: Hold,
): { cards: readonly Application[]; waiting: number } {
  const known = useRef({ ids: new Set<number>(), version });
  if (!isHeld || known.current.version !== version)
    known.current = { ids: new Set(applications.map(({ id }) => id)), version };
  const { ids } = known.current;
  const cards = applications.filter(({ id }) => ids.has(id) || own.has(id));
  return { cards, waiting: applications.length - cards.length };
}
