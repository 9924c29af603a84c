import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { useAddress } from '../../../core/address.ts';
import { call } from '../../../core/api/call.ts';
import { useIdempotencyKey } from '../../../core/api/idempotency-key.ts';
import { nameOf } from '../../../core/api/records.ts';
import { useOnce } from '../../../core/api/use-once.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { useFaultText } from '../../../core/ui/fault-text.ts';
import { FormProblem } from '../../../core/ui/form-problem.tsx';
import { useLeaveGuard } from '../../../core/ui/use-leave-guard.ts';
import { candidateCreateWithApplication } from '../../../generated/operations.ts';
import { Duplicates } from './duplicates.tsx';
import { Fields } from './fields.tsx';
import classes from './page.module.css';
import { readNewCandidateSearch } from './search.ts';
import { EMPTY, FIELDS, type Field, toBody, type Values } from './values.ts';

export function Page() {
  const texts = useTexts();
  const { jobAd } = useAddress(readNewCandidateSearch);
  const [values, setValues] = useState<Values>(() => ({
    ...EMPTY,
    'application.jobAdId': jobAd === undefined ? '' : String(jobAd),
  }));
  const create = useCreate();
  // Once it is created, there is nothing more to send.
  const send = useOnce<Values>((input, end) => create.mutate(input, { onError: end }));
  const faultOf = useFaultText(create.error);
  const isBegun = (Object.keys(EMPTY) as Field[]).some(
    (field) => field !== 'application.jobAdId' && values[field].trim() !== '',
  );
  useLeaveGuard(isBegun && !create.isSuccess, texts.newCandidate.leave);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(values);
  };
  return (
    <div className={classes.page}>
      <h1>{texts.screens.newCandidate}</h1>
      <form className={classes.form} onSubmit={submit} noValidate aria-label={texts.screens.newCandidate}>
        <Fields
          values={values}
          set={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
          faultOf={faultOf}
        >
          <Duplicates values={values} />
        </Fields>
        <FormProblem error={create.error} fields={FIELDS} isNew />
        <Button type="submit" className={classes.save} loading={create.isPending}>
          {texts.newCandidate.save}
        </Button>
      </form>
    </div>
  );
}

/** Creates the candidate with its application once, and opens it. */
function useCreate() {
  const texts = useTexts();
  const show = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const create = useMutation({
    mutationFn: (values: Values) =>
      call(candidateCreateWithApplication, { body: toBody(values), idempotencyKey }),
    onSuccess: (_, { firstName, lastName }) => {
      show({ text: texts.newCandidate.created(nameOf({ firstName, lastName })) });
      void queryClient.invalidateQueries({ queryKey: ['candidates'] });
      void queryClient.invalidateQueries({ queryKey: ['applications'] });
    },
  });
  const id = create.data?.id;
  useEffect(() => {
    // After the form no longer asks before it is left.
    if (id !== undefined) void navigate({ to: paths.candidate(id), replace: true });
  }, [id, navigate]);
  return create;
}
