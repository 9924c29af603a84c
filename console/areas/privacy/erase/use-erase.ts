import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { isStatus, UnreachableError } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { nameOf } from '../../../core/api/records.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { leaveDue, refreshDue } from '../../../core/live/refresh-due.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { candidateErase, candidateFindMerged, candidateGet } from '../../../generated/operations.ts';
import type { SchemaMergedCandidateDto } from '../../../generated/types.ts';
import { forgetDraftsOf } from '../../candidates/profile/source.ts';

/** There is no such candidate because of a merge: what is stored about the person is still there. */
export class MergedError extends Error {
  override readonly name = 'MergedError';
  readonly merged: SchemaMergedCandidateDto;

  constructor(merged: SchemaMergedCandidateDto) {
    super('The candidate was merged.');
    this.merged = merged;
  }
}

/** Only the response to the erasure may have been lost. */
const isFound = (candidateId: number): Promise<boolean> =>
  call(candidateGet, { path: { candidateId } }).then(
    () => true,
    (error: unknown) => !isStatus(error, 404),
  );

/** Throws unless the candidate is erased: this time, by a call whose response was lost, or by somebody else. */
async function erase(candidateId: number): Promise<void> {
  try {
    await call(candidateErase, { path: { candidateId } });
  } catch (error) {
    const isGone =
      isStatus(error, 404) || (error instanceof UnreachableError && !(await isFound(candidateId)));
    if (!isGone) throw error;
    // Nobody is found after a merge either. Of who was erased, nothing is known.
    const { merged } = await call(candidateFindMerged, { query: { candidateId } });
    if (merged !== null) throw new MergedError(merged);
  }
}

interface Erased {
  id: number;
  firstName: string | null;
  lastName: string | null;
}

/** Erases the candidate, and leaves what is about them. */
export function useErase(candidate: Erased, leave: () => Promise<unknown> | undefined) {
  const { candidatePage } = useTexts();
  const show = useMessages();
  const queryClient = useQueryClient();
  const { id: candidateId } = candidate;
  return useSending({
    mutationFn: () => erase(candidateId),
    onSuccess: async () => {
      await leave();
      forgetDraftsOf(candidateId);
      queryClient.removeQueries({ queryKey: ['candidates', candidateId] });
      queryClient.removeQueries(queries.candidatePicture(candidateId));
      leaveDue(queryClient, candidateId);
      show({ text: candidatePage.erased(nameOf(candidate)) });
    },
    onError: (error) => {
      if (error instanceof MergedError) return void refreshDue(queryClient);
      if (!isStatus(error, 409)) return;
      void queryClient.invalidateQueries(queries.candidateHold(candidateId));
      void queryClient.invalidateQueries({ queryKey: ['privacy', 'holds'] });
      void refreshDue(queryClient);
    },
  });
}
