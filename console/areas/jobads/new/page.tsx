import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { useIdempotencyKey } from '../../../core/api/idempotency-key.ts';
import { useOnce } from '../../../core/api/use-once.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { useFaultText } from '../../../core/ui/fault-text.ts';
import { FormProblem } from '../../../core/ui/form-problem.tsx';
import { useLeaveGuard } from '../../../core/ui/use-leave-guard.ts';
import { jobAdCreate } from '../../../generated/operations.ts';
import classes from '../ad/page.module.css';
import { Fields } from '../form/fields.tsx';
import { Preview } from '../form/preview.tsx';
import { changedFields, EMPTY, FIELDS, toNewBody, type Values } from '../form/values.ts';

export function Page() {
  const texts = useTexts();
  const [values, setValues] = useState(EMPTY);
  const create = useCreate();
  // Once it is created, there is nothing more to send.
  const send = useOnce<Values>((input, end) => create.mutate(toNewBody(input), { onError: end }));
  const faultOf = useFaultText(create.error);
  useLeaveGuard(!create.isSuccess && changedFields(EMPTY, values).length > 0, texts.jobAds.leave);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(values);
  };
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Link to={paths.jobAds}>← {texts.jobAds.back}</Link>
        <h1>{texts.screens.newJobAd}</h1>
      </header>
      <div className={classes.columns}>
        <form className={classes.form} onSubmit={submit} noValidate aria-label={texts.screens.newJobAd}>
          <Fields
            values={values}
            set={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
            faultOf={faultOf}
          />
          <FormProblem error={create.error} fields={FIELDS} isNew />
          <div className={classes.buttons}>
            <Button type="submit" loading={create.isPending}>
              {texts.jobAds.saveNew}
            </Button>
          </div>
        </form>
        <div className={classes.beside}>
          <Preview values={values} />
        </div>
      </div>
    </div>
  );
}

/** Creates the job ad once, and opens it. */
function useCreate() {
  const texts = useTexts();
  const show = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const create = useMutation({
    mutationFn: (body: ReturnType<typeof toNewBody>) => call(jobAdCreate, { body, idempotencyKey }),
    onSuccess: (_, { title }) => {
      show({ text: texts.jobAds.created(title) });
      void queryClient.invalidateQueries({ queryKey: ['jobAds'] });
    },
  });
  const id = create.data?.id;
  useEffect(() => {
    // After the form no longer asks before it is left.
    if (id !== undefined) void navigate({ to: paths.jobAd(id), replace: true });
  }, [id, navigate]);
  return create;
}
