import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../core/api/call.ts';
import { faultsIn } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import { useChange } from '../../../core/frame/use-change.ts';
import type { EditableList } from '../../../core/paths.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { listEntryChange } from '../../../generated/operations.ts';
import type { SchemaListEntryChangeDto } from '../../../generated/types.ts';
import { type Entry, findEntry, nameIn } from './entries.ts';

/** How an entry is read and renamed. */
export function useEntrySource(list: EditableList, entryId: number) {
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      async read() {
        const entries = await readNow(queryClient, queries.listEntries(list));
        return findEntry(entries, entryId);
      },
      async save(body: SchemaListEntryChangeDto, ifMatch: string) {
        await call(listEntryChange, { path: { list, entryId }, body, ifMatch });
        // Records of every kind show the name. They are read again when a page shows them.
        void queryClient.invalidateQueries({ refetchType: 'none' });
      },
    }),
    [queryClient, list, entryId],
  );
}

/** Returns the function that retires an entry, or brings it back. */
export function useRetire(list: EditableList) {
  const { language } = useLanguage();
  const { lists } = useTexts();
  const change = useChange([['masterdata', list]]);
  const put = (entryId: number, isExpired: boolean) =>
    call(listEntryChange, { path: { list, entryId }, body: { isExpired } });
  const retire = (entry: Entry) => {
    const { id, isExpired } = entry;
    const name = nameIn(language, entry);
    const [done, undone] = [lists.retiredNow(name), lists.back(name)];
    change.mutate({
      run: () => put(id, !isExpired),
      undo: () => put(id, isExpired),
      ...(isExpired ? { done: undone, undone: done } : { done, undone }),
      failed: (error) =>
        faultsIn(error).some(({ property }) => property === 'isExpired') ? lists.last(name) : undefined,
    });
  };
  return { retire, isPending: change.isPending };
}
