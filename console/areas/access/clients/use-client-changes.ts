import { useRef } from 'react';
import { call, read } from '../../../core/api/call.ts';
import { changeSeen } from '../../../core/api/change-seen.ts';
import { UnreachableError } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import type { ApiClient } from '../../../core/api/records.ts';
import { keepDraft } from '../../../core/drafts/drafts.ts';
import { type Change, useChange } from '../../../core/frame/use-change.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { clientChange, clientGet } from '../../../generated/operations.ts';
import type { ClientEntry } from './client-fields.tsx';
import { Difference } from './difference.ts';
import { nameFaults } from './permission-faults.ts';

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
  /** What the client was before a change without a response, which can have been made, and what the form had of it. */
  const unsure = useRef<{ seen: string; was: ClientEntry }>(undefined);
  /** Returns what the client was before and is now. Throws a ChangedMeanwhileError if a colleague has changed the name. */
  const apply = async (before: ClientEntry, after: ClientEntry) => {
    const difference = new Difference(before, after);
    const seen = JSON.stringify(before);
    const stored = await changeSeen<ClientEntry>({
      read: () => read(clientGet, { path: { clientId } }),
      isAsSeen: ({ name }) => before.name === after.name || name === before.name || name === after.name,
      async change(ifMatch, current) {
        const next = difference.applyTo(current);
        const body = difference.toBody(next);
        try {
          await nameFaults(next.permissions, call(clientChange, { path: { clientId }, body, ifMatch }));
        } catch (error) {
          if (error instanceof UnreachableError && unsure.current?.seen !== seen)
            unsure.current = { seen, was: current };
          throw error;
        }
      },
    });
    const now = difference.applyTo(stored);
    const was = unsure.current?.seen === seen ? unsure.current.was : stored;
    unsure.current = undefined;
    return { before: difference.takeFrom(now, was), after: now };
  };
  return {
    change,
    /** `before` has the name that the user has decided to change. */
    save(before: ClientEntry, after: ClientEntry, onSaved: () => void) {
      const sent: Change = {
        async run() {
          const made = await apply(before, after);
          // The page can have been left meanwhile.
          keepDraft(draftOf(clientId), undefined);
          // A colleague can have made a part of it, which stays, or all.
          if (JSON.stringify(made.before) !== JSON.stringify(made.after))
            sent.undo = () => apply(made.after, made.before);
        },
        done: words.changed(after.name),
        undone: words.changedBack(before.name),
        isQuiet: true,
      };
      change.mutate(sent, { onSuccess: onSaved });
    },
  };
}
