import { call } from '../../../core/api/call.ts';
import { useChange } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Confirm } from '../../../core/ui/confirm.tsx';
import { requestProposalDelete } from '../../../generated/operations.ts';
import type { NamedProposal } from '../use-proposal-changes.ts';

interface RemovalProps {
  proposal: NamedProposal;
  isOpen: boolean;
  close: () => void;
}

/** Asks before a proposal is removed: its times cannot be brought back. */
export function Removal({ proposal, isOpen, close }: RemovalProps) {
  const { proposals: texts } = useTexts();
  const change = useChange([['proposals']]);
  const { requestId, id, candidateName } = proposal;
  return (
    <Confirm
      isOpen={isOpen}
      close={() => {
        change.reset();
        close();
      }}
      title={texts.removeTitle(candidateName)}
      action={texts.removeAction}
      isDangerous
      isRunning={change.isPending}
      error={change.error}
      run={() =>
        change.mutate(
          {
            run: () => call(requestProposalDelete, { path: { requestId, proposalId: id } }),
            done: texts.removed(candidateName),
            isQuiet: true,
          },
          { onSuccess: close },
        )
      }
    >
      <p>{texts.removeLead}</p>
    </Confirm>
  );
}
