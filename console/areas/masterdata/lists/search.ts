import type { EditableList, ListsSearch } from '../../../core/paths.ts';

/** The lists that a tenant edits. All others are the same for every tenant. */
export const LISTS: readonly EditableList[] = ['qualifications', 'channels', 'sourcesofsupply', 'industries'];

export const STATES = ['active', 'retired', 'all'] as const;
export type State = (typeof STATES)[number];

/** Longer words would match no name. */
export const WORDS_LENGTH = 255;

/** Reads what the address says about the page. What it says wrongly is left out. */
export function readListsSearch({ list, state, q }: Record<string, unknown>): ListsSearch {
  const known = LISTS.find((name) => name === list);
  const words = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, WORDS_LENGTH) : '';
  const read: ListsSearch = {
    list: known === 'qualifications' ? undefined : known,
    state: state === 'retired' || state === 'all' ? state : undefined,
    q: words === '' ? undefined : words,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
