import { Group, Textarea } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ChangedMeanwhileError } from '../../../core/api/change-seen.ts';
import { queries } from '../../../core/api/queries.ts';
import { type Application, type ApplicationStage, nameOf } from '../../../core/api/records.ts';
import { FieldFaults, useFaultText } from '../../../core/forms/faults.tsx';
import { useEnteredTexts } from '../../../core/forms/kept-texts.ts';
import { Restored } from '../../../core/forms/restored.tsx';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { FormProblem, Problem } from '../../../core/ui/form-problem.tsx';
import { applicationSetStageLimits } from '../../../generated/limits.ts';
import classes from './details.module.css';
import { findMover } from './find-mover.ts';
import { isAsSeen, type Move, type MovedApplication, type useMove, useShowStored } from './use-move.ts';
import { draftOfReason, useReason } from './use-reason.ts';

const REASON_ID = 'reason-of-move';

interface ReasonDialogProps {
  application: MovedApplication;
  stage: ApplicationStage;
  isOpen: boolean;
  close: () => void;
  move: (move: Move) => void;
  moving: Pick<ReturnType<typeof useMove>, 'isPending' | 'isSuccess' | 'error'>;
}

/** Asks for the reason, which nobody has to give: Enter moves the application. The text stays until it has moved, and so does the dialog. */
export function ReasonDialog({ isOpen, ...props }: ReasonDialogProps) {
  const texts = useTexts();
  const { application, stage, close, moving } = props;
  const title = texts.queue.reasonTitle(nameOf(application), texts.stages[stage]);
  return (
    <Dialog isOpen={isOpen} close={moving.isPending ? undefined : close} title={title}>
      <ReasonForm {...props} />
    </Dialog>
  );
}

interface Meanwhile {
  /** The application as it is stored. */
  stored: Application;
  /** Who has moved it, if it is known. */
  by: string | undefined;
}

/** What a colleague has done since the dialog was opened. The list does not show what its filters leave out. */
function useMovedMeanwhile(
  application: MovedApplication,
  { isPending, isSuccess }: ReasonDialogProps['moving'],
): Meanwhile | undefined {
  const may = useMay();
  const { id } = application;
  const [before] = useState(application);
  const stored = useQuery({ ...queries.application(id), staleTime: 0 });
  const moved = useRef<Application>(undefined);
  // Then it is the move of the user.
  if (!isPending && !isSuccess && stored.isFetchedAfterMount)
    moved.current = stored.data === undefined || isAsSeen(stored.data, before) ? undefined : stored.data;
  const mover: UseQueryResult<string | null> = useQuery({
    queryKey: ['applications', 'one', id, 'mover', moved.current?.stageChangedAtUtc],
    queryFn: async () => (await findMover(moved.current!)) ?? null,
    enabled: moved.current !== undefined && may('candidates:read'),
  });
  const showStored = useShowStored(application);
  const now = moved.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page behind shows it too, once.
  useEffect(() => {
    if (now !== undefined) showStored(now);
  }, [now]);
  // It is said once, with the name.
  if (moved.current === undefined || mover.isLoading) return undefined;
  return { stored: moved.current, by: mover.data ?? undefined };
}

function ReasonForm({ application, stage, close, move, moving }: Omit<ReasonDialogProps, 'isOpen'>) {
  const texts = useTexts();
  const draft = draftOfReason(application, stage);
  const reason = useReason(draft, moving.isSuccess);
  useEnteredTexts(() => [{ label: texts.queue.reason, text: reason.text }]);
  const meanwhile = useMovedMeanwhile(application, moving);
  const isThere = meanwhile?.stored.stage === stage;
  const faultOf = useFaultText(moving.error, applicationSetStageLimits);
  const typed = reason.text.trim();
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (moving.isPending || isThere) return;
    move({ stage, reason: typed === '' ? undefined : typed, seen: meanwhile?.stored, draft });
  };
  const cancel = () => {
    reason.discard();
    close();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {reason.restoredAtUtc !== undefined && (
        <Restored savedAtUtc={reason.restoredAtUtc} discard={reason.discard} />
      )}
      <FieldFaults
        error={moving.error}
        fields={[{ property: 'reason', label: texts.queue.reason, limit: applicationSetStageLimits.reason }]}
        idOf={() => REASON_ID}
      />
      <Textarea
        id={REASON_ID}
        data-autofocus
        label={texts.queue.reason}
        description={texts.queue.reasonHelp}
        autosize
        minRows={2}
        value={reason.text}
        readOnly={isThere}
        error={faultOf('reason')}
        onChange={(event) => reason.change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      {meanwhile !== undefined && <MovedMeanwhile {...meanwhile} isThere={isThere} typed={typed} />}
      {!(moving.error instanceof ChangedMeanwhileError) && <FormProblem error={moving.error} />}
      <Group gap="sm">
        {!isThere && (
          <Button type="submit" loading={moving.isPending}>
            {texts.queue.moveNow}
          </Button>
        )}
        <Button variant="default" disabled={moving.isPending} onClick={cancel}>
          {isThere ? texts.frame.close : texts.queue.cancel}
        </Button>
      </Group>
    </form>
  );
}

interface MovedMeanwhileProps extends Meanwhile {
  /** Whether it is in the stage already that the user has chosen. */
  isThere: boolean;
  typed: string;
}

function MovedMeanwhile({ stored, by, isThere, typed }: MovedMeanwhileProps) {
  const texts = useTexts();
  const stage = texts.stages[stored.stage];
  if (!isThere) return <Problem text={texts.queue.movedMeanwhile(stage, by)} />;
  const { stageReason } = stored;
  return (
    <Problem text={texts.queue.movedThere(stage, by)}>
      <p>{stageReason === null ? texts.queue.noStoredReason : texts.queue.storedReason(stageReason)}</p>
      {typed !== '' && typed !== stageReason && <p>{texts.queue.reasonNotStored}</p>}
    </Problem>
  );
}
