import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type Tagged } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import { leaveDue } from '../../../core/live/refresh-due.ts';
import { candidateHoldRelease, candidateHoldSet } from '../../../generated/operations.ts';
import type { SchemaCandidateHoldDto, SchemaCandidateHoldsResponse } from '../../../generated/types.ts';

export type Holds = SchemaCandidateHoldsResponse;

/** What is entered about a hold. Both are null without one. */
interface HoldEntry {
  reason: string | null;
  until: string | null;
}

export const toEntry = ({ record: { hold }, tag }: Tagged<Holds>): Tagged<HoldEntry> => ({
  record: { reason: hold?.reason ?? null, until: hold?.until ?? null },
  tag,
});

/** How the hold of a candidate is read and changed. Lists that are shown follow: no change of a hold is in the live stream. */
export function useHoldSource(candidateId: number) {
  const queryClient = useQueryClient();
  return useMemo(() => toSource(queryClient, candidateId), [queryClient, candidateId]);
}

function toSource(queryClient: QueryClient, candidateId: number) {
  const query = queries.candidateHold(candidateId);
  const path = { candidateId };
  const invalidate = (...names: string[]) => {
    for (const name of names) void queryClient.invalidateQueries({ queryKey: ['privacy', name] });
    void queryClient.invalidateQueries(queries.candidateRetention(candidateId));
  };
  /** Reads what is stored, and makes the pages show it. */
  const read = () => readNow(queryClient, query);
  const put = async (body: SchemaCandidateHoldDto, ifMatch: string) => {
    await call(candidateHoldSet, { path, body, ifMatch });
    leaveDue(queryClient, candidateId);
    invalidate('holds');
  };
  const release = async (ifMatch: string) => {
    await call(candidateHoldRelease, { path, ifMatch });
    invalidate('due', 'holds');
  };
  /** The operation replaces the whole hold, and a form has only what was changed. */
  const merge = (changes: Record<string, unknown>): HoldEntry => {
    const stored = queryClient.getQueryData(query.queryKey);
    return { ...(stored && toEntry(stored).record), ...changes } as HoldEntry;
  };
  return {
    read,
    /** For lists that show a hold which is no longer what it was. */
    refreshLists: () => invalidate('due', 'holds'),
    put,
    release,
    /** For a form. Without a reason the service says that it is missing. */
    save: (changes: Record<string, unknown>, ifMatch: string) => {
      const { reason, until } = merge(changes);
      return put({ reason: reason ?? '', until }, ifMatch);
    },
    /** For a form. Before the first hold there was none. */
    takeBack: (before: Record<string, unknown>, ifMatch: string) => {
      const { reason, until } = merge(before);
      return reason === null ? release(ifMatch) : put({ reason, until }, ifMatch);
    },
  };
}
