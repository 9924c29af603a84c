import { CloseButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import formClasses from '../../../core/forms/forms.module.css';
import { useKeptRows } from '../../../core/forms/open-forms.ts';
import { type FormOptions, useForm } from '../../../core/forms/use-form.ts';
import { useReturnedFocus } from '../../../core/forms/use-returned-focus.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { candidateAddKeywordLimits } from '../../../generated/limits.ts';
import classes from './page.module.css';
import partClasses from './parts.module.css';
import { useSkillChange } from './use-skill-change.ts';

interface Item {
  key: number;
  name: string;
  remove(): Promise<unknown>;
  /** Adds it again as it was. */
  restore(): Promise<unknown>;
  /** What can be changed about it. Without it, it is only added and removed. */
  form?: FormOptions;
}

interface Addition {
  add(): Promise<unknown>;
  remove(): Promise<unknown>;
}

interface SkillListProps {
  candidateId: number;
  title: string;
  items: readonly Item[];
  /** The input that adds an entry. */
  children: (change: (name: string, addition: Addition) => Promise<boolean>, title: string) => ReactNode;
}

/** Entries with a button that removes each of them, and an input that adds one. */
export function SkillList({ candidateId, title, items, children }: SkillListProps) {
  const id = useId();
  const { candidatePage, candidate } = useTexts();
  const mayEdit = useMay()('candidates:write');
  const shown = useKeptRows(items, ({ key, form }) => form?.name ?? String(key));
  // Only keywords are typed.
  const change = useSkillChange(candidateId, candidateAddKeywordLimits);
  const removeItem = ({ name, remove, restore }: Item) =>
    change.mutate({
      done: candidatePage.removed(name),
      undone: candidatePage.added(name),
      run: remove,
      undo: restore,
    });
  const addItem = (name: string, { add, remove }: Addition) =>
    change
      .mutateAsync({
        done: candidatePage.added(name),
        undone: candidatePage.removed(name),
        run: add,
        undo: remove,
      })
      .then(
        () => true,
        () => false,
      );
  return (
    <div className={classes.skill}>
      <h3 id={id}>{title}</h3>
      {shown.length === 0 ? (
        <p className={formClasses.lead}>{candidate.notGiven}</p>
      ) : (
        <ul className={classes.chips} aria-labelledby={id}>
          {shown.map(({ row: item, isGone }) => (
            <Entry
              key={item.key}
              item={item}
              isGone={isGone}
              isPending={change.isPending}
              remove={() => removeItem(item)}
            />
          ))}
        </ul>
      )}
      {mayEdit && children(addItem, title)}
    </div>
  );
}

interface EntryProps {
  item: Item;
  isGone: boolean;
  isPending: boolean;
  remove: () => void;
}

function Entry(props: EntryProps) {
  const mayEdit = useMay()('candidates:write');
  const { form, name } = props.item;
  if (!mayEdit) return <li>{name}</li>;
  if (form !== undefined) return <ChangeableEntry {...props} options={form} />;
  return (
    <li>
      {name}
      <RemoveButton {...props} />
    </li>
  );
}

function RemoveButton({ item, isPending, remove }: EntryProps) {
  const { candidatePage } = useTexts();
  return (
    <CloseButton
      size="sm"
      aria-label={candidatePage.remove(item.name)}
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && remove()}
    />
  );
}

/** The name opens the form. */
function ChangeableEntry({ options, ...props }: EntryProps & { options: FormOptions }) {
  const { editEntry } = useTexts().candidatePage;
  const { name } = props.item;
  const form = useForm({ ...options, isGone: props.isGone, title: name });
  const button = useReturnedFocus(form.form !== undefined);
  if (form.form !== undefined)
    return (
      <li className={partClasses.opened}>
        <RecordForm form={form} title={editEntry(name)} />
      </li>
    );
  return (
    <li>
      <button
        ref={button}
        type="button"
        className={partClasses.chip}
        aria-label={editEntry(name)}
        onClick={form.edit}
      >
        {name}
      </button>
      <RemoveButton {...props} />
    </li>
  );
}
