import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallError, UnreachableError } from '../../../core/api/errors.ts';
import { type CandidateHit, nameOf } from '../../../core/api/records.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { changeCandidates, refreshCandidates } from '../../../core/live/refresh-candidates.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import type { Texts } from '../../../core/texts/texts-de.ts';
import type { BulkAction } from './bulk-actions.ts';
import { runAll } from './run-all.ts';

export interface Failure {
  id: number;
  name: string;
  reason: string;
}

interface Progress {
  done: number;
  all: number;
}

export interface Bulk {
  /** Undefined while nothing runs. */
  progress: Progress | undefined;
  failures: readonly Failure[];
  forgetFailures(): void;
  run(action: BulkAction, candidates: readonly CandidateHit[]): Promise<void>;
}

/** Changes many candidates. The message about it changes them back. */
export function useBulk(): Bulk {
  const texts = useTexts();
  const formats = useFormats();
  const show = useMessages();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<Progress | undefined>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  useLeaveGuard(progress !== undefined);

  /** Returns those that did not fail, with what the action returned for them. */
  const runWithProgress = async <Value>(
    candidates: readonly CandidateHit[],
    run: (candidate: CandidateHit) => Promise<Value>,
  ) => {
    setFailures([]);
    setProgress({ done: 0, all: candidates.length });
    const outcomes = await runAll(candidates, run, (done) => setProgress({ done, all: candidates.length }));
    setProgress(undefined);
    const failed = outcomes.filter(({ error }) => error !== undefined);
    setFailures(
      failed.map(({ item, error }) => ({ id: item.id, name: nameOf(item), reason: reasonOf(error, texts) })),
    );
    return { outcomes: outcomes.filter(({ error }) => error === undefined), failed: failed.length };
  };
  const textOf = (
    changed: readonly { item: CandidateHit }[],
    failed: number,
    { one, many }: { one: (name: string) => string; many: (count: string) => string },
  ) => {
    const text = changed.length === 1 ? one(nameOf(changed[0]!.item)) : many(formats.number(changed.length));
    return failed === 0 ? text : `${text} ${texts.bulk.failed(formats.number(failed))}`;
  };
  const finish = (changed: ReadonlyMap<number, CandidateHit>) => {
    changeCandidates(queryClient, (candidate) => changed.get(candidate.id) ?? candidate);
    for (const id of changed.keys()) void queryClient.invalidateQueries({ queryKey: ['candidates', id] });
    void refreshCandidates(queryClient);
  };

  const run = async (action: BulkAction, candidates: readonly CandidateHit[]) => {
    const { outcomes, failed } = await runWithProgress(candidates, (candidate) => action.run(candidate));
    const changed = outcomes.filter(({ value }) => value !== undefined);
    finish(new Map(changed.map(({ item }) => [item.id, action.toChanged(item)])));
    const undo = async () => {
      const undos = new Map(changed.map(({ item, value }) => [item.id, value!]));
      const items = changed.map(({ item }) => item);
      const undone = await runWithProgress(items, ({ id }) => undos.get(id)!());
      finish(new Map(undone.outcomes.map(({ item }) => [item.id, item])));
      show({
        text: textOf(undone.outcomes, undone.failed, { one: texts.bulk.undoneOne, many: texts.bulk.undone }),
        isFailure: undone.failed > 0,
      });
    };
    if (changed.length === 0 && failed === 0) show({ text: texts.bulk.unchanged });
    else
      show({
        text: textOf(changed, failed, { one: texts.bulk.doneOne, many: texts.bulk.done }),
        isFailure: failed > 0,
        ...(action.canUndo && changed.length > 0 ? { undo } : {}),
      });
  };
  return { progress, failures, forgetFailures: () => setFailures([]), run };
}

function reasonOf(error: unknown, { bulk: { reasons }, states }: Texts): string {
  if (error instanceof UnreachableError) return reasons.unreachable;
  if (!(error instanceof CallError)) return states.notSaved;
  const fault = error.faults[0];
  if (error.status === 404) return reasons.gone;
  if (error.status === 403) return reasons.forbidden;
  if (fault?.property === 'keyword' && fault.code === 'duplicate') return reasons.hasKeyword;
  if (fault?.code === 'notAllowed' && (fault.property === 'statusId' || fault.property === 'stage'))
    return reasons.archived;
  return fault?.message ?? error.message;
}

/** The page asks before it is left in the middle. */
function useLeaveGuard(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isRunning]);
}
