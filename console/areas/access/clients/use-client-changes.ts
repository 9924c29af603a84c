import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { ChangedMeanwhileError } from '../../../core/api/change-seen.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import type { ApiClient } from '../../../core/api/records.ts';
import { keepDraft } from '../../../core/drafts/drafts.ts';
import { useChange } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { clientChange } from '../../../generated/operations.ts';
import type { ClientEntry } from './client-fields.tsx';
import { nameFaults } from './permission-faults.ts';
import { sorted } from './permissions.ts';

const CLIENTS = [queries.apiClients().queryKey, queries.tokenUsage().queryKey];

/** Disables a client, or enables it. The message about it does the opposite. */
export function useDisabling({ clientId, name, disabledAtUtc }: ApiClient) {
  const { access: words } = useTexts().apiClients;
  const change = useChange(CLIENTS);
  const wasDisabled = disabledAtUtc !== null;
  const set = (isDisabled: boolean) => call(clientChange, { path: { clientId }, body: { isDisabled } });
  return {
    isPending: change.isPending,
    run: () =>
      change.mutate({
        run: () => set(!wasDisabled),
        done: wasDisabled ? words.wasEnabled(name) : words.wasDisabled(name),
        undo: () => set(wasDisabled),
        undone: wasDisabled ? words.disabledAgain(name) : words.enabledAgain(name),
      }),
  };
}

/** The name of the draft of a change. */
export const draftOf = (clientId: string): string => `api-client-${clientId}`;

/** Changes name and permissions of a client. */
export function useClientChange({ clientId }: ApiClient) {
  const { apiClients: words } = useTexts();
  const queryClient = useQueryClient();
  const change = useChange(CLIENTS);
  const readStored = async (): Promise<ClientEntry | undefined> => {
    const clients = await readNow(queryClient, queries.apiClients());
    return clients.find((client) => client.clientId === clientId);
  };
  /**
   * The operation replaces the whole list. What a colleague has changed since stays, so only the difference is applied. Throws a
   * ChangedMeanwhileError if it is the name. The operation compares no tag, so what changes between the read and the call is replaced.
   */
  const apply = async (before: ClientEntry, after: ClientEntry) => {
    const stored = (await readStored()) ?? before;
    const isRenamed = stored.name !== before.name && stored.name !== after.name;
    if (before.name !== after.name && isRenamed) throw new ChangedMeanwhileError(stored);
    const removed = before.permissions.filter((name) => !after.permissions.includes(name));
    const added = after.permissions.filter((name) => !before.permissions.includes(name));
    const permissions = sorted([...stored.permissions, ...added]).filter((name) => !removed.includes(name));
    const sending = call(clientChange, {
      path: { clientId },
      body: {
        ...(before.name === after.name ? {} : { name: after.name }),
        ...(removed.length + added.length === 0 ? {} : { permissions }),
      },
    });
    await nameFaults(permissions, sending);
  };
  return {
    change,
    /** `before` has the name that the user has decided to change. */
    save(before: ClientEntry, after: ClientEntry, onSaved: () => void) {
      change.mutate(
        {
          async run() {
            await apply(before, after);
            // The page can have been left meanwhile.
            keepDraft(draftOf(clientId), undefined);
          },
          done: words.changed(after.name),
          undo: () => apply(after, before),
          undone: words.changedBack(before.name),
          isQuiet: true,
        },
        { onSuccess: onSaved },
      );
    },
  };
}
