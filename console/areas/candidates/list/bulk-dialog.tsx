import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { NamedValue } from '../../../core/api/queries-candidates.ts';
import { type CandidateHit, nameOf } from '../../../core/api/records.ts';
import classes from '../../../core/list/list.module.css';
import { useMay } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import type { Texts } from '../../../core/texts/texts-de.ts';
import { Button } from '../../../core/ui/button.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { isDecision, STATUS } from '../status-undo.ts';
import { addKeyword, type BulkAction, setBranch, setResponsible, setStatus } from './bulk-actions.ts';
import { namesOf } from './use-bulk.ts';

export type BulkKind = 'status' | 'responsible' | 'branch' | 'keyword';

interface BulkDialogProps {
  kind: BulkKind;
  candidates: readonly CandidateHit[];
  close: () => void;
  run: (action: BulkAction) => void;
}

const LABELS = {
  status: 'newStatus',
  responsible: 'newResponsible',
  branch: 'newBranch',
  keyword: 'newKeyword',
} as const;

/** Asks for the new value. The button says how many candidates it changes. */
export function BulkDialog({ kind, candidates, close, run }: BulkDialogProps) {
  const texts = useTexts();
  const language = useLanguage();
  const { formats } = language;
  const may = useMay();
  const values = useValues(kind);
  const [value, setValue] = useState('');
  const mayMove = may('applications:write');
  const entry = values.find(({ id }) => String(id) === value);
  const action = kind === 'keyword' ? keywordAction(value) : entry && actionOf(kind, entry, mayMove);
  const final = action?.canUndo === true ? candidates.filter((each) => action.isFinalFor?.(each)) : [];
  const isArchiving = kind === 'status' && entry?.id === STATUS.archived;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (action !== undefined) run(action);
  };
  const change = ({ currentTarget }: { currentTarget: { value: string } }) => setValue(currentTarget.value);
  return (
    <Dialog isOpen close={close} title={texts.bulk[kind]}>
      <form className={classes.form} onSubmit={submit}>
        {kind === 'keyword' ? (
          <TextInput
            label={texts.bulk[LABELS[kind]]}
            data-autofocus
            autoComplete="off"
            value={value}
            onChange={change}
          />
        ) : (
          <NativeSelect
            label={texts.bulk[LABELS[kind]]}
            data-autofocus
            value={value}
            onChange={change}
            data={[
              { value: '', label: texts.bulk.choose },
              ...values.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
        {kind === 'status' && entry !== undefined && action?.canUndo === false && (
          <p role="alert" className={classes.warning}>
            {warningOf(entry.id, texts)}
          </p>
        )}
        {final.length > 0 && (
          <p role="alert" className={classes.warning}>
            {texts.bulk.finalFor(namesOf(final, language))}
          </p>
        )}
        <Button type="submit" disabled={action === undefined}>
          {candidates.length === 1
            ? texts.bulk[isArchiving ? 'archiveOne' : 'applyOne'](nameOf(candidates[0]!))
            : texts.bulk[isArchiving ? 'archive' : 'apply'](formats.number(candidates.length))}
        </Button>
      </form>
    </Dialog>
  );
}

function useValues(kind: BulkKind): readonly NamedValue[] {
  const { language } = useLanguage();
  const statuses = useQuery({ ...queries.candidateStatuses(language), enabled: kind === 'status' });
  const users = useQuery({ ...queries.responsibleNames(), enabled: kind === 'responsible' });
  const branches = useQuery({ ...queries.branches(), enabled: kind === 'branch' });
  if (kind === 'status') return statuses.data ?? [];
  if (kind === 'responsible') return users.data ?? [];
  return kind === 'branch' ? (branches.data?.branches ?? []).filter(({ isActive }) => isActive) : [];
}

function keywordAction(value: string): BulkAction | undefined {
  return value.trim() === '' ? undefined : addKeyword(value.trim());
}

function actionOf(
  kind: Exclude<BulkKind, 'keyword'>,
  { id, name }: NamedValue,
  mayMove: boolean,
): BulkAction {
  if (kind === 'status') return setStatus(id, mayMove);
  return kind === 'responsible' ? setResponsible(id, name) : setBranch(id, name);
}

function warningOf(statusId: number, { bulk }: Texts): string {
  if (statusId === STATUS.archived) return bulk.final;
  return isDecision(statusId) ? '' : bulk.notUndoable;
}
