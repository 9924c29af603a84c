import { Group, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type ApplicationStage, nameOf } from '../../../core/api/records.ts';
import { FieldFaults, useFaultText } from '../../../core/forms/faults.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { FormProblem } from '../../../core/ui/form-problem.tsx';
import { applicationSetStageLimits } from '../../../generated/limits.ts';
import classes from './details.module.css';
import type { MovedApplication, useMove } from './use-move.ts';

const REASON_ID = 'reason-of-move';

interface ReasonDialogProps {
  application: MovedApplication;
  /** Undefined while nothing is asked. */
  stage: ApplicationStage | undefined;
  close: () => void;
  move: (stage: ApplicationStage, reason: string | undefined) => void;
  moving: Pick<ReturnType<typeof useMove>, 'isPending' | 'error'>;
}

/** Asks for the reason, which nobody has to give: Enter moves the application. The text stays until it has moved, and so does the dialog. */
export function ReasonDialog({ application, stage, close, move, moving }: ReasonDialogProps) {
  const texts = useTexts();
  // The dialog keeps its title while it disappears.
  const last = useRef<ApplicationStage>('rejected');
  last.current = stage ?? last.current;
  const title = texts.queue.reasonTitle(nameOf(application), texts.stages[last.current]);
  return (
    <Dialog isOpen={stage !== undefined} close={moving.isPending ? undefined : close} title={title}>
      <ReasonForm close={close} move={(reason) => move(last.current, reason)} moving={moving} />
    </Dialog>
  );
}

interface ReasonFormProps extends Pick<ReasonDialogProps, 'close' | 'moving'> {
  move: (reason: string | undefined) => void;
}

function ReasonForm({ close, move, moving }: ReasonFormProps) {
  const texts = useTexts();
  const [reason, setReason] = useState('');
  const faultOf = useFaultText(moving.error, applicationSetStageLimits);
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!moving.isPending) move(reason.trim() === '' ? undefined : reason.trim());
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
        maxLength={applicationSetStageLimits.reason?.maxLength}
        value={reason}
        error={faultOf('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
      />
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
