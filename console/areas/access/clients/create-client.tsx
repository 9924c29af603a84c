import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { faultsIn, isUnsure } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { keepDraft } from '../../../core/drafts/drafts.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { Restored } from '../../../core/forms/restored.tsx';
import { useKeptEntry } from '../../../core/forms/use-kept-entry.ts';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useShownFault } from '../../../core/forms/use-shown-fault.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { NotDone } from '../../../core/ui/confirm.tsx';
import { CopiedText } from '../../../core/ui/copied-text.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { Problem } from '../../../core/ui/form-problem.tsx';
import { SecretDialog } from '../../../core/ui/secret-dialog.tsx';
import { clientCreate } from '../../../generated/operations.ts';
import { type ClientEntry, ClientFields, isOfField } from './client-fields.tsx';
import { nameFaults } from './permission-faults.ts';
import { sorted } from './permissions.ts';

interface Credentials {
  name: string;
  clientId: string;
  clientSecret: string;
}

/** Creates an API client, and shows its secret once. */
export function CreateClient() {
  const { apiClients: words } = useTexts();
  const show = useMessages();
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<Credentials>();
  const button = useReturnedFocus(isOpen || created !== undefined);
  const creation = useCreation((credentials) => {
    setCreated(credentials);
    setOpen(false);
  });
  const { name = '', clientId = '', clientSecret } = created ?? {};
  const open = () => {
    creation.reset();
    setOpen(true);
  };
  return (
    <>
      <Button ref={button} onClick={open}>
        {words.add}
      </Button>
      <Dialog
        isOpen={isOpen}
        // The secret is in the response, and nobody would see it.
        close={creation.isPending ? undefined : () => setOpen(false)}
        title={words.create.title}
        isWide
      >
        <CreateForm creation={creation} close={() => setOpen(false)} />
      </Dialog>
      <SecretDialog
        title={words.create.secretTitle(name)}
        secret={clientSecret}
        isExpected={creation.isPending}
        label={words.credentials.secret}
        close={() => {
          setCreated(undefined);
          show({ text: words.create.done(name) });
        }}
      >
        <p>{words.credentials.forTokens}</p>
        <CopiedText label={words.id} text={clientId} />
      </SecretDialog>
    </>
  );
}

/** The name of the draft. */
const DRAFT = 'api-client-new';
const NO_ENTRY: ClientEntry = { name: '', permissions: [] };

function useCreation(onCreated: (credentials: Credentials) => void) {
  const queryClient = useQueryClient();
  return useSending({
    // The secret does not stay in the cache of mutations.
    mutationFn: async ({ name, permissions }: ClientEntry) => {
      const credentials = await nameFaults(
        permissions,
        call(clientCreate, { body: { name, permissions: [...permissions] } }),
      );
      keepDraft(DRAFT, undefined);
      onCreated({ name, ...credentials });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queries.apiClients().queryKey }),
  });
}

interface CreateFormProps {
  creation: ReturnType<typeof useCreation>;
  close: () => void;
}

function CreateForm({ creation, close }: CreateFormProps) {
  const { forms, apiClients: words } = useTexts();
  const { entry, enter, discard, restoredAtUtc } = useKeptEntry(DRAFT, NO_ENTRY);
  const form = useShownFault(creation.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (creation.isPending) return;
    const sent = { name: entry.name.trim(), permissions: sorted(entry.permissions) };
    enter(sent);
    creation.mutate(sent);
  };
  const faults = faultsIn(creation.error);
  const cancel = () => {
    discard();
    close();
  };
  return (
    <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
      {restoredAtUtc !== undefined && <Restored savedAtUtc={restoredAtUtc} discard={discard} />}
      <ClientFields entry={entry} enter={enter} faults={faults} />
      {isUnsure(creation.error) ? (
        <Problem text={words.create.unsure} />
      ) : (
        !faults.some(isOfField) && <NotDone error={creation.error} />
      )}
      <div className={formClasses.actions}>
        <Button type="submit" loading={creation.isPending}>
          {words.create.submit}
        </Button>
        <Button variant="default" disabled={creation.isPending} onClick={cancel}>
          {forms.cancel}
        </Button>
      </div>
    </form>
  );
}
