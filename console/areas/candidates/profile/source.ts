import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type Tagged } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import { forgetDraftsAbout } from '../../../core/drafts/drafts.ts';
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
      return readNow(queryClient, queries.candidate(candidateId));
    };
    /** Reads after a change. That it fails says nothing about the change, which has been made. */
    const readAfter = () => read().catch(() => undefined);
    /** Sends the properties that differ. */
    const save = (body: Record<string, unknown>, ifMatch: string) =>
      call(candidateChange, { path: { candidateId }, body: body as SchemaCandidateChangeDto, ifMatch });
    return { read, readAfter, save };
  }, [queryClient, candidateId]);
}

/** Removes what was begun about a candidate who no longer exists. */
export function forgetDraftsOf(candidateId: number): void {
  const names = [`note-${candidateId}`, `task-${candidateId}`];
  forgetDraftsAbout((name) => names.includes(name) || name.startsWith(`candidate-${candidateId}-`));
}
