import { PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import type { User } from '../../../core/api/records.ts';
import { useFaultText } from '../../../core/forms/faults.tsx';
import formClasses from '../../../core/forms/forms.module.css';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useShownFault } from '../../../core/forms/use-shown-fault.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { NotDone } from '../../../core/ui/confirm.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { platformUserPutPassword } from '../../../generated/operations.ts';
import { generatePassword } from './generate-password.ts';
import { useUserSource } from './use-user-source.ts';

/** Sets a password for somebody else, who cannot get a mail or needs it at once. */
export function SetPassword({ user }: { user: User }) {
  const { access: words } = useTexts().users;
  const [isOpen, setOpen] = useState(false);
  const button = useReturnedFocus(isOpen);
  const close = () => setOpen(false);
  return (
    <>
      {/* The dialog stays if a colleague deactivates the user: it can show the only copy of a password. */}
      {user.isActive && (
        <Button ref={button} variant="default" onClick={() => setOpen(true)}>
          {words.setPassword}
        </Button>
      )}
      <Dialog isOpen={isOpen} close={close} title={words.passwordTitle(user.userFullName ?? user.email)}>
        <PasswordForm user={user} close={close} />
      </Dialog>
    </>
  );
}

function PasswordForm({ user, close }: { user: User; close: () => void }) {
  const texts = useTexts();
  const { access: words } = texts.users;
  const show = useMessages();
  const { read } = useUserSource(user.id);
  // Only in the memory of the page: no draft, no cache.
  const [newPassword, setPassword] = useState('');
  const [isVisible, setVisible] = useState(false);
  const saving = useSending({
    mutationFn: () => call(platformUserPutPassword, { path: { userId: user.id }, body: { newPassword } }),
    onSuccess: async () => {
      close();
      show({ text: words.saved(user.userFullName ?? user.email) });
      await read().catch(() => {});
    },
  });
  const form = useShownFault(saving.error);
  const fault = useFaultText(saving.error)('newPassword');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  };
  const generate = () => {
    setPassword(generatePassword());
    setVisible(true);
  };
  return (
    <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
      <p className={formClasses.lead}>{words.passwordLead}</p>
      {/* A password manager needs to know whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordInput
        data-autofocus
        label={words.password}
        description={words.passwordHelp}
        autoComplete="new-password"
        value={newPassword}
        error={fault && texts.faults.passwordLength}
        visible={isVisible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': texts.signIn.showPassword }}
        onChange={({ currentTarget: { value } }) => setPassword(value)}
      />
      {fault === undefined && <NotDone error={saving.error} />}
      <div className={formClasses.actions}>
        <Button type="submit" loading={saving.isPending}>
          {words.save}
        </Button>
        <Button variant="default" onClick={generate}>
          {words.generate}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.forms.cancel}
        </Button>
      </div>
    </form>
  );
}
