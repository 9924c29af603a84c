import { call } from '../../../core/api/call.ts';
import type { Registration } from '../../../core/api/records.ts';
import { useChange } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Confirm } from '../../../core/ui/confirm.tsx';
import { webhookSubscribe, webhookUnsubscribe } from '../../../generated/operations.ts';
import { pairOf } from './registration-table.tsx';

export const REGISTRATIONS = ['webhooks', 'registrations'] as const;

export interface RowDialogProps {
  row: Registration | undefined;
  isOpen: boolean;
  close: () => void;
}

/** Removes a registration. Undoing registers the pair again, but what was pending is gone. */
export function RemoveDialog({ row, isOpen, close }: RowDialogProps) {
  const texts = useTexts();
  const words = texts.webhooks.remove;
  const change = useChange([REGISTRATIONS]);
  const pair = row === undefined ? '' : pairOf(row, texts);
  const run = () => {
    if (row === undefined) return;
    const body = { event: row.event, url: row.url };
    change.mutate(
      {
        run: () => call(webhookUnsubscribe, { body }),
        done: words.done(pair),
        undo: () => call(webhookSubscribe, { body }),
        undone: words.undone(pair),
      },
      { onSettled: close },
    );
  };
  return (
    <Confirm
      isOpen={isOpen}
      close={close}
      title={words.title}
      action={words.submit}
      isDangerous
      isRunning={change.isPending}
      error={null}
      run={run}
    >
      <p>
        <strong>{pair}</strong>
      </p>
      <p>{words.lead}</p>
    </Confirm>
  );
}
