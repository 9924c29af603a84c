import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, read, type Tagged } from '../../../core/api/call.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import type { JobAd } from '../../../core/api/records.ts';
import { findDraft, keepDraft } from '../../../core/drafts/drafts.ts';
import { useChangedForm } from '../../../core/forms/changed-forms.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { jobAdChange, jobAdGetForEditing } from '../../../generated/operations.ts';
import { changedFields, type Field, toBody, toValues, type Values } from '../form/values.ts';

/** The values of the form, and what they are based on. */
interface Draft {
  base: Tagged<JobAd>;
  values: Values;
}

/** The values of another version of the job ad, with everything that was entered. */
function rebased({ base, values }: Draft, next: Tagged<JobAd>): Draft {
  const entered = changedFields(toValues(base.record), values);
  return { base: next, values: { ...toValues(next.record), ...pick(values, entered) } };
}

function pick(values: Values, fields: readonly Field[]): Partial<Values> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

const isChanged = ({ base, values }: Draft): boolean =>
  changedFields(toValues(base.record), values).length > 0;

const draftOf = (jobAdId: number) => `jobad-${jobAdId}`;

/** What was begun, with the version that it is based on: saving it shows whether somebody has changed the job ad since. */
function findBegun(jobAdId: number): { draft: Draft; savedAtUtc: string } | undefined {
  const kept = findDraft(draftOf(jobAdId));
  const draft = kept?.value as Partial<Draft> | undefined;
  if (kept === undefined || draft?.base?.tag === undefined || draft.values === undefined) return undefined;
  // A draft of an earlier version of the console can lack fields.
  const values = { ...toValues(draft.base.record), ...draft.values };
  return { draft: { base: draft.base, values }, savedAtUtc: kept.savedAtUtc };
}

/** The draft of the form. As long as nothing has been entered, it follows what colleagues change. */
function useKeptDraft(loaded: Tagged<JobAd>) {
  const { jobAdId } = loaded.record;
  const [begun, setBegun] = useState(() => findBegun(jobAdId));
  const [draft, setDraft] = useState<Draft>(
    () => begun?.draft ?? { base: loaded, values: toValues(loaded.record) },
  );
  // Two fields can change before the page is drawn again.
  const latest = useRef(draft);
  const commit = (next: Draft) => {
    latest.current = next;
    setDraft(next);
    const isKept = isChanged(next);
    keepDraft(draftOf(jobAdId), isKept ? next : undefined);
    if (!isKept) setBegun(undefined);
  };
  useEffect(() => {
    const { current } = latest;
    if (current.base.tag === loaded.tag || isChanged(current)) return;
    latest.current = { base: loaded, values: toValues(loaded.record) };
    setDraft(latest.current);
  }, [loaded]);
  return { draft, latest, commit, restoredAtUtc: begun?.savedAtUtc };
}

export function useEdit(loaded: Tagged<JobAd>) {
  const texts = useTexts();
  const formats = useFormats();
  const show = useMessages();
  const queryClient = useQueryClient();
  const { jobAdId } = loaded.record;
  const { draft, latest, commit, restoredAtUtc } = useKeptDraft(loaded);
  const before = toValues(draft.base.record);
  const changed = changedFields(before, draft.values);
  const isDirty = changed.length > 0;
  const path = { jobAdId };
  const key = queries.jobAd(jobAdId).queryKey;
  const readAgain = async () => {
    const next = await read(jobAdGetForEditing, { path });
    queryClient.setQueryData(key, next);
    void queryClient.invalidateQueries({ queryKey: ['jobAds'] });
    return next;
  };
  const put = async (values: Values, fields: readonly Field[], ifMatch: string) => {
    const sent = latest.current.values;
    await call(jobAdChange, { path, body: toBody(values, fields), ifMatch });
    const next = await readAgain();
    // What was entered while the change was on its way stays in the form.
    const entered = changedFields(sent, latest.current.values);
    commit({ base: next, values: { ...toValues(next.record), ...pick(latest.current.values, entered) } });
    return next;
  };
  const save = useMutation({
    mutationFn: () => put(draft.values, changed, draft.base.tag),
    onSuccess: ({ tag }) => {
      const undo = async () => {
        try {
          await put(before, changed, tag);
          show({ text: texts.jobAds.savedBack });
        } catch {
          show({ text: texts.states.notSaved, isFailure: true });
        }
      };
      show({ text: texts.jobAds.saved, undo });
    },
  });
  const reload = useMutation({
    mutationFn: readAgain,
    onSuccess: (next) => {
      const others = changedFields(before, toValues(next.record)).map((field) => texts.jobAds.fields[field]);
      commit(rebased(latest.current, next));
      save.reset();
      show({
        text: others.length === 0 ? texts.jobAds.reloadedSame : texts.jobAds.reloaded(formats.list(others)),
      });
    },
    onError: () => show({ text: texts.states.failed, isFailure: true }),
  });
  const discard = () => {
    commit({ base: loaded, values: toValues(loaded.record) });
    save.reset();
  };
  useChangedForm(isDirty, discard);
  return {
    values: draft.values,
    set: (field: Field, value: string) =>
      commit({ ...latest.current, values: { ...latest.current.values, [field]: value } }),
    isDirty,
    restoredAtUtc,
    save,
    reload,
    isConflict: isStatus(save.error, 412),
    discard,
  };
}

export type Edit = ReturnType<typeof useEdit>;
