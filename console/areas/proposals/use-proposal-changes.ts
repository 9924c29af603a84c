import { useQueryClient } from '@tanstack/react-query';
import { call, read } from '../../core/api/call.ts';
import { ChangedMeanwhileError, changeSeen } from '../../core/api/change-seen.ts';
import { faultsIn } from '../../core/api/errors.ts';
import { queries } from '../../core/api/queries.ts';
import { readNow } from '../../core/api/read-now.ts';
import { useChange } from '../../core/frame/use-change.ts';
import { useLanguage, useTexts } from '../../core/texts/language.tsx';
import type { Texts } from '../../core/texts/texts-de.ts';
import {
  requestProposalChange,
  requestProposalCreate,
  requestProposalDelete,
  requestProposalGet,
} from '../../generated/operations.ts';
import type { SchemaRequestProposalDto } from '../../generated/types.ts';
import { PartlyUndoneError, partlyUndoneText, undoAll } from './shortlist-undo.ts';

export type Proposal = SchemaRequestProposalDto;
/** What a dialog about a proposal needs of it. */
export type NamedProposal = Pick<Proposal, 'id' | 'requestId' | 'candidateName'>;
export type ProposalStatus = Proposal['status'];
export const STATUSES = ['shortlisted', 'proposed', 'accepted', 'placed', 'declined'] as const;

/** Moves proposals, and says what was done, with the way back. */
export function useMove() {
  const { proposals: texts } = useTexts();
  const change = useProposalChange();
  return {
    isPending: change.isPending,
    move(proposal: Proposal, next: ProposalStatus) {
      const { candidateName, status } = proposal;
      change.mutate({
        run: () => setStatus(proposal, status, next),
        done: texts.moved(candidateName, texts.statuses[next]),
        undo: () => setStatus(proposal, next, status),
        undone: texts.movedBack(candidateName, texts.statuses[status]),
        failed: (error) =>
          error instanceof ChangedMeanwhileError
            ? texts.changedMeanwhile(candidateName, texts.statuses[(error.stored as Proposal).status])
            : reasonOf(error, texts),
      });
    },
  };
}

function setStatus({ requestId, id }: Proposal, from: ProposalStatus, next: ProposalStatus) {
  const path = { requestId, proposalId: id };
  return changeSeen({
    read: () => read(requestProposalGet, { path }),
    isAsSeen: ({ status }) => status === from,
    change: (ifMatch) => call(requestProposalChange, { path, body: { status: next }, ifMatch }),
  });
}

/** What a colleague has decided about it since is not lost. */
function removeShortlisted(path: { requestId: number; proposalId: number }) {
  return changeSeen({
    read: () => read(requestProposalGet, { path }),
    isAsSeen: ({ status }) => status === 'shortlisted',
    change: (ifMatch) => call(requestProposalDelete, { path, ifMatch }),
  });
}

interface Fitting {
  candidateId: number;
  name: string;
}

/** Shortlists candidates for a request. The message about it takes them off again. */
export function useShortlist(requestId: number) {
  const language = useLanguage();
  const { formats } = language;
  const texts = language.texts.proposals;
  const change = useProposalChange();
  return {
    isPending: change.isPending,
    shortlist(candidates: readonly Fitting[], onDone?: () => void) {
      let added: readonly { id: number; candidateId: number }[] = [];
      const [first] = candidates;
      if (first === undefined) return;
      const isOne = candidates.length === 1;
      const names = new Map(candidates.map(({ candidateId, name }) => [candidateId, name]));
      const nameOf = (candidateId: number) => names.get(candidateId) ?? String(candidateId);
      const count = formats.number(candidates.length);
      change.mutate(
        {
          run: async () => {
            const body = { candidateIds: candidates.map(({ candidateId }) => candidateId) };
            ({ proposals: added } = await call(requestProposalCreate, { path: { requestId }, body }));
          },
          done: isOne ? texts.shortlisted(first.name) : texts.shortlistedAll(count),
          undo: () =>
            undoAll(
              added.map(({ id, candidateId }) => ({
                name: nameOf(candidateId),
                remove: () => removeShortlisted({ requestId, proposalId: id }),
              })),
            ),
          undone: isOne ? texts.shortlistUndone(first.name) : texts.shortlistUndoneAll(count),
          notUndone: (error) =>
            error instanceof PartlyUndoneError ? partlyUndoneText(error, language) : undefined,
          failed: (error) => reasonOf(error, texts),
        },
        { onSuccess: onDone },
      );
    },
  };
}

/** The rules that the page can say in words of its own. */
function reasonOf(error: unknown, { refused }: Texts['proposals']): string | undefined {
  const [fault] = faultsIn(error);
  if (fault?.code === 'duplicate') return refused.duplicate;
  if (fault?.code === 'unknownReference') return refused.gone;
  return fault?.code === 'notAllowed' ? refused.ended : undefined;
}

function useProposalChange() {
  // What the live stream says makes them stale as well, for everybody else.
  return useChange([['proposals']]);
}

/** Reads a proposal as it is stored. */
export function useProposalSource({ requestId, id }: Pick<Proposal, 'id' | 'requestId'>) {
  const queryClient = useQueryClient();
  const query = queries.proposal(requestId, id);
  return {
    query,
    read: () => readNow(queryClient, query),
    stored: () => queryClient.getQueryData(query.queryKey)?.record,
    refresh: () => queryClient.invalidateQueries({ queryKey: ['proposals'] }),
  };
}
