import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type Tagged } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import type { ListEntry, ValueList } from '../../../core/api/queries-candidate.ts';
import { forgetDraftsAbout } from '../../../core/drafts/drafts.ts';
import type { Choice } from '../../../core/forms/fields.ts';
import { candidateChange } from '../../../generated/operations.ts';
import type { SchemaCandidateChangeDto, SchemaCandidateDto } from '../../../generated/types.ts';

export type Candidate = SchemaCandidateDto;
export type TaggedCandidate = Tagged<Candidate>;

/** How the parts of the page read and change the candidate. */
export function useCandidateSource(candidateId: number) {
  const queryClient = useQueryClient();
  return useMemo(() => {
    /** Reads what is stored, and makes the page show it. */
    const read = (): Promise<TaggedCandidate> => {
      void queryClient.invalidateQueries({ queryKey: ['candidates', candidateId, 'history'] });
      return queryClient.fetchQuery({ ...queries.candidate(candidateId), staleTime: 0 });
    };
    /** Sends the properties that differ. */
    const save = (body: Record<string, unknown>, ifMatch: string) =>
      call(candidateChange, { path: { candidateId }, body: body as SchemaCandidateChangeDto, ifMatch });
    return { read, save };
  }, [queryClient, candidateId]);
}

/** Removes what was begun about a candidate who no longer exists. */
export function forgetDraftsOf(candidateId: number): void {
  const names = [`note-${candidateId}`, `task-${candidateId}`];
  forgetDraftsAbout((name) => names.includes(name) || name.startsWith(`candidate-${candidateId}-`));
}

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
