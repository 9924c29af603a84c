import { useRef, useState } from 'react';
import { findDraft, keepDraft } from '../drafts/drafts.ts';
import { useChangedForm } from './changed-forms.ts';

/**
 * What is entered in a dialog that has more than texts. It begins with the draft that it finds, and keeps one until it is discarded, also
 * when the dialog is closed. `name` is that of the draft.
 */
export function useKeptEntry<Entry extends object>(name: string, initial: Entry) {
  const [restored, setRestored] = useState(() => findKept(name, initial));
  const [entry, setEntry] = useState(restored?.entry ?? initial);
  // Two fields can change before the dialog is drawn again.
  const latest = useRef(entry);
  const isChanged = (now: Entry) => JSON.stringify(now) !== JSON.stringify(initial);
  const enter = (change: Partial<Entry> | ((now: Entry) => Partial<Entry>)) => {
    const next = { ...latest.current, ...(typeof change === 'function' ? change(latest.current) : change) };
    latest.current = next;
    setEntry(next);
    keepDraft(name, isChanged(next) ? next : undefined);
  };
  const discard = () => {
    setRestored(undefined);
    enter(initial);
  };
  useChangedForm(isChanged(entry), discard);
  return { entry, enter, discard, restoredAtUtc: restored?.savedAtUtc };
}

/** The draft, if it has what the entry has. */
function findKept<Entry extends object>(name: string, initial: Entry) {
  const draft = findDraft(name);
  const value = draft?.value as Record<string, unknown> | undefined;
  if (draft === undefined || typeof value !== 'object' || value === null) return undefined;
  const isEntry = Object.entries(initial).every(
    ([key, one]) => typeof value[key] === typeof one && Array.isArray(value[key]) === Array.isArray(one),
  );
  return isEntry ? { entry: value as Entry, savedAtUtc: draft.savedAtUtc } : undefined;
}
