import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { toId } from '../../../core/search-values.ts';
import { useChangeDevelopers } from '../../../core/use-change-developers.ts';
import { faultOf } from './record-types.ts';

const TYPING_MS = 300;

/** The number of a record as it is entered. It reaches the address when somebody stops typing, if it can be one. */
export function useRecordEntry(record: number | undefined): [string, (entry: string) => void] {
  const change = useChangeDevelopers('changes');
  const [entry, setEntry] = useState(String(record ?? ''));
  const sent = useRef(record);
  const [settled] = useDebouncedValue(entry.trim(), TYPING_MS);
  useEffect(() => {
    const next = toId(settled);
    if (next === sent.current || faultOf(settled, undefined) === 'noNumber') return;
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
