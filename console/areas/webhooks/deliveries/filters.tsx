import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { DeliveryStatus, DevelopersSearch } from '../../../core/paths.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Period } from '../../../core/ui/period.tsx';
import { useChangeDevelopers } from '../../../core/use-change-developers.ts';
import { DELIVERY_STATUSES } from '../developers/search.ts';
import classes from './deliveries.module.css';

interface DeliveryFiltersProps {
  search: DevelopersSearch;
  isReversed: boolean;
  /** The number of a record, as it is entered. */
  entry: string;
  setEntry: (entry: string) => void;
  isNoNumber: boolean;
}

/** Which deliveries the list has. All of it is in the address. */
export function DeliveryFilters({ search, isReversed, entry, setEntry, isNoNumber }: DeliveryFiltersProps) {
  const { changes, deliveries: words } = useTexts();
  const change = useChangeDevelopers('deliveries');
  const { from, to, status, event } = search;
  const isFiltered = entry !== '' || [from, to, status, event].some((value) => value !== undefined);
  const reset = () => {
    setEntry('');
    change('reset');
  };
  return (
    <>
      <search className={classes.filters}>
        <Period from={from} to={to} labels={words} isReversed={isReversed} change={change} />
        <EventFilter chosen={event ?? []} />
        <TextInput
          label={words.record}
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
          value={entry}
          error={isNoNumber ? changes.faults.noNumber : undefined}
          onChange={({ currentTarget: { value } }) => setEntry(value.replace(/\D/g, ''))}
        />
        <NativeSelect
          label={words.status}
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) =>
            change({ status: value === '' ? undefined : (value as DeliveryStatus) })
          }
          data={[
            { value: '', label: words.allStatuses },
            ...DELIVERY_STATUSES.map((name) => ({ value: name, label: words.statuses[name] })),
          ]}
        />
        {isFiltered && (
          <Button variant="default" onClick={reset}>
            {words.reset}
          </Button>
        )}
      </search>
      <ChosenEvents chosen={event ?? []} />
    </>
  );
}

/** A menu that adds an event to those that have been chosen. */
function EventFilter({ chosen }: { chosen: readonly number[] }) {
  const { texts, formats } = useLanguage();
  const words = texts.deliveries;
  const change = useChangeDevelopers('deliveries');
  const types = useQuery(queries.eventTypes()).data ?? [];
  const rest = types.filter(({ id }) => !chosen.includes(id));
  return (
    <NativeSelect
      label={words.event}
      value=""
      onChange={({ currentTarget: { value } }) => {
        if (value !== '') change({ event: [...chosen, Number(value)] });
      }}
      data={[
        {
          value: '',
          label: chosen.length === 0 ? words.allEvents : words.chosenEvents(formats.number(chosen.length)),
        },
        ...rest.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}

function ChosenEvents({ chosen }: { chosen: readonly number[] }) {
  const { candidates } = useTexts();
  const change = useChangeDevelopers('deliveries');
  const types = useQuery(queries.eventTypes()).data ?? [];
  const list = useRef<HTMLUListElement>(null);
  if (chosen.length === 0) return null;
  const remove = (event: number) => {
    const rest = chosen.filter((id) => id !== event);
    change({ event: rest.length === 0 ? undefined : rest });
    list.current?.focus();
  };
  return (
    <ul ref={list} tabIndex={-1} className={classes.chips} aria-label={candidates.active}>
      {chosen.map((event) => {
        const name = types.find(({ id }) => id === event)?.name ?? String(event);
        return (
          <li key={event} className={classes.chip}>
            {name}
            <CloseButton size="sm" aria-label={candidates.remove(name)} onClick={() => remove(event)} />
          </li>
        );
      })}
    </ul>
  );
}
