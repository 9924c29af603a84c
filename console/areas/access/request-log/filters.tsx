import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { CallOutcome, DevelopersSearch } from '../../../core/paths.ts';
import { toUuid } from '../../../core/search-values.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { useChangeDevelopers } from '../../../core/use-change-developers.ts';
import { CALL_OUTCOMES } from './outcomes.ts';
import classes from './request-log.module.css';

/** Which calls the list has. All of it is in the address. */
export function CallFilters({ search: { client, outcome, request } }: { search: DevelopersSearch }) {
  const { requestLog: words, deliveries } = useTexts();
  const change = useChangeDevelopers('calls');
  const isFiltered = [client, outcome, request].some((value) => value !== undefined);
  return (
    <search className={classes.filters}>
      <ClientFilter client={client} />
      <NativeSelect
        label={words.outcome}
        value={outcome ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ outcome: value === '' ? undefined : (value as CallOutcome) })
        }
        data={[
          { value: '', label: words.allOutcomes },
          ...CALL_OUTCOMES.map((name) => ({ value: name, label: words.outcomes[name] })),
        ]}
      />
      <RequestIdFilter request={request} />
      {isFiltered && (
        <Button variant="default" className={classes.reset} onClick={() => change('reset')}>
          {deliveries.reset}
        </Button>
      )}
    </search>
  );
}

function ClientFilter({ client }: Pick<DevelopersSearch, 'client'>) {
  const { requestLog: words } = useTexts();
  const change = useChangeDevelopers('calls');
  const clients = useQuery(queries.apiClients()).data;
  const isUnknown = client !== undefined && clients?.some(({ clientId }) => clientId === client) !== true;
  return (
    <NativeSelect
      label={words.client}
      value={client ?? ''}
      onChange={({ currentTarget: { value } }) => change({ client: value === '' ? undefined : value })}
      data={[
        { value: '', label: words.allClients },
        ...(isUnknown ? [{ value: client, label: clients === undefined ? '…' : client }] : []),
        ...(clients ?? []).map(({ clientId, name }) => ({ value: clientId, label: name })),
      ]}
    />
  );
}

const TYPING_MS = 300;

/** The id reaches the address when somebody stops typing. */
function RequestIdFilter({ request }: Pick<DevelopersSearch, 'request'>) {
  const { requestLog: words } = useTexts();
  const change = useChangeDevelopers('calls');
  const [entry, setEntry] = useState(request ?? '');
  const sent = useRef(request);
  const [settled] = useDebouncedValue(entry.trim(), TYPING_MS);
  useEffect(() => {
    const next = toUuid(settled);
    if (next === sent.current) return;
    sent.current = next;
    change({ request: next });
  }, [settled, change]);
  useEffect(() => {
    // The address has changed in another way.
    if (request !== sent.current) setEntry(request ?? '');
    sent.current = request;
  }, [request]);
  const isWrong = settled !== '' && settled === entry.trim() && toUuid(settled) === undefined;
  return (
    <TextInput
      className={classes.requestId}
      label={words.requestId}
      value={entry}
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      error={isWrong ? words.badRequestId : undefined}
      onChange={({ currentTarget: { value } }) => setEntry(value)}
    />
  );
}
