import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { isUnsure } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { documentProposalDecideAll } from '../../../generated/operations.ts';
import type { SchemaDocumentProposalDto } from '../../../generated/types.ts';

type State = 'accepted' | 'rejected' | 'open';

/** Decides about proposals. The lines are not read again, because every read is written to the access log. */
export function useDecisions(candidateId: number, documentId: number) {
  const texts = useTexts();
  const formats = useFormats();
  const show = useMessages();
  const fail = useFailure();
  const queryClient = useQueryClient();
  const { queryKey } = queries.cvValues(candidateId, documentId);
  const send = async (state: State, ids: number[]) => {
    const answer = await call(documentProposalDecideAll, {
      path: { candidateId, documentId },
      body: { state, ids },
    });
    queryClient.setQueryData(
      queryKey,
      (before) =>
        before && {
          ...before,
          proposals: before.proposals.map((proposal) =>
            answer.decided.includes(proposal.id) ? { ...proposal, state } : proposal,
          ),
        },
    );
    await queryClient.invalidateQueries({ queryKey: ['candidates', candidateId] });
    return answer;
  };
  const report = (error: unknown) => {
    fail(error);
    if (!isUnsure(error)) return;
    // Nobody knows what was decided. What was read is read again where it is shown, now or later.
    queryClient.setQueryData(queryKey, (before) => before && { ...before, isUnsure: true });
    void queryClient.invalidateQueries({ queryKey, exact: true });
  };
  const { mutate, isPending } = useSending({
    mutationFn: ({ state, proposals }: { state: State; proposals: readonly SchemaDocumentProposalDto[] }) =>
      send(
        state,
        proposals.map(({ id }) => id),
      ),
    onSuccess: ({ decided, conflicts }, { state }) => {
      const { accepted, rejected, conflict } = texts.documents.proposals;
      if (conflicts.length > 0) {
        const names = conflicts.map(
          ({ property }) => texts.documents.filledParts[property as keyof typeof texts.documents.filledParts],
        );
        show({ text: conflict(formats.list(names)), isFailure: true });
      } else if (state === 'accepted') show({ text: accepted(decided.length) });
      else
        show({
          text: rejected(decided.length),
          undo: () => send('open', decided).catch(report),
        });
    },
    onError: report,
  });
  return {
    decide: (state: State, proposals: readonly SchemaDocumentProposalDto[]) => mutate({ state, proposals }),
    isPending,
  };
}
