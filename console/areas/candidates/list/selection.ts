import { useCallback, useEffect, useMemo, useState } from 'react';
import type { CandidateHit } from '../../../core/api/records.ts';
import { recordBefore } from '../../../core/last-addresses.ts';
import { keepCandidates } from '../../../core/live/refresh-candidates.ts';
import { paths } from '../../../core/paths.ts';

/** Every one of them is a call or two. */
const MAXIMUM_SELECTED = 200;

export interface Selection {
  ids: ReadonlySet<number>;
  /** Whether every row that is loaded is selected, as far as the limit permits. */
  hasAll: boolean;
  isFull: boolean;
  toggle(id: number): void;
  toggleAll(): void;
  /** Deselects the others. */
  keepOnly(ids: readonly number[]): void;
  clear(): void;
}

interface Selected {
  key: string;
  ids: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();
/** A sign-out loads the application again, which forgets it. */
let last: Selected | undefined;

/** Whoever has looked at a candidate and comes back has the same selection, as far as it can be seen. */
function selectedBefore(candidates: readonly CandidateHit[], key: string): Selected {
  const before = last?.key === key && recordBefore(paths.candidates) !== undefined ? last.ids : NONE;
  return { key, ids: new Set(candidates.map(({ id }) => id).filter((id) => before.has(id))) };
}

/** The rows that are selected. Other words or filters clear it: nobody changes what cannot be seen. */
export function useSelection(candidates: readonly CandidateHit[], listKey: string): Selection {
  const [{ key, ids }, setState] = useState(() => selectedBefore(candidates, listKey));
  const own = useMemo(() => (key === listKey ? ids : NONE), [key, listKey, ids]);
  const set = useCallback((next: ReadonlySet<number>) => setState({ key: listKey, ids: next }), [listKey]);
  useEffect(() => {
    last = { key: listKey, ids: own };
    keepCandidates(own);
  }, [listKey, own]);
  const most = Math.min(candidates.length, MAXIMUM_SELECTED);
  const hasAll = most > 0 && own.size >= most;
  return {
    ids: own,
    hasAll,
    isFull: own.size >= MAXIMUM_SELECTED,
    toggle(id) {
      const next = new Set(own);
      if (!next.delete(id) && next.size < MAXIMUM_SELECTED) next.add(id);
      set(next);
    },
    toggleAll: () => set(hasAll ? NONE : new Set(candidates.slice(0, MAXIMUM_SELECTED).map(({ id }) => id))),
    keepOnly: (kept) =>
      // It can be another list by now.
      setState((before) =>
        before.key === listKey
          ? { key: listKey, ids: new Set(kept.filter((id) => before.ids.has(id))) }
          : before,
      ),
    clear: () => set(NONE),
  };
}
