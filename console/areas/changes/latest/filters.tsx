import { NativeSelect, TextInput } from '@mantine/core';
import type { FeedEntity } from '../../../core/api/records.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { useChangeDevelopers } from '../../../core/use-change-developers.ts';
import classes from './changes.module.css';
import { FEED_ENTITIES, type RecordFault } from './record-types.ts';
import { useEntityNames } from './use-entity-names.ts';

interface ChangeFiltersProps {
  entity: FeedEntity | undefined;
  /** The number of a record, as it is entered. */
  entry: string;
  setEntry: (entry: string) => void;
  fault: RecordFault | undefined;
  reset: () => void;
}

/** Which changes the list has. */
export function ChangeFilters({ entity, entry, setEntry, fault, reset }: ChangeFiltersProps) {
  const { changes: words, deliveries } = useTexts();
  const names = useEntityNames();
  const change = useChangeDevelopers('changes');
  return (
    <search className={classes.filters}>
      <NativeSelect
        label={words.entity}
        value={entity ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ entity: value === '' ? undefined : (value as FeedEntity) })
        }
        data={[
          { value: '', label: words.allEntities },
          ...FEED_ENTITIES.map((name) => ({ value: name, label: names[name] })),
        ]}
      />
      <TextInput
        label={deliveries.record}
        inputMode="numeric"
        maxLength={20}
        autoComplete="off"
        value={entry}
        error={fault === undefined ? undefined : words.faults[fault]}
        onChange={({ currentTarget: { value } }) => setEntry(value)}
      />
      {(entity !== undefined || entry !== '') && (
        <Button variant="default" className={classes.reset} onClick={reset}>
          {deliveries.reset}
        </Button>
      )}
    </search>
  );
}
