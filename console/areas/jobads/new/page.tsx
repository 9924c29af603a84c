import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { call } from '../../../core/api/call.ts';
import { FieldFaults, useFaultText } from '../../../core/forms/faults.tsx';
import { Restored } from '../../../core/forms/restored.tsx';
import { useCreation } from '../../../core/forms/use-creation.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { paths } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { FormProblem } from '../../../core/ui/form-problem.tsx';
import { StickyBar } from '../../../core/ui/sticky-bar.tsx';
import { jobAdCreate } from '../../../generated/operations.ts';
import classes from '../ad/page.module.css';
import { Fields } from '../form/fields.tsx';
import { Preview } from '../form/preview.tsx';
import { useEntered } from '../form/use-entered.ts';
import { idOf, useFields } from '../form/use-fields.ts';
import { EMPTY, isDifferent, LIMITS, NUMBERS, toNewBody } from '../form/values.ts';

export function Page() {
  const { texts, formats } = useLanguage();
  const fields = useFields();
  const show = useMessages();
  const queryClient = useQueryClient();
  const form = useCreation({
    name: 'jobad-new',
    initial: EMPTY,
    numbers: NUMBERS,
    isBegun: (values) => isDifferent(EMPTY, values, formats),
    create: async (values, idempotencyKey) =>
      call(jobAdCreate, { body: toNewBody(values, formats), idempotencyKey }),
    onCreated: ({ title }) => {
      show({ text: texts.jobAds.created(title) });
      void queryClient.invalidateQueries({ queryKey: ['jobAds'] });
    },
    pathOf: paths.jobAd,
  });
  useEntered(fields, form.entries, form.initial, form.loss);
  const faultOf = useFaultText(form.error, LIMITS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.send();
  };
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <BackToList list={paths.jobAds} text={texts.jobAds.back} />
        <h1>{texts.screens.newJobAd}</h1>
      </header>
      <div className={classes.columns}>
        <form className={classes.form} onSubmit={submit} noValidate aria-label={texts.screens.newJobAd}>
          {form.restoredAtUtc !== undefined && (
            <Restored savedAtUtc={form.restoredAtUtc} discard={form.discard} />
          )}
          <FieldFaults error={form.error} fields={fields} idOf={idOf} />
          <Fields values={form.entries} set={form.enter} faultOf={faultOf} />
          <FormProblem error={form.error} isNew />
          <StickyBar>
            <Button type="submit" loading={form.isPending}>
              {texts.jobAds.saveNew}
            </Button>
          </StickyBar>
        </form>
        <div className={classes.beside}>
          <Preview values={form.entries} />
        </div>
      </div>
    </div>
  );
}
