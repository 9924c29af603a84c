import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import type { ListEntry, ValueList } from '../api/queries-candidate.ts';
import type { Choice } from './fields.ts';

/** The entries of a value list that can be chosen, and the retired one that a record still has. */
export function useChoices(list: ValueList, ...kept: (number | null)[]): readonly Choice[] | undefined {
  const entries = useQuery(queries.valueList(list));
  return entries.data && toChoices(entries.data, kept);
}

const toChoices = (entries: readonly ListEntry[], kept: readonly (number | null)[]): readonly Choice[] =>
  entries
    .filter(({ id, isExpired }) => !isExpired || kept.includes(id))
    .map(({ id, name }) => ({ value: id, label: name }));

export function useBranchChoices(): readonly Choice[] | undefined {
  const branches = useQuery(queries.branches());
  return branches.data?.branches.map(({ id, name }) => ({ value: id, label: name }));
}

/** The users who can be responsible. Undefined for a role that does not read users. */
export function useUserChoices(isEnabled: boolean): readonly Choice[] | undefined {
  const users = useQuery({ ...queries.responsibleUsers(), enabled: isEnabled });
  return users.data?.users.map(({ id, userFullName }) => ({ value: id, label: userFullName ?? String(id) }));
}
