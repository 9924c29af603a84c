import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { LoggedCall } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { CopiedText } from '../../../core/ui/copied-text.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { Ago } from '../../../core/ui/when.tsx';
import { useFaultText } from './faults.ts';
import classes from './request-log.module.css';
import { Route } from './route.tsx';
import { CallStatus } from './table.tsx';

/** The service keeps so many. */
const KEPT_FAULTS = 10;

interface CallDialogProps {
  /** The id of the request that the address names. */
  id: string | undefined;
  /** That call, if the list has it. */
  listed: LoggedCall | undefined;
  close: () => void;
}

/** Everything about a call. */
export function CallDialog({ id, listed, close }: CallDialogProps) {
  const { details } = useTexts().requestLog;
  // It keeps its contents while it disappears.
  const [last, setLast] = useState(id);
  useEffect(() => {
    if (id !== undefined) setLast(id);
  }, [id]);
  const shownId = id ?? last;
  return (
    <Dialog isOpen={id !== undefined} close={close} title={details.title} isWide>
      {shownId !== undefined && <Read key={shownId} id={shownId} listed={listed} />}
    </Dialog>
  );
}

function Read({ id, listed }: { id: string; listed: LoggedCall | undefined }) {
  const { requestLog: words } = useTexts();
  // A call does not change, so one that is listed is not read again.
  const found = useQuery({
    ...queries.loggedCall(id),
    initialData: listed,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (found.isPending) return <Loading rows={6} />;
  if (found.isLoadingError) return <Failed error={found.error} retry={() => found.refetch()} />;
  if (found.data !== null) return <Details call={found.data} />;
  return (
    <Notice title={words.notFound}>
      <p>{words.notFoundLead}</p>
    </Notice>
  );
}

function Details({ call }: { call: LoggedCall }) {
  const { texts, formats } = useLanguage();
  const words = texts.requestLog;
  const { details } = words;
  return (
    <div className={formClasses.form}>
      <dl className={formClasses.facts}>
        <Fact label={details.operation} isWide>
          <Route route={call.route} />
          <span className={tableClasses.secondary}>{call.operation}</span>
        </Fact>
        <Fact label={words.list.status} isWide>
          <CallStatus row={{ ...call, isInterrupted: false }} />
        </Fact>
        {call.errorCode !== null && (
          <Fact label={details.errorCode} isWide>
            <code>{call.errorCode}</code>
          </Fact>
        )}
        {call.faults.length > 0 && (
          <Fact label={details.faults} isWide>
            <Faults faults={call.faults} />
          </Fact>
        )}
        <Fact label={words.client}>
          <Client call={call} />
        </Fact>
        <Fact label={words.list.duration}>{formats.milliseconds(call.durationMs)}</Fact>
        <Fact label={words.list.time} isWide>
          <Ago utc={call.atUtc} />
          {/* As in the log of the service. */}
          <span className={tableClasses.secondary}>{call.atUtc}</span>
        </Fact>
      </dl>
      {call.isInterrupted && <p className={formClasses.lead}>{details.interrupted}</p>}
      <CopiedText label={details.requestId} text={call.requestId} />
      {call.messageGuid !== null && <CopiedText label={details.messageGuid} text={call.messageGuid} />}
      <p className={formClasses.lead}>{details.forOperator}</p>
    </div>
  );
}

function Client({ call: { clientId, clientName } }: { call: LoggedCall }) {
  const { requestLog: words } = useTexts();
  if (clientId === null) return words.noClient;
  return (
    <Link to={paths.developers} search={{ tab: 'clients', client: clientId }}>
      {clientName}
    </Link>
  );
}

function Faults({ faults }: Pick<LoggedCall, 'faults'>) {
  const { details } = useTexts().requestLog;
  const textOf = useFaultText();
  return (
    <>
      <ul className={classes.faultList}>
        {faults.map((fault, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two can be alike, and none moves.
          <li key={index}>{textOf(fault)}</li>
        ))}
      </ul>
      {faults.length >= KEPT_FAULTS && <span className={tableClasses.secondary}>{details.firstFaults}</span>}
    </>
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
