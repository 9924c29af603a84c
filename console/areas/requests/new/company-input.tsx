import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { OwnInputProps } from '../../../core/forms/fields.ts';
import { useTexts } from '../../../core/texts/language.tsx';

const TYPING_MS = 200;
const FEWEST_LETTERS = 2;

/** Finds a company by the words that find it everywhere. */
export function CompanyInput({ id, label, entry, error, enter }: OwnInputProps) {
  const { requests: texts, forms } = useTexts();
  const [words, setWords] = useState('');
  const [settled] = useDebouncedValue(words.trim(), TYPING_MS);
  const chosen = useQuery({ ...queries.companyName(Number(entry)), enabled: entry !== '' });
  const isLong = settled.length >= FEWEST_LETTERS;
  const found = useQuery({
    ...queries.companiesLike(settled),
    enabled: isLong && settled !== chosen.data,
  });
  const offered = new Map(
    (isLong ? (found.data ?? []) : []).map((one) => [
      String(one.id),
      [one.name, [one.zipCode, one.city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    ]),
  );
  if (entry !== '') offered.set(entry, chosen.data ?? (chosen.isError ? texts.unknownCompany : '…'));
  return (
    <Select
      id={id}
      label={label}
      placeholder={texts.companyHint}
      required
      error={error ?? (chosen.isError ? texts.unknownCompany : undefined)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ${forms.unknown}` }}
      value={entry === '' ? null : entry}
      onChange={(value) => enter(value ?? '')}
      onSearchChange={setWords}
      // The service has filtered them.
      filter={({ options }) => options}
      // The placeholder says what to type, and a list would cover why the field is rejected.
      nothingFoundMessage={isLong ? texts.noCompany : undefined}
      data={[...offered].map(([value, text]) => ({ value, label: text }))}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
    />
  );
}
