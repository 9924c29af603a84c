import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

const TYPING_MS = 300;

interface WordsFieldProps {
  label: string;
  hint: string;
  /** What the address says. */
  words: string | undefined;
  change: (words: string | undefined) => void;
}

/** The words that a list is searched for. They reach the address when somebody stops typing. */
export function WordsField({ label, hint, words = '', change }: WordsFieldProps) {
  const [typed, setTyped] = useState(words);
  const sent = useRef(words);
  const [settled] = useDebouncedValue(typed.trim(), TYPING_MS);
  const latest = useRef(change);
  latest.current = change;
  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    latest.current(settled === '' ? undefined : settled);
  }, [settled]);
  useEffect(() => {
    // The address has changed in another way.
    if (words !== sent.current) setTyped(words);
    sent.current = words;
  }, [words]);
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={hint}
      maxLength={255}
      value={typed}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
    />
  );
}

/** Whether one of the texts has all the words, in any order and case. */
export function hasWords(words: string | undefined, texts: readonly (string | null)[]): boolean {
  const text = texts.join(' ').toLocaleLowerCase();
  return (words ?? '')
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
