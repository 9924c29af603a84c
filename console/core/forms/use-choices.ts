import { useQueries, useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import type { ListEntry, ValueList } from '../api/queries-candidate.ts';
import type { NamedValue } from '../api/queries-candidates.ts';
import { useTexts } from '../texts/language.tsx';
import { type Choice, LOADING } from './fields.ts';

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

/** The name of the branch of a record. Undefined if it has none. */
export function useBranchName(id: number | null): string | undefined {
  const { candidate } = useTexts();
  const { data, isPending } = useQuery(queries.branches());
  if (id === null) return undefined;
  return data?.branches.find((branch) => branch.id === id)?.name ?? (isPending ? LOADING : candidate.someone);
}

/**
 * The users who can be responsible, and those that a record still names although they have been deactivated. Undefined for a role that
 * does not read users.
 */
export function useUserChoices(
  isEnabled: boolean,
  ...kept: readonly (number | null)[]
): readonly Choice[] | undefined {
  const { candidate, users: texts } = useTexts();
  const active = useQuery({ ...queries.responsibleUsers(), enabled: isEnabled }).data?.users;
  const isFormer = (id: number | null): id is number =>
    id !== null && !active?.some((user) => user.id === id);
  const former = active === undefined ? [] : [...new Set(kept.filter(isFormer))];
  const read = useQueries({ queries: former.map((id) => queries.user(id)) });
  return (
    active && [
      ...former.map((id, index) => {
        const { data: user, isPending } = read[index]!;
        if (user === undefined) return { value: id, label: isPending ? LOADING : candidate.someone };
        const name = user.userFullName ?? String(id);
        return { value: id, label: user.isActive ? name : texts.formerUser(name) };
      }),
      ...active.map(({ id, userFullName }) => ({ value: id, label: userFullName ?? String(id) })),
    ]
  );
}

/** The name of the user who is responsible for a record. Undefined if nobody is. `isEnabled` is false for a role that does not read users. */
export function useUserName(isEnabled: boolean, id: number | null): string | undefined {
  const { candidate } = useTexts();
  const users = useUserChoices(isEnabled, id);
  const { isPending } = useQuery({ ...queries.responsibleUsers(), enabled: isEnabled });
  if (id === null) return undefined;
  return (
    users?.find(({ value }) => value === id)?.label ?? (isEnabled && isPending ? LOADING : candidate.someone)
  );
}

/**
 * Whom a filter can ask for. Colleagues who have left come last: what they are responsible for has to be found to be handed over.
 * Undefined until they are known.
 */
export function useUsersOfFilter(): readonly NamedValue[] | undefined {
  const { users: texts } = useTexts();
  const users = useQuery(queries.users()).data?.users;
  const nameOf = ({ userFullName, email }: { userFullName: string | null; email: string }) =>
    userFullName ?? email;
  return (
    users && [
      ...users.filter(({ isActive }) => isActive).map((user) => ({ id: user.id, name: nameOf(user) })),
      ...users
        .filter(({ isActive }) => !isActive)
        .map((user) => ({ id: user.id, name: texts.formerUser(nameOf(user)) })),
    ]
  );
}

/** The choices of `useUserChoices` as names by their ids. */
export function useUserNames(isEnabled: boolean, kept: readonly number[]): readonly NamedValue[] | undefined {
  return useUserChoices(isEnabled, ...kept)?.map(({ value, label }) => ({ id: Number(value), name: label }));
}
