import { Group, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { type Application, type ApplicationStage, nameOf } from '../../../core/api/records.ts';
import { FieldFaults, useFaultText } from '../../../core/forms/faults.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { FormProblem, Problem } from '../../../core/ui/form-problem.tsx';
import { applicationSetStageLimits } from '../../../generated/limits.ts';
import classes from './details.module.css';
import type { Move, MovedApplication, useMove } from './use-move.ts';

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
export function ReasonDialog({ application, stage, isOpen, close, move, moving }: ReasonDialogProps) {
  const texts = useTexts();
  const title = texts.queue.reasonTitle(nameOf(application), texts.stages[stage]);
  return (
    <Dialog isOpen={isOpen} close={moving.isPending ? undefined : close} title={title}>
      <ReasonForm
        application={application}
        close={close}
        move={(reason, from) => move({ stage, reason, from })}
        moving={moving}
      />
    </Dialog>
  );
}

/** The application if a colleague has moved it since the dialog was opened. The list does not show what its filters leave out. */
function useMovedMeanwhile(
  { id, stage }: MovedApplication,
  { isPending, isSuccess }: ReasonDialogProps['moving'],
): Application | undefined {
  const [before] = useState(stage);
  const stored = useQuery({ ...queries.application(id), staleTime: 0 });
  const moved = useRef<Application>(undefined);
  // Then it is the move of the user.
  if (!isPending && !isSuccess && stored.isFetchedAfterMount)
    moved.current = stored.data?.stage === before ? undefined : stored.data;
  return moved.current;
}

interface ReasonFormProps extends Pick<ReasonDialogProps, 'application' | 'close' | 'moving'> {
  move: (reason: string | undefined, from: Application | undefined) => void;
}

function ReasonForm({ application, close, move, moving }: ReasonFormProps) {
  const texts = useTexts();
  const [reason, setReason] = useState('');
  const moved = useMovedMeanwhile(application, moving);
  const faultOf = useFaultText(moving.error, applicationSetStageLimits);
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!moving.isPending) move(reason.trim() === '' ? undefined : reason.trim(), moved);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
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
        value={reason}
        error={faultOf('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      {moved !== undefined && <Problem text={texts.queue.movedMeanwhile(texts.stages[moved.stage])} />}
      <FormProblem error={moving.error} />
      <Group gap="sm">
        <Button type="submit" loading={moving.isPending}>
          {texts.queue.moveNow}
        </Button>
        <Button variant="default" disabled={moving.isPending} onClick={close}>
          {texts.queue.cancel}
        </Button>
      </Group>
    </form>
  );
}
