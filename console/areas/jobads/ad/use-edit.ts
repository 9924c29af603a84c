import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, read as readTagged, type Tagged } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import type { JobAd } from '../../../core/api/records.ts';
import { toEntries, valuesOf } from '../../../core/forms/fields.ts';
import { useForm } from '../../../core/forms/use-form.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { jobAdChange, jobAdGetForEditing } from '../../../generated/operations.ts';
import type { SchemaJobAdChangeDto } from '../../../generated/types.ts';
import { useFields } from '../form/use-fields.ts';
import type { Values } from '../form/values.ts';

/** The form of a job ad, which is always open. As long as nothing has been entered, it follows what colleagues change. */
export function useEdit(loaded: Tagged<JobAd>) {
  const { saved, savedBack } = useTexts().jobAds;
  const formats = useFormats();
  const queryClient = useQueryClient();
  const fields = useFields();
  const { jobAdId } = loaded.record;
  const path = { jobAdId };
  const read = async () => {
    const next = await readTagged(jobAdGetForEditing, { path });
    queryClient.setQueryData(queries.jobAd(jobAdId).queryKey, next);
    void queryClient.invalidateQueries({ queryKey: ['jobAds'] });
    return next;
  };
  const form = useForm({
    name: `jobad-${jobAdId}`,
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
  const entries = open?.entries ?? toEntries(valuesOf(loaded.record, fields), fields, formats);
  return { ...form, values: entries as Values };
}

export type Edit = ReturnType<typeof useEdit>;
