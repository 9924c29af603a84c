import { Button, Group, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type ApplicationStage, nameOf } from '../../../core/api/records.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { applicationSetStageLimits } from '../../../generated/limits.ts';
import classes from './details.module.css';
import type { MovedApplication } from './use-move.ts';

interface ReasonDialogProps {
  application: MovedApplication;
  /** Undefined while nothing is asked. */
  stage: ApplicationStage | undefined;
  close: () => void;
  move: (stage: ApplicationStage, reason: string | undefined) => void;
}

/** Asks for the reason, which nobody has to give: Enter moves the application. */
export function ReasonDialog({ application, stage, close, move }: ReasonDialogProps) {
  const texts = useTexts();
  // The dialog keeps its title while it disappears.
  const last = useRef<ApplicationStage>('rejected');
  last.current = stage ?? last.current;
  const title = texts.queue.reasonTitle(nameOf(application), texts.stages[last.current]);
  return (
    <Dialog isOpen={stage !== undefined} close={close} title={title}>
      <ReasonForm
        close={close}
        move={(reason) => {
          close();
          move(last.current, reason);
        }}
      />
    </Dialog>
  );
}

function ReasonForm({ close, move }: { close: () => void; move: (reason: string | undefined) => void }) {
  const texts = useTexts();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    move(reason.trim() === '' ? undefined : reason.trim());
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        data-autofocus
        label={texts.queue.reason}
        description={texts.queue.reasonHelp}
        autosize
        minRows={2}
        maxLength={applicationSetStageLimits.reason?.maxLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      <Group gap="sm">
        <Button type="submit">{texts.queue.moveNow}</Button>
        <Button variant="default" onClick={close}>
          {texts.queue.cancel}
        </Button>
      </Group>
    </form>
  );
}
