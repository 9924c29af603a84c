import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { nameOf } from '../../../core/api/records.ts';
import { discardChangedForms } from '../../../core/forms/changed-forms.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useMessages } from '../../../core/frame/messages.tsx';
import { paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { Reference } from '../../../core/ui/states.tsx';
import { candidateErase } from '../../../generated/operations.ts';
import classes from './page.module.css';
import { type Candidate, forgetDraftsOf } from './source.ts';

/** Erases the candidate. It cannot be undone, so the name has to be entered. */
export function Erase({ candidate }: { candidate: Candidate }) {
  const { candidatePage } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={formClasses.part} aria-labelledby="erase">
      <h2 id="erase">{candidatePage.parts.erase}</h2>
      <p className={formClasses.lead}>{candidatePage.eraseLead}</p>
      <div className={classes.actions}>
        <Button variant="default" className={classes.danger} onClick={() => setOpen(true)}>
          {candidatePage.erase}
        </Button>
      </div>
      <Dialog
        isOpen={isOpen}
        close={() => setOpen(false)}
        title={candidatePage.eraseTitle(nameOf(candidate))}
      >
        <Confirmation candidate={candidate} close={() => setOpen(false)} />
      </Dialog>
    </section>
  );
}

function Confirmation({ candidate, close }: { candidate: Candidate; close: () => void }) {
  const texts = useTexts();
  const name = nameOf(candidate);
  const [entered, setEntered] = useState('');
  const erase = useErase(candidate);
  const isConfirmed = entered.trim() === name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) erase.mutate();
  };
  return (
    <form className={formClasses.form} onSubmit={submit}>
      <p className={formClasses.lead}>{texts.candidatePage.eraseLead}</p>
      <TextInput
        label={texts.candidatePage.eraseName(name)}
        value={entered}
        onChange={(event) => setEntered(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      {erase.isError && (
        <div role="alert">
          {texts.states.notSaved}
          <Reference error={erase.error} />
        </div>
      )}
      <div className={classes.actions}>
        <Button type="submit" className={classes.dangerous} disabled={!isConfirmed} loading={erase.isPending}>
          {texts.candidatePage.eraseNow}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.forms.cancel}
        </Button>
      </div>
    </form>
  );
}

function useErase(candidate: Candidate) {
  const { candidatePage } = useTexts();
  const show = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { id: candidateId } = candidate;
  return useMutation({
    mutationFn: () => call(candidateErase, { path: { candidateId } }),
    onSuccess: async () => {
      discardChangedForms();
      forgetDraftsOf(candidateId);
      await navigate({ to: paths.applications });
      queryClient.removeQueries({ queryKey: ['candidates', candidateId] });
      queryClient.removeQueries(queries.candidatePicture(candidateId));
      show({ text: candidatePage.erased(nameOf(candidate)) });
    },
  });
}
