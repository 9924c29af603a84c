import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { ChangedMeanwhileError } from '../../../core/api/change-seen.ts';
import { CallError, isStatus, isUnsure } from '../../../core/api/errors.ts';
import { type CandidateHit, nameOf } from '../../../core/api/records.ts';
import { toFaultText } from '../../../core/forms/faults.tsx';
import { useMessages } from '../../../core/frame/messages.tsx';
import { changeCandidates, refreshCandidates } from '../../../core/live/refresh-candidates.ts';
import type { Formats } from '../../../core/texts/formats.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { candidateFindMerged } from '../../../generated/operations.ts';
import { NotUndoneError } from '../status-undo.ts';
import type { BulkAction } from './bulk-actions.ts';
import { runAll } from './run-all.ts';

interface Failure {
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
  /** Whether they are those of an undo. */
  isUndone: boolean;
  forgetFailures(): void;
  /** Returns those for whom the same can work later, such as after the next sign-in. */
  run(action: BulkAction, candidates: readonly CandidateHit[]): Promise<readonly CandidateHit[]>;
}

/** Changes many candidates. The message about it changes them back. */
export function useBulk(): Bulk {
  const language = useLanguage();
  const { texts, formats } = language;
  const show = useMessages();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<Progress | undefined>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [isUndone, setUndone] = useState(false);
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
      await Promise.all(
        failed.map(async ({ item, error }) => ({
          id: item.id,
          name: nameOf(item),
          reason: (await findMergedReason(item.id, error, language)) ?? reasonOf(error, language),
        })),
      ),
    );
    return { outcomes: outcomes.filter(({ error }) => error === undefined), failed };
  };
  const finish = (changed: ReadonlyMap<number, CandidateHit>) => {
    changeCandidates(queryClient, (candidate) => changed.get(candidate.id) ?? candidate);
    for (const id of changed.keys()) void queryClient.invalidateQueries({ queryKey: ['candidates', id] });
    void refreshCandidates(queryClient);
  };

  const run = async (action: BulkAction, candidates: readonly CandidateHit[]) => {
    const said = texts.bulk;
    setUndone(false);
    const { outcomes, failed } = await runWithProgress(candidates, (candidate) => action.run(candidate));
    const changed = outcomes.filter(({ value }) => value !== undefined);
    finish(new Map(changed.map(({ item }) => [item.id, action.toChanged(item)])));
    const undos = new Map(changed.map(({ item, value }) => [item.id, value!.undo]));
    const final = changed.filter(({ value }) => value!.undo === undefined).map(({ item }) => item);
    const undo = async () => {
      setUndone(true);
      const items = changed.map(({ item }) => item);
      const undone = await runWithProgress(items, async ({ id }) => takeBack(undos.get(id)));
      finish(new Map(undone.outcomes.map(({ item }) => [item.id, item])));
      show({
        text: textOf(undone, [said.undoneOne, said.undone, said.notUndone], formats),
        isFailure: undone.failed.length > 0,
      });
    };
    if (changed.length === 0 && failed.length === 0) {
      show({ text: texts.bulk.unchanged });
      return [];
    }
    const text = textOf({ outcomes: changed, failed }, [said.doneOne, said.done, said.failed], formats);
    const isPartlyFinal = action.canUndo && final.length > 0;
    show({
      text: isPartlyFinal ? `${text} ${said.finalFor(namesOf(final, language))}` : text,
      isFailure: failed.length > 0,
      ...(changed.length > final.length ? { undo } : {}),
    });
    return failed.filter(({ error }) => isInterrupted(error)).map(({ item }) => item);
  };
  return { progress, failures, isUndone, forgetFailures: () => setFailures([]), run };
}

/** Whether nothing about the candidate was in the way. */
const isInterrupted = (error: unknown): boolean => isUnsure(error) || isStatus(error, 401);

async function takeBack(undo: (() => Promise<unknown>) | undefined): Promise<void> {
  if (undo === undefined) throw new NotUndoneError('final');
  await undo();
}

type Say = (text: string) => string;

/** How many were changed, and how many were not. One is named. */
function textOf(
  { outcomes: changed, failed }: Record<'outcomes' | 'failed', readonly { item: CandidateHit }[]>,
  [one, many, rest]: readonly [Say, Say, Say],
  formats: Formats,
): string {
  const text = changed.length === 1 ? one(nameOf(changed[0]!.item)) : many(formats.number(changed.length));
  return failed.length === 0 ? text : `${text} ${rest(formats.number(failed.length))}`;
}

/** More names would hide what is said about them. */
const MOST_NAMES = 3;

/** The names of candidates, or how many they are. */
export function namesOf(
  candidates: readonly CandidateHit[],
  { texts, formats }: Pick<ReturnType<typeof useLanguage>, 'texts' | 'formats'>,
): string {
  const rest = candidates.length - MOST_NAMES;
  const names = candidates.slice(0, MOST_NAMES).map(nameOf);
  return formats.list(rest > 0 ? [...names, texts.bulk.more(formats.number(rest))] : names);
}

/** Who has gone because of a merge is found at another candidate. */
async function findMergedReason(
  candidateId: number,
  error: unknown,
  { texts }: ReturnType<typeof useLanguage>,
): Promise<string | undefined> {
  if (!isStatus(error, 404)) return undefined;
  const { merged } = await call(candidateFindMerged, { query: { candidateId } }).catch(() => NOT_MERGED);
  return merged === null || merged.undoneAtUtc !== null
    ? undefined
    : texts.bulk.reasons.merged(nameOf(merged));
}

const NOT_MERGED = { merged: null };

/** By the status of the response. */
const REASONS: Readonly<Record<number, 'expired' | 'forbidden' | 'gone'>> = {
  401: 'expired',
  403: 'forbidden',
  404: 'gone',
};

function reasonOf(error: unknown, language: ReturnType<typeof useLanguage>): string {
  const { bulk, states } = language.texts;
  const { reasons } = bulk;
  if (isUnsure(error)) return reasons.unreachable;
  if (error instanceof NotUndoneError) return reasons[error.reason];
  if (error instanceof ChangedMeanwhileError) return reasons.changed;
  if (!(error instanceof CallError)) return states.notSaved;
  const fault = error.faults[0];
  const ofStatus = REASONS[error.status];
  if (ofStatus !== undefined) return reasons[ofStatus];
  if (fault?.property === 'keyword' && fault.code === 'duplicate') return reasons.hasKeyword;
  if (fault?.code === 'notAllowed' && (fault.property === 'statusId' || fault.property === 'stage'))
    return reasons.archived;
  return fault === undefined ? states.notSaved : toFaultText(fault, language);
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
