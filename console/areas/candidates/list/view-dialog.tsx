import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call, read } from '../../../core/api/call.ts';
import { ChangedMeanwhileError, changeSeen } from '../../../core/api/change-seen.ts';
import { faultsOf, isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import type { SavedView } from '../../../core/api/records.ts';
import { failureText } from '../../../core/forms/failure-text.ts';
import { useFaultText } from '../../../core/forms/faults.tsx';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import classes from '../../../core/list/list.module.css';
import { type CandidateSearch, paths } from '../../../core/paths.ts';
import { useOwnBranches } from '../../../core/session/use-own-branches.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { savedViewCreateLimits } from '../../../generated/limits.ts';
import { savedViewChange, savedViewCreate, savedViewGet } from '../../../generated/operations.ts';
import { toView } from './search.ts';
import { toAddress } from './view-address.ts';

interface ViewDialogProps {
  /** The view that gets another name. Undefined for a new one. */
  view: SavedView | undefined;
  search: CandidateSearch;
  close: () => void;
}

export function ViewDialog({ view, search, close }: ViewDialogProps) {
  const texts = useTexts();
  const [name, setName] = useState(view?.name ?? '');
  const [branch, setBranch] = useState(String(view?.branchId ?? ''));
  const branches = useShareableBranches(view);
  const save = useSave(view, search, close);
  const conflict = save.error instanceof ChangedMeanwhileError ? (save.error.stored as SavedView) : undefined;
  const faults = faultsOf(save.error);
  const faultOf = useFaultText(save.error, savedViewCreateLimits);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name: name.trim(), branchId: branch === '' ? null : Number(branch) });
  };
  const isNameTaken = faults.get('name')?.code === 'duplicate';
  const nameError = isNameTaken ? texts.views.duplicate : faultOf('name');
  const nameOfBranch = (branchId: number | null) =>
    branches.find(({ id }) => id === branchId)?.name ?? texts.views.onlyMe;
  const failure = () => {
    if (!save.isError || faults.size > 0) return undefined;
    if (conflict !== undefined)
      return texts.views.renamedMeanwhile(conflict.name, nameOfBranch(conflict.branchId));
    if (view !== undefined && isStatus(save.error, 404)) return texts.views.gone(view.name);
    return failureText(save.error, texts);
  };
  return (
    <Dialog isOpen close={close} title={view === undefined ? texts.views.saveTitle : texts.views.renameTitle}>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label={texts.views.name}
          data-autofocus
          autoComplete="off"
          value={name}
          error={nameError ?? failure()}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <NativeSelect
          label={texts.views.sharing}
          value={branch}
          error={faults.has('branchId') ? texts.views.foreignBranch : undefined}
          onChange={({ currentTarget }) => setBranch(currentTarget.value)}
          data={[
            { value: '', label: texts.views.onlyMe },
            ...branches.map(({ id, name: label }) => ({ value: String(id), label })),
          ]}
        />
        <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
          {texts.views.submit}
        </Button>
      </form>
    </Dialog>
  );
}

/** Branch managers and admins share with every branch, others with their own. */
function useShareableBranches(view: SavedView | undefined) {
  const may = useMay();
  const { data: own } = useOwnBranches();
  const branches = useQuery(queries.branches()).data?.branches ?? [];
  if (may('branches:write')) return branches;
  return branches.filter(({ id }) => own?.includes(id) === true || id === view?.branchId);
}

interface Saved {
  name: string;
  branchId: number | null;
}

function useSave(view: SavedView | undefined, search: CandidateSearch, close: () => void) {
  const texts = useTexts();
  const show = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  /** What the user has seen of the view. After a conflict, saving again replaces what the colleague has saved. */
  const [seen, setSeen] = useState(view);
  const create = async ({ name, branchId }: Saved) => {
    const filter = { ...toView(search) };
    const { id } = await call(savedViewCreate, { body: { name, screen: 'candidates', filter, branchId } });
    return id;
  };
  const rename = async ({ id: savedViewId, ...before }: SavedView, { name, branchId }: Saved) => {
    await changeSeen({
      read: () => read(savedViewGet, { path: { savedViewId } }),
      isAsSeen: (stored) => stored.name === before.name && stored.branchId === before.branchId,
      change: (ifMatch) =>
        call(savedViewChange, { path: { savedViewId }, body: { name, branchId }, ifMatch }),
    });
    return savedViewId;
  };
  return useSending({
    mutationFn: (saved: Saved) => (seen === undefined ? create(saved) : rename(seen, saved)),
    onSuccess: async (id, { name }) => {
      const { queryKey } = queries.candidateViews();
      await queryClient.invalidateQueries({ queryKey });
      const address = toAddress({ ...search, view: id }, queryClient.getQueryData(queryKey));
      await navigate({ to: paths.candidates, search: address, replace: true });
      close();
      show({ text: texts.views.saved(name) });
    },
    onError: (error) => {
      if (error instanceof ChangedMeanwhileError) setSeen(error.stored as SavedView);
    },
  });
}
