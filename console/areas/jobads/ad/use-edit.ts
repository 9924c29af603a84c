import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, read, type Tagged } from '../../../core/api/call.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import type { JobAd } from '../../../core/api/records.ts';
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
  const kept = Object.fromEntries(entered.map((field) => [field, values[field]]));
  return { base: next, values: { ...toValues(next.record), ...kept } };
}

export function useEdit(loaded: Tagged<JobAd>) {
  const texts = useTexts();
  const formats = useFormats();
  const show = useMessages();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => ({ base: loaded, values: toValues(loaded.record) }));
  const before = toValues(draft.base.record);
  const changed = changedFields(before, draft.values);
  const isDirty = changed.length > 0;
  useEffect(() => {
    // As long as nothing has been entered, the form follows what colleagues change.
    setDraft((current) =>
      current.base.tag === loaded.tag ||
      changedFields(toValues(current.base.record), current.values).length > 0
        ? current
        : { base: loaded, values: toValues(loaded.record) },
    );
  }, [loaded]);
  const path = { jobAdId: loaded.record.jobAdId };
  const key = queries.jobAd(path.jobAdId).queryKey;
  const readAgain = async () => {
    const next = await read(jobAdGetForEditing, { path });
    queryClient.setQueryData(key, next);
    void queryClient.invalidateQueries({ queryKey: ['jobAds'] });
    return next;
  };
  const put = async (values: Values, fields: readonly Field[], ifMatch: string) => {
    await call(jobAdChange, { path, body: toBody(values, fields), ifMatch });
    const next = await readAgain();
    setDraft({ base: next, values: toValues(next.record) });
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
      setDraft((current) => rebased(current, next));
      save.reset();
      show({
        text: others.length === 0 ? texts.jobAds.reloadedSame : texts.jobAds.reloaded(formats.list(others)),
      });
    },
    onError: () => show({ text: texts.states.failed, isFailure: true }),
  });
  return {
    values: draft.values,
    set: (field: Field, value: string) =>
      setDraft((current) => ({ ...current, values: { ...current.values, [field]: value } })),
    isDirty,
    save,
    reload,
    isConflict: isStatus(save.error, 412),
    discard: () => {
      setDraft({ base: loaded, values: toValues(loaded.record) });
      save.reset();
    },
  };
}

export type Edit = ReturnType<typeof useEdit>;
