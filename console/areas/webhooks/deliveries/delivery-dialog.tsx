import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { STATUS_IDS } from '../../../core/api/deliveries.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import type { WholeDelivery } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { NotDone } from '../../../core/ui/confirm.tsx';
import { CopiedText } from '../../../core/ui/copied-text.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { Notice } from '../../../core/ui/states.tsx';
import { Ago, Ahead } from '../../../core/ui/when.tsx';
import { WhenRead } from '../../../core/ui/when-read.tsx';
import { EventName } from '../event-name.tsx';
import { useExplain } from '../outcomes.ts';
import classes from './deliveries.module.css';
import { DeliveryState } from './delivery-table.tsx';
import { useResend } from './use-resend.ts';

/** The service keeps so many. */
const KEPT_CALLS = 20;

interface DeliveryDialogProps {
  /** The delivery that the address names. */
  id: string | undefined;
  close: () => void;
}

/** Everything about a delivery. */
export function DeliveryDialog({ id, close }: DeliveryDialogProps) {
  const { deliveries: words } = useTexts();
  // It keeps its contents while it disappears.
  const [last, setLast] = useState(id);
  useEffect(() => {
    if (id !== undefined) setLast(id);
  }, [id]);
  const shownId = id ?? last;
  return (
    <Dialog isOpen={id !== undefined} close={close} title={words.details.title} isWide>
      {shownId !== undefined && <Read id={shownId} />}
    </Dialog>
  );
}

function Read({ id }: { id: string }) {
  const { details } = useTexts().deliveries;
  const delivery = useQuery(queries.delivery(id));
  if (isStatus(delivery.error, 404))
    return (
      <Notice title={details.gone}>
        <p>{details.goneLead}</p>
      </Notice>
    );
  return (
    <WhenRead read={delivery} rows={6}>
      {(row) => <Details row={row} />}
    </WhenRead>
  );
}

function Details({ row }: { row: WholeDelivery }) {
  const { texts, formats } = useLanguage();
  const words = texts.deliveries;
  const { details } = words;
  const resend = useResend();
  const explain = useExplain();
  const explained = row.sendStatusReason === null ? undefined : explain(row.sendStatusReason);
  return (
    <div className={formClasses.form}>
      <dl className={formClasses.facts}>
        <div className={formClasses.wide}>
          <dt>{words.event}</dt>
          <dd>
            <EventName id={row.eventId} name={row.event} />
          </dd>
        </div>
        <Fact label={words.status} isWide>
          <DeliveryState row={{ ...row, nextAttemptAtUtc: null }} />
        </Fact>
        <Fact label={details.occurred}>
          <Ago utc={row.eventDateUtc} />
        </Fact>
        <Fact label={words.attempts}>{formats.number(row.attempts)}</Fact>
        <Fact label={details.lastAttempt}>
          {row.lastAttemptAtUtc === null ? details.noAttempt : <Ago utc={row.lastAttemptAtUtc} />}
        </Fact>
        <Fact label={details.nextAttempt}>
          {row.nextAttemptAtUtc === null ? details.noNext : <Ahead utc={row.nextAttemptAtUtc} />}
        </Fact>
        <Fact label={details.latency}>
          {row.latencyMs === null ? '–' : formats.milliseconds(row.latencyMs)}
        </Fact>
        <Fact label={words.receiver} isWide>
          {row.webhookUrl}
        </Fact>
        <Fact label={details.endpoint} isWide>
          <code>
            {row.endpointMethod} {row.endpoint}
          </code>
        </Fact>
        {row.additionalData !== null && (
          <Fact label={details.additional} isWide>
            <code>{JSON.stringify(row.additionalData)}</code>
          </Fact>
        )}
        {explained !== undefined && (
          <Fact label={details.reason} isWide>
            {explained.reason}
            <span className={classes.hint}>{explained.hint}</span>
          </Fact>
        )}
        <Fact label={details.answer} isWide>
          {row.answerExcerpt === null ? (
            details.noAnswer
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
            <pre className={classes.answer} tabIndex={0}>
              {row.answerExcerpt}
            </pre>
          )}
        </Fact>
      </dl>
      <FailedCalls row={row} />
      <CopiedText label={details.id} text={row.id} />
      <NotDone error={resend.error} />
      <div className={formClasses.actions}>
        <Button loading={resend.isPending} onClick={() => resend.mutate({ ids: [row.id] })}>
          {words.resend.one}
        </Button>
        <span role="status">{resend.data?.join(' ')}</span>
      </div>
    </div>
  );
}

/** The calls before the last one. If it is the only one that failed, everything about it is above. */
function FailedCalls({ row: { failedCalls, sendStatusId } }: { row: WholeDelivery }) {
  const { texts, formats } = useLanguage();
  const { details } = texts.deliveries;
  const explain = useExplain();
  const shown = sendStatusId === STATUS_IDS.failed ? 1 : 0;
  if (failedCalls.length <= shown) return null;
  return (
    <section aria-labelledby="failed-calls">
      <h3 id="failed-calls" className={classes.calls}>
        {details.failedCalls}
      </h3>
      {failedCalls.length >= KEPT_CALLS && <p className={formClasses.lead}>{details.keptCalls}</p>}
      <ol className={classes.callList}>
        {failedCalls.map(({ endedAtUtc, reason, latencyMs, answerExcerpt }) => (
          <li key={endedAtUtc}>
            <Ago utc={endedAtUtc} /> · {formats.milliseconds(latencyMs)} · {explain(reason).reason}
            {answerExcerpt !== null && <span className={classes.hint}>{answerExcerpt}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Fact({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? formClasses.wide : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
