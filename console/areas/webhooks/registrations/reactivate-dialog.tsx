import { Checkbox } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { faultsOf } from '../../../core/api/errors.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useChange } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import confirmClasses from '../../../core/ui/confirm.module.css';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { webhookSubscribe } from '../../../generated/operations.ts';
import { pairOf } from './registration-table.tsx';
import { REGISTRATIONS, type RowDialogProps } from './remove-dialog.tsx';

/** Reactivates a paused registration, with the calls that were missed or without them. */
export function ReactivateDialog({ row, isOpen, close }: RowDialogProps) {
  const { webhooks } = useTexts();
  return (
    <Dialog isOpen={isOpen} close={close} title={webhooks.reactivate.title}>
      {row !== undefined && <ReactivateForm row={row} close={close} />}
    </Dialog>
  );
}

function ReactivateForm({ row, close }: { row: NonNullable<RowDialogProps['row']>; close: () => void }) {
  const texts = useTexts();
  const words = texts.webhooks.reactivate;
  const [resendMissed, setMissed] = useState(true);
  const change = useChange([REGISTRATIONS, ['webhooks', 'deliveries']]);
  const pair = pairOf(row, texts);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { event: row.event, url: row.url, resendMissed };
    change.mutate(
      {
        run: () => call(webhookSubscribe, { body }),
        done: resendMissed ? words.doneWithMissed(pair) : words.done(pair),
        failed: (error) =>
          faultsOf(error).get('url')?.code === 'duplicate' ? words.already(pair) : undefined,
      },
      { onSettled: close },
    );
  };
  return (
    <form className={confirmClasses.question} onSubmit={submit}>
      <p>
        <strong>{pair}</strong>
      </p>
      <p>{words.lead}</p>
      <Checkbox
        data-autofocus
        label={words.missed}
        description={words.missedHelp}
        checked={resendMissed}
        onChange={({ currentTarget }) => setMissed(currentTarget.checked)}
      />
      <div className={formClasses.actions}>
        <Button type="submit" loading={change.isPending}>
          {words.submit}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.forms.cancel}
        </Button>
      </div>
    </form>
  );
}
