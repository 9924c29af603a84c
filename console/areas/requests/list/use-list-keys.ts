import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RequestRow } from '../../../core/api/records.ts';
import { useKeys } from '../../../core/keys/keys.tsx';
import { paths } from '../../../core/paths.ts';

export interface CurrentRow {
  id: number | undefined;
  shouldFocus: boolean;
}

/** The row that the keys move. It takes the focus, so that Enter opens it and a screen reader says it. */
export function useListKeys(
  requests: readonly RequestRow[],
  field: { readonly current: HTMLInputElement | null },
): CurrentRow {
  const navigate = useNavigate();
  const [current, setCurrent] = useState<CurrentRow>({ id: undefined, shouldFocus: false });
  const move = (step: number) => {
    const index = requests.findIndex(({ id }) => id === current.id);
    const next = requests[index === -1 ? 0 : Math.min(requests.length - 1, Math.max(0, index + step))];
    if (next !== undefined) setCurrent({ id: next.id, shouldFocus: true });
  };
  useKeys([
    {
      key: '/',
      name: 'searchField',
      run() {
        field.current?.focus();
        field.current?.select();
      },
    },
    { key: 'j', name: 'nextRequest', run: () => move(1) },
    { key: 'k', name: 'previousRequest', run: () => move(-1) },
    {
      key: 'Enter',
      name: 'openRequest',
      run() {
        if (requests.some(({ id }) => id === current.id)) void navigate({ to: paths.request(current.id!) });
      },
    },
  ]);
  return current;
}
