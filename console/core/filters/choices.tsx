import { NativeSelect } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';

interface ChoicesProps<Id> {
  label: string;
  /** Below the menu. */
  description?: string;
  entries: readonly { id: Id; name: string }[];
  /** They are no longer offered. */
  chosen: readonly Id[] | undefined;
  /** How many the label counts, if that is not the number of those that are no longer offered. */
  count?: number;
  choose: (chosen: Id[]) => void;
}

/** A menu that adds an entry to those that have been chosen. */
export function Choices<Id extends string | number>({
  label,
  description,
  entries,
  chosen = [],
  count = chosen.length,
  choose,
}: ChoicesProps<Id>) {
  const texts = useTexts();
  const rest = entries.filter(({ id }) => !chosen.includes(id));
  return (
    <NativeSelect
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value=""
      onChange={({ currentTarget: { value } }) => {
        const entry = entries.find(({ id }) => String(id) === value);
        if (entry !== undefined) choose([...chosen, entry.id]);
      }}
      data={[
        {
          value: '',
          label: count === 0 ? texts.candidates.all : texts.candidates.chosen(count),
        },
        ...rest.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}
