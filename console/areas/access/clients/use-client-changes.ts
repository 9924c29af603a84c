import { useRef } from 'react';
import { call, read } from '../../../core/api/call.ts';
import { changeSeen } from '../../../core/api/change-seen.ts';
import { isUnsure } from '../../../core/api/errors.ts';
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

interface SavedChange {
  /** What the user saw. It has the name that the user has decided to change. */
  before: ClientEntry;
  /** What was sent before without a response. */
  lost: readonly ClientEntry[];
  after: ClientEntry;
}

/** Changes name and permissions of a client. */
export function useClientChange({ clientId }: ApiClient) {
  const { apiClients: words } = useTexts();
  const change = useChange(CLIENTS);
  /** Returns what a client was before the changes that had no response. */
  const beforeLost = useRef((stored: ClientEntry) => stored);
  const forget = () => {
    beforeLost.current = (stored) => stored;
  };
  /** Returns what the client was. Throws a ChangedMeanwhileError if a colleague has changed the name. */
  const apply = (difference: Difference, onUnsure = (_stored: ClientEntry) => {}) =>
    changeSeen<ClientEntry>({
      read: () => read(clientGet, { path: { clientId } }),
      isAsSeen: (stored) => difference.isAsSeen(stored),
      async change(ifMatch, stored) {
        const next = difference.applyTo(stored);
        const body = difference.toBody(next);
        try {
          await nameFaults(next.permissions, call(clientChange, { path: { clientId }, body, ifMatch }));
        } catch (error) {
          if (isUnsure(error)) onUnsure(stored);
          throw error;
        }
      },
    });
  return {
    change,
    save({ before, lost, after }: SavedChange, callbacks: Parameters<typeof change.mutate>[1]) {
      const difference = new Difference([before, ...lost], after);
      const wasOf = beforeLost.current;
      const sent: Change = {
        async run() {
          const stored = await apply(difference, (unsure) => {
            const was = wasOf(unsure);
            beforeLost.current = (now) => difference.restore(now, was);
          });
          forget();
          // The page can have been left meanwhile.
          keepDraft(draftOf(clientId), undefined);
          const now = difference.applyTo(stored);
          const was = difference.restore(now, wasOf(stored));
          // A colleague can have made a part of it, which stays, or all.
          if (JSON.stringify(was) !== JSON.stringify(now))
            sent.undo = () => apply(new Difference([now], was));
        },
        done: words.changed(after.name),
        undone: words.changedBack(before.name),
        isQuiet: true,
      };
      change.mutate(sent, callbacks);
    },
    /** Another form knows nothing of the changes of this one: a colleague can have made the same ones since. */
    leave() {
      forget();
      change.reset();
    },
  };
}
