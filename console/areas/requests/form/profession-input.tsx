import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { OwnInputProps } from '../../../core/forms/fields.ts';
import { useTexts } from '../../../core/texts/language.tsx';

const TYPING_MS = 300;

/** There are thousands of professions. The service searches them. */
export function ProfessionInput({ id, label, entry, error, enter }: OwnInputProps) {
  const { requests: texts, forms } = useTexts();
  const [words, setWords] = useState('');
  const [settled] = useDebouncedValue(words.trim(), TYPING_MS);
  const chosen = useQuery({ ...queries.professions({ id: entry }), enabled: entry !== '' });
  const name = chosen.data?.professions[0]?.name;
  const found = useQuery({
    ...queries.professions({ words: settled }),
    enabled: settled !== '' && settled !== name,
  });
  const offered = new Map((found.data?.professions ?? []).map((one) => [String(one.id), one.name]));
  if (entry !== '') offered.set(entry, name ?? '…');
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
      filter={({ options }) => options}
      nothingFoundMessage={settled === '' ? texts.professionHint : texts.noProfession}
      data={[...offered].map(([value, text]) => ({ value, label: text }))}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
    />
  );
}
