import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useAddress } from '../../../core/address.ts';
import { call } from '../../../core/api/call.ts';
import { nameOf } from '../../../core/api/records.ts';
import { enteredTexts } from '../../../core/forms/entered-texts.ts';
import { FieldFaults, useFaultText } from '../../../core/forms/faults.tsx';
import { useEnteredTexts } from '../../../core/forms/kept-texts.ts';
import { Restored } from '../../../core/forms/restored.tsx';
import { useCreation } from '../../../core/forms/use-creation.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { paths } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { FormProblem } from '../../../core/ui/form-problem.tsx';
import { candidateCreateWithApplicationLimits } from '../../../generated/limits.ts';
import { candidateCreateWithApplication } from '../../../generated/operations.ts';
import { Duplicates } from './duplicates.tsx';
import { Fields, useFieldNames } from './fields.tsx';
import classes from './page.module.css';
import { readNewCandidateSearch } from './search.ts';
import { CHOSEN, EMPTY, type Field, idOf, toBody, type Values } from './values.ts';

/** Whether more is filled in than what the address has chosen. */
const isBegun = (values: Values): boolean =>
  (Object.keys(EMPTY) as Field[]).some(
    (field) => field !== 'application.jobAdId' && values[field].trim() !== '',
  );

export function Page() {
  const language = useLanguage();
  const { texts } = language;
  const show = useMessages();
  const queryClient = useQueryClient();
  const { jobAd } = useAddress(readNewCandidateSearch);
  const form = useCreation<Values>({
    name: 'candidate-new',
    initial: { ...EMPTY, 'application.jobAdId': jobAd === undefined ? '' : String(jobAd) },
    isBegun,
    create: (values, idempotencyKey) =>
      call(candidateCreateWithApplication, { body: toBody(values), idempotencyKey }),
    onCreated: ({ firstName, lastName }) => {
      show({ text: texts.newCandidate.created(nameOf({ firstName, lastName })) });
      void queryClient.invalidateQueries({ queryKey: ['candidates'] });
      void queryClient.invalidateQueries({ queryKey: ['applications'] });
    },
    pathOf: paths.candidate,
  });
  const fields = useFieldNames();
  useEnteredTexts(() => {
    const typed = fields
      .filter(({ property }) => !CHOSEN.includes(property))
      .map((field) => ({ ...field, kind: 'text' as const }));
    return enteredTexts({ fields: typed, entries: form.entries, initial: form.initial, ...language });
  }, form.loss);
  const faultOf = useFaultText(form.error, candidateCreateWithApplicationLimits);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.send();
  };
  return (
    <div className={classes.page}>
      <BackToList list={paths.candidates} text={texts.candidatePage.back} />
      <h1>{texts.screens.newCandidate}</h1>
      <form className={classes.form} onSubmit={submit} noValidate aria-label={texts.screens.newCandidate}>
        {form.restoredAtUtc !== undefined && (
          <Restored savedAtUtc={form.restoredAtUtc} discard={form.discard} />
        )}
        <FieldFaults error={form.error} fields={fields} idOf={idOf} />
        <Fields values={form.entries} set={form.enter} faultOf={faultOf}>
          <Duplicates values={form.entries} />
        </Fields>
        <FormProblem error={form.error} isNew />
        <Button type="submit" className={classes.save} loading={form.isPending}>
          {texts.newCandidate.save}
        </Button>
      </form>
    </div>
  );
}
