import { TextInput } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';

/** Without it, a browser takes years of six digits. */
const LAST_DAY = '9999-12-31';

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

interface PeriodProps extends Days {
  labels: { from: string; to: string };
  /** Whether it ends before it begins. Then nothing is read, and the page says so here. */
  isReversed: boolean;
  change: (days: Days) => void;
}

export const isReversedPeriod = ({ from, to }: Days): boolean =>
  from !== undefined && to !== undefined && to < from;

/** The first and the last day of a period. What is entered stays, also while a year is being typed, which is before any other. */
export function Period({ from, to, labels, isReversed, change }: PeriodProps) {
  const { forms } = useTexts();
  return (
    <>
      <TextInput
        type="date"
        max={LAST_DAY}
        label={labels.from}
        value={from ?? ''}
        onChange={({ currentTarget: { value } }) => change({ from: value || undefined })}
      />
      <TextInput
        type="date"
        label={labels.to}
        value={to ?? ''}
        min={from}
        max={LAST_DAY}
        error={isReversed ? forms.reversedPeriod(labels.from, labels.to) : undefined}
        onChange={({ currentTarget: { value } }) => change({ to: value || undefined })}
      />
    </>
  );
}
