import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../core/api/call.ts';
import { faultsOf, isStatus } from '../../../core/api/errors.ts';
import { nameOf } from '../../../core/api/records.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { candidateMerge } from '../../../generated/operations.ts';
import { useUndoMerge } from '../duplicates/use-undo-merge.ts';
import { forgetDraftsOf, type TaggedCandidate } from '../profile/source.ts';
import type { Taken } from './properties.ts';

/** Merges the two, opens the one that remains, and offers to take them apart. */
export function useMerge(kept: TaggedCandidate, merged: TaggedCandidate) {
  const { compare } = useTexts();
  const show = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const undo = useUndoMerge();
  const fail = useFailure();
  const [candidateId, mergedCandidateId] = [kept.record.id, merged.record.id];
  const refresh = () =>
    Promise.all(
      ['candidates', 'duplicates', 'applications', 'tasks'].map((kind) =>
        queryClient.invalidateQueries({ queryKey: [kind] }),
      ),
    );
  const merge = useSending({
    mutationFn: (take: Taken[]) =>
      call(candidateMerge, {
        path: { candidateId },
        body: { mergedCandidateId, take, mergedIfMatch: merged.tag },
        ifMatch: kept.tag,
      }),
    onSuccess: async ({ id: mergeId }) => {
      forgetDraftsOf(mergedCandidateId);
      // Before its reads are repeated: the page would show that one of the two is missing.
      await navigate({ to: paths.candidate(candidateId) });
      void refresh();
      show({
        text: compare.merged(nameOf(kept.record)),
        undo: () =>
          undo
            .mutateAsync({ candidateId, mergeId })
            .catch((error: unknown) => fail(error, undo.toRefusal(error))),
      });
    },
    onError: () => void refresh(),
  });
  const { error } = merge;
  return { ...merge, refusal: refusalOf(error, compare) };
}

function refusalOf(error: unknown, texts: ReturnType<typeof useTexts>['compare']): string | undefined {
  if (isStatus(error, 409)) return texts.onHold;
  if (isStatus(error, 412)) return texts.stale;
  return faultsOf(error).get('take')?.code === 'length' ? texts.longRemarks : undefined;
}
