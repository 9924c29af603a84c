import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failed, Loading } from './states.tsx';

interface WhenReadProps<Data> {
  read: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'isPending' | 'refetch'>;
  /** How many lines stand for what is loaded. */
  rows: number;
  children(data: Data): ReactNode;
}

/** A part of a page that is read. What was read stays if a later read fails, with the failure above it. */
export function WhenRead<Data>({ read, rows, children }: WhenReadProps<Data>) {
  return (
    <>
      {read.isPending && <Loading rows={rows} />}
      {read.isError && <Failed error={read.error} retry={() => void read.refetch()} />}
      {read.data !== undefined && children(read.data)}
    </>
  );
}
