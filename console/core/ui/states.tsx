import { Button, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { CallError, faultsIn, isStatus, NotSentError, UnreachableError } from '../api/errors.ts';
import { useIsConnected } from '../connection.ts';
import { paths } from '../paths.ts';
import { useStartTexts } from '../texts/start-language.ts';
import classes from './states.module.css';

/** A screen or a part of it that has nothing else to show, with the way out. */
export function Notice({
  title,
  children,
  isPage = false,
}: {
  title: string;
  children?: ReactNode;
  isPage?: boolean;
}) {
  return (
    <div className={classes.notice}>
      {isPage ? <h1>{title}</h1> : <p className={classes.title}>{title}</p>}
      {children}
    </div>
  );
}

export function Loading({ rows = 3 }: { rows?: number }) {
  const texts = useStartTexts();
  return (
    <div className={classes.loading}>
      <p className="visually-hidden" role="status">
        {texts.states.loading}
      </p>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike.
        <Skeleton key={row} height="1.25rem" />
      ))}
    </div>
  );
}

/** The reference that finds a failed call in the log of the service. */
export function Reference({ error }: { error: unknown }) {
  const texts = useStartTexts();
  if (!(error instanceof CallError) || error.messageGuid === undefined) return null;
  return (
    <p className={classes.reference}>
      {texts.states.guid} <code>{error.messageGuid}</code>
    </p>
  );
}

interface FailedProps {
  error: unknown;
  retry?: () => void;
  /** Removes the filters of a list. What the service rejects, another try rejects as well. */
  reset?: () => void;
}

export function Failed({ error, retry, reset }: FailedProps) {
  const texts = useStartTexts();
  const isUnreachable = error instanceof UnreachableError || error instanceof NotSentError;
  if (reset !== undefined && faultsIn(error).length > 0) return <DeadFilters reset={reset} />;
  if (isStatus(error, 403))
    return (
      <div role="alert">
        <Notice title={texts.states.forbidden}>
          <p>{texts.states.askAdmin}</p>
        </Notice>
      </div>
    );
  return (
    <div role="alert">
      <Notice title={isUnreachable ? texts.states.unreachable : texts.states.failed}>
        <Reference error={error} />
        {retry !== undefined && (
          <Button variant="default" onClick={retry}>
            {texts.states.retry}
          </Button>
        )}
      </Notice>
    </div>
  );
}

/** What the page needs has not arrived. When the connection was lost and is back, another try follows without a click. */
export function NotLoaded({ error, retry }: { error: unknown; retry: () => void }) {
  const isConnected = useIsConnected();
  const wasLost = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return of the connection.
  useEffect(() => {
    if (isConnected && wasLost.current) retry();
    wasLost.current = !isConnected;
  }, [isConnected]);
  return <Failed error={error} retry={retry} />;
}

/** The address of a list names a filter that does not exist. `reset` removes the filters. */
export function DeadFilters({ reset }: { reset: () => void }) {
  const { states } = useStartTexts();
  return (
    <div role="alert">
      <Notice title={states.deadFilters}>
        <Button variant="default" onClick={reset}>
          {states.removeFilters}
        </Button>
      </Notice>
    </div>
  );
}

export function UnknownPage() {
  const texts = useStartTexts();
  return (
    <Notice isPage title={texts.states.unknown}>
      <p>{texts.states.unknownLead}</p>
      <Link to={paths.today}>{texts.states.toToday}</Link>
    </Notice>
  );
}

export function OfflineNotice() {
  const texts = useStartTexts();
  const isConnected = useIsConnected();
  return (
    <div role="status" className={classes.offline}>
      {!isConnected && <p>{texts.states.offline}</p>}
    </div>
  );
}
