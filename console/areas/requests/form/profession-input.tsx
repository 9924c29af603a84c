import { Select } from '@mantine/core';
import type { OwnInputProps } from '../../../core/forms/fields.ts';
import { useProfessions } from '../../../core/forms/use-professions.ts';
import { useTexts } from '../../../core/texts/language.tsx';

/** The profession of a request. */
export function ProfessionInput({ id, label, entry, error, enter }: OwnInputProps) {
  const { requests: texts, forms } = useTexts();
  const { options, setWords, hasWords } = useProfessions(entry);
  return (
    <Select
      id={id}
      label={label}
      placeholder={texts.professionHint}
      error={error}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ${forms.unknown}` }}
      value={entry === '' ? null : entry}
      onChange={(value) => enter(value ?? '')}
      onSearchChange={setWords}
      // The service has filtered them.
      filter={(found) => found.options}
      nothingFoundMessage={hasWords ? texts.noProfession : undefined}
      data={options}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
    />
  );
}
