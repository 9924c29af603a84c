import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { DevelopersSearch } from './paths.ts';
import { toId } from './search-values.ts';
import { useChangeDevelopers } from './use-change-developers.ts';

const TYPING_MS = 300;

/**
 * The number of a record as it is entered on a tab of the page for developers. It reaches the address when somebody stops typing, if it can
 * be one.
 */
export function useRecordEntry(
  tab: NonNullable<DevelopersSearch['tab']>,
  record: number | undefined,
): [string, (entry: string) => void] {
  const change = useChangeDevelopers(tab);
  const [entry, setEntry] = useState(String(record ?? ''));
  const sent = useRef(record);
  const [settled] = useDebouncedValue(entry.trim(), TYPING_MS);
  useEffect(() => {
    const next = toId(settled);
    if (next === sent.current || (next === undefined && settled !== '')) return;
    sent.current = next;
    change({ record: next });
  }, [settled, change]);
  useEffect(() => {
    // The address has changed in another way.
    if (record !== sent.current) setEntry(String(record ?? ''));
    sent.current = record;
  }, [record]);
  return [entry, setEntry];
}
