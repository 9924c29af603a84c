import { call } from '../../../core/api/call.ts';
import { CallError, isStatus, UnreachableError } from '../../../core/api/errors.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { Reference } from '../../../core/ui/states.tsx';
import { webhookTest } from '../../../generated/operations.ts';
import type { SchemaWebhookTestCallResponse } from '../../../generated/types.ts';
import { useExplain } from '../outcomes.ts';
import { pairOf } from './registration-table.tsx';
import classes from './registrations.module.css';
import type { RowDialogProps } from './remove-dialog.tsx';
import { addressText } from './use-register.ts';

interface Called {
  event: number;
  url: string;
}

type TestCall = ReturnType<typeof useTestCall>;

/** Calls an address once. Nothing is stored, and it counts for no registration. */
export const useTestCall = () =>
  useSending({ mutationFn: ({ event, url }: Called) => call(webhookTest, { body: { event, url } }) });

const DELIVERED = 130;

/** What the receiver returned, or why there is nothing, and what to do. */
export function TestOutcome({ test }: { test: TestCall }) {
  const { test: words } = useTexts().webhooks;
  return (
    <div role="status" aria-label={words.outcome} className={classes.outcome}>
      {test.isPending && <p>{words.running}</p>}
      {test.isError && <NotSent error={test.error} />}
      {test.isSuccess && <Returned outcome={test.data} />}
    </div>
  );
}

function Returned({ outcome }: { outcome: SchemaWebhookTestCallResponse }) {
  const { texts, formats } = useLanguage();
  const { test: words } = texts.webhooks;
  const explain = useExplain();
  const { sendStatusId, sendStatusReason, latencyMs, answerExcerpt } = outcome;
  const after = formats.milliseconds(latencyMs);
  const explained = sendStatusReason === null ? undefined : explain(sendStatusReason);
  return (
    <>
      {sendStatusId === DELIVERED ? (
        <p>{words.delivered(after)}</p>
      ) : (
        <p className={classes.failed}>{words.failed(after)}</p>
      )}
      {explained !== undefined && (
        <>
          <p>{explained.reason}</p>
          <p>{explained.hint}</p>
        </>
      )}
      {answerExcerpt === null ? (
        <p className={formClasses.lead}>{words.noAnswer}</p>
      ) : (
        <>
          <p className={formClasses.lead}>{words.answer}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard. */}
          <pre className={classes.answer} tabIndex={0}>
            {answerExcerpt}
          </pre>
        </>
      )}
    </>
  );
}

/** The service has not called. */
function NotSent({ error }: { error: unknown }) {
  const language = useLanguage();
  const { texts } = language;
  const { test: words } = texts.webhooks;
  const [fault] = error instanceof CallError ? error.faults : [];
  if (fault?.property === 'url') return <p className={classes.failed}>{addressText(fault, language)}</p>;
  if (isStatus(error, 429)) return <p className={classes.failed}>{words.busy}</p>;
  return (
    <>
      <p className={classes.failed}>
        {error instanceof UnreachableError ? texts.states.unreachable : words.notSent}
      </p>
      <Reference error={error} />
    </>
  );
}

interface TestDialogProps extends RowDialogProps {
  test: TestCall;
}

/** The outcome of a test call to a registration. */
export function TestDialog({ row, isOpen, close, test }: TestDialogProps) {
  const texts = useTexts();
  const { test: words } = texts.webhooks;
  return (
    <Dialog isOpen={isOpen} close={close} title={words.title}>
      {row !== undefined && (
        <div className={formClasses.form}>
          <p className={classes.pair}>
            <strong>{pairOf(row, texts)}</strong>
          </p>
          <p className={formClasses.lead}>{words.lead}</p>
          <TestOutcome test={test} />
          <div className={formClasses.actions}>
            <Button loading={test.isPending} data-autofocus onClick={() => test.mutate(row)}>
              {words.again}
            </Button>
            <Button variant="default" onClick={close}>
              {texts.frame.close}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
