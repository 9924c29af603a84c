import { TextInput } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';

const TYPING_MS = 250;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  className?: string | undefined;
  /** What the address says. */
  text: string | undefined;
  change: (text: string | undefined) => void;
  /** For a key that leads to the field. */
  field?: RefObject<HTMLInputElement | null>;
}

/** The words that a list is searched for. They reach the address when somebody stops typing. */
export function SearchField({ label, placeholder, className, text = '', change, field }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  useEffect(() => {
    // The address was changed by something else, such as a view.
    if (text !== sent.current) setTyped(text);
    sent.current = text;
  }, [text]);
  const send = (next: string) => {
    if (next.trim() === sent.current) return;
    sent.current = next.trim();
    change(next.trim() === '' ? undefined : next.trim());
  };
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      ref={field}
      type="search"
      className={className}
      label={label}
      maxLength={200}
      autoComplete="off"
      placeholder={placeholder}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter') return;
        send(typed);
        // The keys of the list work from here on.
        currentTarget.blur();
      }}
    />
  );
}
