import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { findDraft, keepDraft } from '../drafts/drafts.ts';
import { useFormats } from '../texts/language.tsx';
import { useChangedForm } from './changed-forms.ts';
import { checkEntries } from './check-entries.ts';
import { inLanguage } from './entry-language.ts';
import { changesOf, type Entries, type Field, toBody } from './fields.ts';
import { useIsOpen } from './open-forms.ts';
import { typedSince } from './typed-since.ts';
import { useSending } from './use-sending.ts';

export interface AdditionOptions<Added> {
  /** Of the draft. Names the record and the list, such as candidate-7-new-job. */
  name: string;
  fields: readonly Field[];
  /** What the inputs contain at first. Empty without it. */
  initial?: Entries;
  add(body: Record<string, unknown>, idempotencyKey: string): Promise<Added>;
  /** Makes the page show the entry. */
  onAdded(added: Added, body: Record<string, unknown>): Promise<unknown>;
}

export type Addition = ReturnType<typeof useAddition<unknown>>;

interface Begun {
  entries: Entries;
  /** In which the numbers of the entries are written. */
  language?: string;
  /** Stays the same until the entry is added, so that another try adds no second one. */
  idempotencyKey: string;
}

/**
 * A form that adds an entry to a record. It begins with the draft that it finds, and keeps one together with the idempotency key
 * while it contains anything.
 */
export function useAddition<Added>(options: AdditionOptions<Added>) {
  const { name, fields, initial = {}, add, onAdded } = options;
  const formats = useFormats();
  const [restored, setRestored] = useState(() => findBegun(name));
  const [begun, setForm] = useState(restored?.begun);
  const form = begun && inLanguage(begun, fields, formats);
  if (form !== begun) setForm(form);
  useIsOpen(name, form !== undefined);
  // Two fields can change before the page is drawn again.
  const latest = useRef(form);
  latest.current = form;
  const bodyOf = (entries: Entries) => {
    const values = changesOf({}, entries, fields, formats);
    checkEntries(values, fields);
    return toBody(values);
  };
  const hasEntries = ({ entries }: Begun) =>
    fields.some(({ property }) => (entries[property] ?? '').trim() !== (initial[property] ?? ''));
  const commit = (next: Begun | undefined) => {
    latest.current = next;
    setForm(next);
    keepDraft(name, next !== undefined && hasEntries(next) ? next : undefined);
    if (next === undefined) setRestored(undefined);
  };
  /** Removes what was added. What was entered meanwhile stays in the form, as another entry. */
  const remove = (sent: Begun) => {
    const now = latest.current;
    // The form was closed meanwhile, and perhaps opened again.
    if (now?.idempotencyKey !== sent.idempotencyKey) return;
    const before = inLanguage(sent, fields, formats).entries;
    const entries = entriesSince(before, now.entries, fields, initial);
    const next = { entries, language: now.language, idempotencyKey: newIdempotencyKey() };
    setRestored(undefined);
    commit(hasEntries(next) ? next : undefined);
  };
  const sending = useSending({
    mutationFn: async () => {
      const sent = latest.current!;
      const body = bodyOf(sent.entries);
      return { added: await add(body, sent.idempotencyKey), body, sent };
    },
    onSuccess: async ({ added, body, sent }) => {
      await onAdded(added, body);
      remove(sent);
    },
  });
  const close = () => {
    sending.reset();
    commit(undefined);
  };
  useChangedForm(form !== undefined && hasEntries(form), close);
  return {
    name,
    fields,
    form,
    initial,
    sending,
    restoredAtUtc: restored?.savedAtUtc,
    open: () => commit({ entries: initial, language: formats.language, idempotencyKey: newIdempotencyKey() }),
    enter(property: string, entry: string) {
      const { current } = latest;
      if (current !== undefined) commit({ ...current, entries: { ...current.entries, [property]: entry } });
    },
    submit: () => sending.mutate(),
    close,
  };
}

/** The entries that were changed after the others were sent. A long text that was continued keeps what is new. */
function entriesSince(sent: Entries, now: Entries, fields: readonly Field[], initial: Entries): Entries {
  const rest = fields.flatMap(({ property, kind }) => {
    const [before = '', after = ''] = [sent[property], now[property]];
    if (after === before) return [];
    return [[property, kind === 'longText' ? typedSince(before, after) : after] as const];
  });
  return { ...initial, ...Object.fromEntries(rest) };
}

function findBegun(name: string): { begun: Begun; savedAtUtc: string } | undefined {
  const draft = findDraft(name);
  const begun = draft?.value as Partial<Begun> | undefined;
  if (draft === undefined || begun?.entries === undefined || typeof begun.idempotencyKey !== 'string')
    return undefined;
  return { begun: begun as Begun, savedAtUtc: draft.savedAtUtc };
}
