import { useId } from 'react';
import classes from './palette.module.css';

export interface Entry {
  key: string;
  text: string;
  /** What tells records with the same name apart, or where a screen belongs. */
  detail?: string | undefined;
  run(): unknown;
}

interface EntryGroup {
  title: string;
  entries: Entry[];
}

interface PaletteListProps {
  id: string;
  label: string;
  groups: readonly EntryGroup[];
  active: number;
  setActive: (index: number) => void;
  run: (entry: Entry) => void;
}

/** The entries by group. They are numbered across the groups, as the arrow keys go through them. */
export function PaletteList({ id, label, groups, active, setActive, run }: PaletteListProps) {
  const titles = useId();
  const all = groups.flatMap(({ entries }) => entries);
  const indexes = new Map(all.map(({ key }, index) => [key, index]));
  return (
    <div className={classes.list} id={`${id}-list`} role="listbox" aria-label={label}>
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
        <div key={title} role="group" aria-labelledby={`${titles}-${title}`}>
          <div id={`${titles}-${title}`} className={classes.title} role="presentation">
            {title}
          </div>
          {entries.map((entry) => {
            const index = indexes.get(entry.key)!;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys work in the field, which keeps the focus.
              // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option.
              <div
                key={entry.key}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={classes.option}
                onPointerMove={() => setActive(index)}
                onClick={() => run(entry)}
              >
                <span className={classes.text}>{entry.text}</span>
                {entry.detail !== undefined && <span className={classes.detail}>{entry.detail}</span>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
