import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, type Tagged } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import type { JobAd } from '../../../core/api/records.ts';
import { toEntries, valuesOf } from '../../../core/forms/fields.ts';
import { useForm } from '../../../core/forms/use-form.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { jobAdChange } from '../../../generated/operations.ts';
import type { SchemaJobAdChangeDto } from '../../../generated/types.ts';
import { useEntered } from '../form/use-entered.ts';
import { useFields } from '../form/use-fields.ts';
import type { Values } from '../form/values.ts';

export const draftOf = (jobAdId: number | string): string => `jobad-${jobAdId}`;

/** The form of a job ad, which is always open. As long as nothing has been entered, it follows what colleagues change. */
export function useEdit(loaded: Tagged<JobAd>) {
  const { saved, savedBack } = useTexts().jobAds;
  const formats = useFormats();
  const queryClient = useQueryClient();
  const { jobAdId, responsibility } = loaded.record;
  const fields = useFields(responsibility);
  const path = { jobAdId };
  const read = async () => {
    const next = await readNow(queryClient, queries.jobAd(jobAdId));
    void queryClient.invalidateQueries({ queryKey: ['jobAds'] });
    return next;
  };
  const form = useForm({
    name: draftOf(jobAdId),
    fields,
    current: loaded,
    read,
    save: (body, ifMatch) => call(jobAdChange, { path, body: body as SchemaJobAdChangeDto, ifMatch }),
    said: { saved, undone: savedBack },
  });
  const { form: open, isChanged, close } = form;
  const isOutdated = open !== undefined && !isChanged && open.tag !== loaded.tag;
  useEffect(() => {
    if (isOutdated) close();
  }, [isOutdated, close]);
  const base = toEntries(open?.base ?? valuesOf(loaded.record, fields), fields, formats);
  const entries = open?.entries ?? base;
  useEntered(fields, entries, base);
  return { ...form, values: entries as Values };
}
