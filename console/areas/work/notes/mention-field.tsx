import { Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import classes from './mention-field.module.css';
import { findBegun, findOffered, type Mentionable } from './mentions.ts';

/** The users that a note can mention, besides its author. Nobody, if the role reads no users. */
export function useMentionable(): readonly Mentionable[] {
  const may = useMay();
  const { user } = useSession();
  const users = useQuery({ ...queries.responsibleUsers(), enabled: may('users:read') });
  return useMemo(
    () =>
      (users.data?.users ?? []).flatMap(({ id, userFullName: name }) =>
        name === null || id === user.id ? [] : [{ id, name }],
      ),
    [users.data, user.id],
  );
}

interface MentionFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  label: string;
  value: string;
  change: (text: string) => void;
  users: readonly Mentionable[];
  error: string | undefined;
}

/** A text in which @ offers users. The arrows choose, and Enter takes over. */
export function MentionField({ ref, label, value, change, users, error }: MentionFieldProps) {
  const texts = useTexts();
  const id = useId();
  const [cursor, setCursor] = useState(0);
  const [active, setActive] = useState(0);
  const [isClosed, setClosed] = useState(true);
  const cursorAfter = useRef<number>(undefined);
  // Before the next key arrives: a later frame would put the cursor before letters that were typed meanwhile.
  useLayoutEffect(() => {
    if (cursorAfter.current === undefined) return;
    ref.current?.focus();
    ref.current?.setSelectionRange(cursorAfter.current, cursorAfter.current);
    cursorAfter.current = undefined;
  });
  const begun = isClosed ? undefined : findBegun(value, cursor);
  const offered = begun === undefined ? [] : findOffered(users, begun.words);
  const isOpen = offered.length > 0;
  const chosen = Math.min(active, offered.length - 1);
  const take = (user: Mentionable | undefined) => {
    if (user === undefined || begun === undefined) return;
    const before = `${value.slice(0, begun.start)}@${user.name} `;
    change(before + value.slice(cursor));
    setClosed(true);
    cursorAfter.current = before.length;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((chosen + step + offered.length) % offered.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(offered[chosen]);
    else if (event.key === 'Escape') setClosed(true);
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.field}>
      <Textarea
        ref={ref}
        label={label}
        description={users.length > 0 ? texts.mentions.help : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        value={value}
        error={error}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${chosen}` : undefined}
        onChange={({ currentTarget }) => {
          setCursor(currentTarget.selectionStart);
          setClosed(false);
          setActive(0);
          change(currentTarget.value);
        }}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
        onBlur={() => setClosed(true)}
        onKeyDown={onKeyDown}
      />
      {isOpen && <Options id={id} users={offered} chosen={chosen} point={setActive} take={take} />}
    </div>
  );
}

interface OptionsProps {
  id: string;
  users: readonly Mentionable[];
  chosen: number;
  point: (index: number) => void;
  take: (user: Mentionable) => void;
}

function Options({ id, users, chosen, point, take }: OptionsProps) {
  const texts = useTexts();
  return (
    <div className={classes.list} id={`${id}-list`} role="listbox" aria-label={texts.mentions.list}>
      {users.map((user, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option.
        <div
          key={user.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className={classes.option}
          onPointerMove={() => point(index)}
          // Before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            take(user);
          }}
        >
          {user.name}
        </div>
      ))}
    </div>
  );
}
