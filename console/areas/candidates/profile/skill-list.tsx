import { CloseButton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import formClasses from '../../../core/forms/forms.module.css';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import classes from './page.module.css';
import { useSkillChange } from './use-skill-change.ts';

interface Item {
  key: number;
  name: string;
  remove(): Promise<unknown>;
  /** Adds it again as it was. */
  restore(): Promise<unknown>;
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
  children: (change: (name: string, addition: Addition) => void, title: string) => ReactNode;
}

/** Entries with a button that removes each of them, and an input that adds one. */
export function SkillList({ candidateId, title, items, children }: SkillListProps) {
  const id = useId();
  const { candidatePage, candidate } = useTexts();
  const mayEdit = useMay()('candidates:write');
  const change = useSkillChange(candidateId);
  const removeItem = ({ name, remove, restore }: Item) =>
    change.mutate({
      done: candidatePage.removed(name),
      undone: candidatePage.added(name),
      run: remove,
      undo: restore,
    });
  const addItem = (name: string, { add, remove }: Addition) =>
    change.mutate({
      done: candidatePage.added(name),
      undone: candidatePage.removed(name),
      run: add,
      undo: remove,
    });
  return (
    <div className={classes.skill}>
      <h3 id={id}>{title}</h3>
      {items.length === 0 ? (
        <p className={formClasses.lead}>{candidate.notGiven}</p>
      ) : (
        <ul className={classes.chips} aria-labelledby={id}>
          {items.map((item) => (
            <li key={item.key}>
              {item.name}
              {mayEdit && (
                <CloseButton
                  size="sm"
                  aria-label={candidatePage.remove(item.name)}
                  disabled={change.isPending}
                  onClick={() => removeItem(item)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && children(addItem, title)}
    </div>
  );
}
