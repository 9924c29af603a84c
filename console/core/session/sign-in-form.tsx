import { Alert, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { sessionCreate } from '../../generated/operations.ts';
import { call } from '../api/call.ts';
import { faultsOf, isStatus } from '../api/errors.ts';
import { useSending } from '../forms/use-sending.ts';
import { useStartTexts } from '../texts/start-language.ts';
import { Button } from '../ui/button.tsx';
import { Reference } from '../ui/states.tsx';
import type { Session } from './session.ts';
import classes from './sign-in-form.module.css';
import { tellOtherTabs } from './tabs.ts';

/** The fields of a sign-in. After the session of a user has ended, nobody else can sign in with them. */
export function SignInForm({
  ended,
  onSignIn,
}: {
  ended?: Session;
  onSignIn: (session: Session) => unknown;
}) {
  const texts = useStartTexts();
  const [values, setValues] = useState({ email: ended?.user.email ?? '', password: '' });
  /** Those that what is entered is right for, if there are several. */
  const [tenants, setTenants] = useState<readonly string[]>([]);
  const [wasSent, setSent] = useState(false);
  const signIn = useSending<Session, string | undefined>({
    mutationFn: (tenant) =>
      call(sessionCreate, {
        body: {
          ...values,
          tenant,
          userKey: ended?.userKey,
        },
      }),
    onSuccess: (session) => {
      tellOtherTabs({ userKey: session.userKey, hasSignedIn: true });
      return onSignIn(session);
    },
    onError: (error) => {
      const choices = faultsOf(error).get('tenant')?.choices;
      if (choices !== undefined) setTenants(choices);
    },
  });
  const missing = (value: string) => (wasSent && value === '' ? texts.signIn.required : undefined);
  const set = (name: keyof typeof values) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setValues((before) => ({ ...before, [name]: value }));
    setTenants([]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (values.email !== '' && values.password !== '') signIn.mutate(undefined);
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {signIn.isError && !signIn.isPending && <SignInFailure error={signIn.error} />}
      <TextInput
        label={texts.signIn.email}
        type="email"
        autoComplete="username"
        readOnly={ended !== undefined}
        value={values.email}
        onChange={set('email')}
        error={missing(values.email)}
      />
      <PasswordInput
        label={texts.signIn.password}
        autoComplete="current-password"
        value={values.password}
        onChange={set('password')}
        error={missing(values.password)}
        visibilityToggleButtonProps={{ 'aria-label': texts.signIn.showPassword }}
      />
      {tenants.length > 0 ? (
        <Tenants
          tenants={tenants}
          chosen={signIn.isPending ? signIn.variables : undefined}
          onChoose={(tenant) => signIn.mutate(tenant)}
        />
      ) : (
        <Button type="submit" loading={signIn.isPending}>
          {texts.signIn.submit}
        </Button>
      )}
    </form>
  );
}

function Tenants({
  tenants,
  chosen,
  onChoose,
}: {
  tenants: readonly string[];
  chosen: string | undefined;
  onChoose: (tenant: string) => void;
}) {
  const texts = useStartTexts();
  const group = useRef<HTMLFieldSetElement>(null);
  // Not the first button: a second Enter in the password would choose it.
  useEffect(() => group.current?.focus(), []);
  return (
    <fieldset ref={group} className={classes.tenants} tabIndex={-1}>
      <legend>{texts.signIn.tenants}</legend>
      {tenants.map((tenant) => (
        <Button key={tenant} variant="default" loading={chosen === tenant} onClick={() => onChoose(tenant)}>
          {tenant}
        </Button>
      ))}
    </fieldset>
  );
}

function SignInFailure({ error }: { error: unknown }) {
  const texts = useStartTexts();
  // The choice explains it.
  if (faultsOf(error).has('tenant')) return null;
  // No user has a password, or an address, that the service rejects because of its length.
  if (isStatus(error, 401) || isStatus(error, 400)) return <Alert color="red">{texts.signIn.wrong}</Alert>;
  if (isStatus(error, 429)) return <Alert color="red">{texts.signIn.tooMany}</Alert>;
  return (
    <Alert color="red">
      {texts.states.unreachable}
      <Reference error={error} />
    </Alert>
  );
}
