import { useEffect } from 'react';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import { useForm } from '../../../core/forms/use-form.ts';
import type { EditableList } from '../../../core/paths.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { Notice } from '../../../core/ui/states.tsx';
import { listEntryChangeLimits } from '../../../generated/limits.ts';
import { useNameFields } from './add-entry.tsx';
import { type Entries, findEntry, nameIn } from './entries.ts';
import classes from './page.module.css';
import { useEntrySource } from './use-list-changes.ts';

interface RenameProps {
  list: EditableList;
  entries: Entries;
  entryId: number;
  close: () => void;
}

/** Renames an entry in both languages. */
export function RenameDialog({ isOpen, ...props }: RenameProps & { isOpen: boolean }) {
  const { lists } = useTexts();
  const { language } = useLanguage();
  const { record } = findEntry(props.entries, props.entryId);
  const name = nameIn(language, { nameDe: record.nameDe ?? '', nameEn: record.nameEn ?? '' });
  return (
    <Dialog isOpen={isOpen} close={props.close} title={lists.renameOf(name)}>
      {record.id === undefined ? <Notice title={lists.missing} /> : <RenameForm {...props} />}
    </Dialog>
  );
}

function RenameForm({ list, entries, entryId, close }: RenameProps) {
  const { lists } = useTexts();
  const form = useForm({
    name: `listEntry-${list}-${entryId}`,
    fields: useNameFields(listEntryChangeLimits),
    current: findEntry(entries, entryId),
    isOpen: true,
    ...useEntrySource(list, entryId),
    said: { saved: lists.renamed, undone: lists.renamedBack },
  });
  const isDone = form.form === undefined;
  useEffect(() => {
    if (isDone) close();
  }, [isDone, close]);
  return (
    <div className={classes.dialog}>
      <p className={classes.quiet}>{lists.renameLead}</p>
      {!isDone && <RecordForm form={form} title={lists.renameNow} />}
    </div>
  );
}
