import { PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { type Fault, faultsOf, isStatus, isUnsure } from '../../../core/api/errors.ts';
import { readNow } from '../../../core/api/read-now.ts';
import { failureText } from '../../../core/forms/failure-text.ts';
import { toFaultText } from '../../../core/forms/faults.tsx';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { sessionQuery } from '../../../core/session/session.ts';
import { useSession } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import type { Texts } from '../../../core/texts/texts-de.ts';
import { Button } from '../../../core/ui/button.tsx';
import { sessionPutPassword } from '../../../generated/operations.ts';
import classes from './page.module.css';

const EMPTY = { currentPassword: '', newPassword: '' };
type Field = keyof typeof EMPTY;

/** What is wrong with each field, in the language of the user. */
function useFaultTexts(error: unknown): Partial<Record<Field, string>> {
  const language = useLanguage();
  const { texts } = language;
  const faults = faultsOf(error);
  const toText = (fault: Fault | undefined, notAllowed: string) => {
    if (fault === undefined) return undefined;
    if (fault.code === 'notAllowed') return notAllowed;
    return fault.code === 'length' ? texts.faults.passwordLength : toFaultText(fault, language);
  };
  return {
    currentPassword: toText(faults.get('currentPassword'), texts.faults.wrongPassword),
    newPassword: toText(faults.get('newPassword'), texts.faults.samePassword),
  };
}

function failureOf(error: unknown, texts: Texts): string {
  if (isUnsure(error)) return texts.profile.unsure;
  return isStatus(error, 429) ? texts.signIn.tooMany : failureText(error, texts);
}

export function PasswordForm() {
  const texts = useTexts();
  const show = useMessages();
  const { user } = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [values, setValues] = useState(EMPTY);
  const save = useSending({
    mutationFn: () => call(sessionPutPassword, { body: values }),
    onSuccess: async () => {
      setValues(EMPTY);
      show({ text: texts.profile.saved });
      // The password is changed, whatever becomes of this read.
      await readNow(queryClient, sessionQuery).then(
        () => router.invalidate(),
        () => {},
      );
    },
  });
  const faults = useFaultTexts(save.error);
  const hasNoField = save.isError && Object.values(faults).every((fault) => fault === undefined);
  const set = (name: Field) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setValues((before) => ({ ...before, [name]: value }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {/* A password manager needs to know whose password it keeps. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordInput
        label={texts.profile.current}
        autoComplete="current-password"
        value={values.currentPassword}
        onChange={set('currentPassword')}
        error={faults.currentPassword}
        visibilityToggleButtonProps={{ 'aria-label': texts.signIn.showPassword }}
      />
      <PasswordInput
        label={texts.profile.next}
        description={texts.profile.nextHelp}
        autoComplete="new-password"
        value={values.newPassword}
        onChange={set('newPassword')}
        error={faults.newPassword}
        visibilityToggleButtonProps={{ 'aria-label': texts.signIn.showPassword }}
      />
      {hasNoField && (
        <p role="alert" className={classes.failure}>
          {failureOf(save.error, texts)}
        </p>
      )}
      <Button type="submit" className={classes.button} loading={save.isPending}>
        {texts.profile.save}
      </Button>
    </form>
  );
}
