import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import classes from './find.module.css';

const MAXIMUM_OPTIONS = 50;

interface Entry {
  id: number | string;
  name: string;
}

interface FindProps<One extends Entry> {
  label: string;
  /** Below the field. */
  description?: string;
  /** Whether no more can be chosen. The field keeps the focus, and the description says why. */
  isFull?: boolean;
  entries: readonly One[];
  words: string;
  setWords: (words: string) => void;
  pick: (entry: One) => void;
}

/** A field that finds an entry of a list that is too long for a menu. */
export function Find<One extends Entry>(props: FindProps<One>) {
  const { label, description, isFull = false, entries, words, setWords, pick } = props;
  const texts = useTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const shown = isFull ? [] : entries.slice(0, MAXIMUM_OPTIONS);
  const choose = (entry: One | undefined) => {
    if (entry === undefined) return;
    pick(entry);
    setWords('');
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && shown.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((before) => (isOpen ? (before + step + shown.length) % shown.length : before));
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      choose(shown[active]);
    } else if (event.key === 'Escape') setOpen(false);
  };
  const open = (next: string) => {
    setWords(next);
    setActive(0);
    setOpen(true);
  };
  return (
    <div className={classes.find}>
      <TextInput
        label={label}
        description={description}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        readOnly={isFull}
        role="combobox"
        aria-expanded={isOpen && shown.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && shown.length > 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={texts.candidates.find}
        value={words}
        onChange={({ currentTarget }) => open(currentTarget.value)}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div className={classes.popup}>
          <div id={`${id}-list`} role="listbox" aria-label={label} hidden={shown.length === 0}>
            {shown.map((entry, index) => (
              <Option
                key={entry.id}
                id={`${id}-${index}`}
                name={entry.name}
                isActive={index === active}
                choose={() => choose(entry)}
                onKeyDown={onKeyDown}
              />
            ))}
          </div>
          {shown.length === 0 && words.trim() !== '' && (
            <p className={classes.nothing}>{texts.candidates.nothingFound}</p>
          )}
        </div>
      )}
    </div>
  );
}

interface OptionProps {
  id: string;
  name: string;
  isActive: boolean;
  choose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Option({ id, name, isActive, choose, onKeyDown }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option.
    <div
      id={id}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={choose}
      onKeyDown={onKeyDown}
    >
      {name}
    </div>
  );
}
