import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Tagged } from '../../../core/api/call.ts';
import { isStatus } from '../../../core/api/errors.ts';
import type { Field } from '../../../core/forms/fields.ts';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import { useForm } from '../../../core/forms/use-form.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';

interface EditPartProps {
  /** Of the draft. */
  name: string;
  /** Of the record, for what is said. */
  title: string;
  /** Of useFreshQuery. Its own read, because the tag of a list is not the one that its change sends. */
  loaded: Pick<UseQueryResult<Tagged<object>>, 'data' | 'error' | 'isError' | 'refetch'>;
  fields: readonly Field[];
  read(): Promise<Tagged<object>>;
  save(body: Record<string, unknown>, ifMatch: string): Promise<unknown>;
  close: () => void;
}

/** Reads a part of the company, and opens the form that changes it. */
export function EditPart({ loaded, ...props }: EditPartProps) {
  if (loaded.data !== undefined)
    return <EditForm {...props} current={loaded.data} isGone={isStatus(loaded.error, 404)} />;
  if (loaded.isError) return <Failed error={loaded.error} retry={() => void loaded.refetch()} />;
  return <Loading rows={4} />;
}

type EditFormProps = Omit<EditPartProps, 'loaded'> & { current: Tagged<object>; isGone: boolean };

function EditForm({ title, close, ...options }: EditFormProps) {
  const { companyPage } = useTexts();
  const form = useForm({
    ...options,
    isOpen: true,
    said: { saved: companyPage.saved(title), undone: companyPage.undone(title) },
  });
  const isDone = form.form === undefined;
  useEffect(() => {
    if (isDone) close();
  }, [isDone, close]);
  return isDone ? null : <RecordForm form={form} title={companyPage.edit(title)} />;
}
