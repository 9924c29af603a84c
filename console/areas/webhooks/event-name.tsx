import { useQuery } from '@tanstack/react-query';
import { queries } from '../../core/api/queries.ts';
import type { EventType } from '../../core/api/records.ts';
import { useTexts } from '../../core/texts/language.tsx';
import tableClasses from '../../core/ui/table.module.css';
import classes from './event-name.module.css';

interface EventNameProps {
  id: number;
  name: string;
  /** Whether what triggers it is only in the title. */
  isShort?: boolean;
}

/** The name of an event, with its number and what triggers it. */
export function EventName({ id, name, isShort = false }: EventNameProps) {
  const { webhooks } = useTexts();
  const describe = useDescribe();
  return (
    <>
      <code className={classes.name} title={isShort ? describe(name) : undefined}>
        {name}
      </code>
      <span className={tableClasses.secondary}>
        {[webhooks.eventNumber(String(id)), !isShort && describe(name)].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}

/** Returns the function that says what triggers an event, in the language of the user if there is a text. */
export function useDescribe(): (name: string) => string | undefined {
  const { webhooks } = useTexts();
  const types: readonly EventType[] = useQuery(queries.eventTypes()).data ?? [];
  return (name) => webhooks.events[name] ?? types.find((type) => type.name === name)?.description;
}
