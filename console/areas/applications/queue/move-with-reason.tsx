import { useLayoutEffect, useRef } from 'react';
import type { ApplicationStage } from '../../../core/api/records.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { type MovedApplication, useMove } from './use-move.ts';

/** A move whose reason is asked. The application is the one that was chosen, whatever the page shows since. */
export interface Asked {
  application: MovedApplication;
  stage: ApplicationStage;
}

interface MoveWithReasonProps {
  /** Undefined while nothing is asked. */
  asked: Asked | undefined;
  close: () => void;
  /** Runs before the application moves. */
  onMove?: ((application: MovedApplication) => void) | undefined;
}

/** Before anything is asked. Only a dialog that is there before it opens returns the focus to its button. */
const NOTHING: Asked = {
  application: { id: 0, candidateId: 0, firstName: '', lastName: '', stage: 'new' },
  stage: 'rejected',
};

/** Asks for the reason of a move, and makes it. */
export function MoveWithReason({ asked, close, onMove }: MoveWithReasonProps) {
  // The dialog keeps its title while it disappears.
  const last = useRef(NOTHING);
  last.current = asked ?? last.current;
  const { application, stage } = last.current;
  const moving = useMove(application);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the outcome of the move before goes with the next question.
  useLayoutEffect(() => {
    if (asked !== undefined) moving.reset();
  }, [asked]);
  return (
    <ReasonDialog
      application={application}
      stage={stage}
      isOpen={asked !== undefined}
      close={close}
      move={(move) => {
        onMove?.(application);
        moving.mutate(move, { onSuccess: close });
      }}
      moving={moving}
    />
  );
}
