import { call, read } from '../../../core/api/call.ts';
import { changeSeen } from '../../../core/api/change-seen.ts';
import { queries } from '../../../core/api/queries.ts';
import type { ApiClient } from '../../../core/api/records.ts';
import { keepDraft } from '../../../core/drafts/drafts.ts';
import { useChange } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { clientChange, clientGet } from '../../../generated/operations.ts';
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
  const change = useChange(CLIENTS);
  /**
   * The operation replaces the whole list. What a colleague has changed since stays, so only the difference is applied. Returns what the
   * client was before and is now. Throws a ChangedMeanwhileError if a colleague has changed the name.
   */
  const apply = async (before: ClientEntry, after: ClientEntry) => {
    const isRenaming = before.name !== after.name;
    const removed = before.permissions.filter((name) => !after.permissions.includes(name));
    const added = after.permissions.filter((name) => !before.permissions.includes(name));
    const permissionsAfter = (stored: ClientEntry) =>
      sorted([...stored.permissions, ...added]).filter((name) => !removed.includes(name));
    const stored = await changeSeen<ClientEntry>({
      read: () => read(clientGet, { path: { clientId } }),
      isAsSeen: ({ name }) => !isRenaming || name === before.name || name === after.name,
      change(ifMatch, current) {
        const permissions = permissionsAfter(current);
        const body = {
          ...(isRenaming ? { name: after.name } : {}),
          ...(removed.length + added.length === 0 ? {} : { permissions }),
        };
        return nameFaults(permissions, call(clientChange, { path: { clientId }, body, ifMatch }));
      },
    });
    return {
      before: stored,
      after: { name: isRenaming ? after.name : stored.name, permissions: permissionsAfter(stored) },
    };
  };
  return {
    change,
    /** `before` has the name that the user has decided to change. */
    save(before: ClientEntry, after: ClientEntry, onSaved: () => void) {
      let made = { before, after };
      change.mutate(
        {
          async run() {
            made = await apply(before, after);
            // The page can have been left meanwhile.
            keepDraft(draftOf(clientId), undefined);
          },
          done: words.changed(after.name),
          // A colleague can have made a part of it, which stays.
          undo: () => apply(made.after, made.before),
          undone: words.changedBack(before.name),
          isQuiet: true,
        },
        { onSuccess: onSaved },
      );
    },
  };
}
