import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { type KeyName, useKeys } from '../keys/keys.tsx';
import { recordBefore } from '../last-addresses.ts';
import type { CurrentRow } from './window-table.tsx';

interface ListKeys {
  rows: readonly { id: number }[];
  /** The search field of the list. */
  field: { readonly current: HTMLInputElement | null };
  /** What the dialog of keys says that they do. */
  names: { next: KeyName; previous: KeyName; open: KeyName };
  open(id: number): void;
  select?: { name: KeyName; run(id: number): void } | undefined;
}

/**
 * The row that the keys move. It takes the focus, so that Enter opens it and a screen reader says it. Whoever comes back from a record
 * goes on at its row.
 */
export function useListKeys({ rows, field, names, open, select }: ListKeys): CurrentRow {
  const { pathname } = useLocation();
  const [current, setCurrent] = useState<CurrentRow>(() => {
    const id = recordBefore(pathname);
    // Rows that come later must not take the focus from what has it by then.
    return { id, shouldFocus: rows.some((row) => row.id === id) };
  });
  const move = (step: number) => {
    const index = rows.findIndex(({ id }) => id === current.id);
    const next = rows[index === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, index + step))];
    if (next !== undefined) setCurrent({ id: next.id, shouldFocus: true });
  };
  const withCurrent = (run: (id: number) => void) => () => {
    if (rows.some(({ id }) => id === current.id)) run(current.id!);
  };
  const search = () => {
    field.current?.focus();
    field.current?.select();
  };
  useKeys([
    { key: '/', name: 'searchField', run: search },
    { key: 'j', name: names.next, run: () => move(1) },
    { key: 'k', name: names.previous, run: () => move(-1) },
    { key: 'Enter', name: names.open, run: withCurrent(open) },
    ...(select === undefined ? [] : [{ key: 'x', name: select.name, run: withCurrent(select.run) }]),
  ]);
  return current;
}
