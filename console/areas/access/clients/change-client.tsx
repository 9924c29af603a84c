import { type FormEvent, useState } from 'react';
import { ChangedMeanwhileError } from '../../../core/api/change-seen.ts';
import { faultsIn, isUnsure } from '../../../core/api/errors.ts';
import type { ApiClient } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { Restored } from '../../../core/forms/restored.tsx';
import { useKeptEntry } from '../../../core/forms/use-kept-entry.ts';
import { useShownFault } from '../../../core/forms/use-shown-fault.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { NotDone } from '../../../core/ui/confirm.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { Problem } from '../../../core/ui/form-problem.tsx';
import { type ClientEntry, ClientFields, isOfField } from './client-fields.tsx';
import { sorted } from './permissions.ts';
import { draftOf, useClientChange } from './use-client-changes.ts';

interface ChangeClientProps {
  client: ApiClient;
  isOpen: boolean;
  close: () => void;
}

/** Changes the name and the permissions of a client. */
export function ChangeClient({ client, isOpen, close }: ChangeClientProps) {
  const { apiClients: words } = useTexts();
  const changing = useClientChange(client);
  const { change } = changing;
  const leave = () => {
    changing.leave();
    close();
  };
  return (
    <Dialog
      isOpen={isOpen}
      // The form says why it failed, and nothing else does.
      close={change.isPending ? undefined : leave}
      title={words.editTitle(client.name)}
      isWide
    >
      <ChangeForm client={client} close={leave} changing={changing} />
    </Dialog>
  );
}

interface ChangeFormProps extends Omit<ChangeClientProps, 'isOpen'> {
  changing: ReturnType<typeof useClientChange>;
}

function ChangeForm({ client, close, changing }: ChangeFormProps) {
  const { forms, apiClients: words } = useTexts();
  // Changes of others do not reach the form, nor a draft of it.
  const [initial] = useState(() => {
    const before = { name: client.name, permissions: sorted(client.permissions) };
    // A draft of what was sent without a response is sent again, also if it is as before.
    return { before, now: before as ClientEntry, lost: [] as readonly ClientEntry[] };
  });
  const kept = useKeptEntry(draftOf(client.clientId), initial);
  const { before, now: entry, lost } = kept.entry;
  // Taken and given back, a permission is no change.
  const enter = ({ name, permissions }: ClientEntry) =>
    kept.enter({ now: { name, permissions: sorted(permissions) } });
  const { change, save } = changing;
  const { error } = change;
  const renamed = error instanceof ChangedMeanwhileError ? (error.stored as ApiClient) : undefined;
  const faults = faultsIn(error);
  const form = useShownFault(error);
  const addsReading = entry.permissions.some(
    (name) => name.endsWith(':read') && !before.permissions.includes(name),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const sent = { name: entry.name.trim(), permissions: sorted(entry.permissions) };
    enter(sent);
    const isSame =
      lost.length === 0 &&
      sent.name === before.name &&
      String(sent.permissions) === String(sorted(before.permissions));
    if (isSame) return cancel();
    save(
      { before: { ...before, name: renamed?.name ?? before.name }, lost, after: sent },
      {
        onSuccess: cancel,
        onError: (failure) => isUnsure(failure) && kept.enter({ lost: [...lost, sent] }),
      },
    );
  };
  const cancel = () => {
    kept.discard();
    close();
  };
  return (
    <form ref={form} className={formClasses.form} onSubmit={submit} noValidate>
      {kept.restoredAtUtc !== undefined && (
        <Restored savedAtUtc={kept.restoredAtUtc} discard={kept.discard} />
      )}
      <p className={formClasses.lead}>{words.effect}</p>
      <ClientFields entry={entry} had={before.permissions} enter={enter} faults={faults} />
      {addsReading && (
        <p role="status" className={formClasses.lead}>
          {words.knownSecret}
        </p>
      )}
      {renamed !== undefined && <Problem text={words.renamed(renamed.name)} />}
      {renamed === undefined && !faults.some(isOfField) && <NotDone error={error} />}
      <div className={formClasses.actions}>
        <Button type="submit" loading={change.isPending}>
          {forms.save}
        </Button>
        <Button variant="default" disabled={change.isPending} onClick={cancel}>
          {forms.cancel}
        </Button>
      </div>
    </form>
  );
}
