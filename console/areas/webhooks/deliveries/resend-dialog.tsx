import { type DeliveryFilter, STATUS_IDS, statusOf, toBody } from '../../../core/api/deliveries.ts';
import type { Delivery } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import confirmClasses from '../../../core/ui/confirm.module.css';
import { NotDone } from '../../../core/ui/confirm.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { useResend } from './use-resend.ts';

interface ResendDialogProps {
  isOpen: boolean;
  close: () => void;
  filter: DeliveryFilter;
  /** What has been read, and whether that is all that matches. */
  rows: readonly Delivery[];
  isFinished: boolean;
}

const RESENT = ['failed', 'skipped'] as const;

/** Resends what failed or was skipped and matches the filters. */
export function ResendDialog({ isOpen, close, ...props }: ResendDialogProps) {
  const { resend: words } = useTexts().deliveries;
  return (
    <Dialog isOpen={isOpen} close={close} title={words.title}>
      <ResendForm {...props} close={close} />
    </Dialog>
  );
}

function ResendForm({ filter, rows, isFinished, close }: Omit<ResendDialogProps, 'isOpen'>) {
  const { texts, formats } = useLanguage();
  const { resend: words } = texts.deliveries;
  const resend = useResend();
  const count = rows.filter((row) => RESENT.some((status) => status === statusOf(row))).length;
  const isDone = resend.isSuccess;
  const known = (isFinished ? words.exactly : words.atLeast)(formats.number(count));
  return (
    <div className={confirmClasses.question}>
      {!isDone && (
        <>
          <p>{known}</p>
          <p className={formClasses.lead}>{words.meaning}</p>
        </>
      )}
      <div role="status" aria-label={words.result}>
        {resend.data?.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <NotDone error={resend.error} />
      <div className={formClasses.actions}>
        {!isDone && (
          <Button
            data-autofocus
            disabled={isFinished && count === 0}
            loading={resend.isPending}
            onClick={() => resend.mutate(toResend(filter))}
          >
            {words.submit}
          </Button>
        )}
        <Button variant={isDone ? 'filled' : 'default'} onClick={close}>
          {isDone ? words.close : texts.forms.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Exactly what the list shows: its period is also the default one, which the operation would not have. */
function toResend(filter: DeliveryFilter) {
  const statuses = RESENT.filter((name) => filter.status === undefined || filter.status === name);
  return { ...toBody(filter), sendStatusIds: statuses.map((name) => STATUS_IDS[name]) };
}
