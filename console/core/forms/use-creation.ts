import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { findDraft, keepDraft } from '../drafts/drafts.ts';
import { useFormats } from '../texts/language.tsx';
import { useChangedForm } from './changed-forms.ts';
import { inLanguage } from './entry-language.ts';
import type { Field } from './fields.ts';
import type { Loss } from './kept-texts.ts';
import { useSending } from './use-sending.ts';

/** What is in the fields of a form, by property. */
type Entries = Readonly<Record<string, string>>;

interface CreationOptions<Own extends Entries> {
  /** Of the draft. Names what the form creates, such as candidate-new. */
  name: string;
  initial: Own;
  /** The fields with numbers, which are written differently in each language. */
  numbers?: readonly Pick<Field, 'property' | 'kind'>[];
  /** Whether anything was entered that would be a loss. */
  isBegun(entries: Own): boolean;
  create(entries: Own, idempotencyKey: string): Promise<{ id: number }>;
  onCreated(entries: Own): void;
  /** The page of the new record, which opens afterwards. */
  pathOf(id: number): string;
}

interface Begun<Own extends Entries> {
  entries: Own;
  /** In which the numbers of the entries are written. */
  language?: string;
  /** Stays the same as long as the form is not sent successfully, so that another try creates no second record. */
  idempotencyKey: string;
}

/**
 * A form that creates a record once. It begins with the draft that it finds, and keeps one, together with the idempotency key: a
 * reload after a lost response sends the same key.
 */
export function useCreation<Own extends Entries>(options: CreationOptions<Own>) {
  const { name, initial, numbers = [], isBegun, create, onCreated, pathOf } = options;
  const formats = useFormats();
  const { language } = formats;
  const navigate = useNavigate();
  const [restored, setRestored] = useState(() => findBegun(name, initial));
  const [kept, setBegun] = useState<Begun<Own>>(
    () => restored?.begun ?? { entries: initial, language, idempotencyKey: newIdempotencyKey() },
  );
  const begun = inLanguage(kept, numbers, formats);
  if (begun !== kept) setBegun(begun);
  // Two fields can change before the page is drawn again.
  const latest = useRef(begun);
  latest.current = begun;
  // Once the record is created, there is nothing more to send, and a draft would create it again.
  const isCreated = useRef(false);
  const creation = useSending({
    mutationFn: ({ entries, idempotencyKey }: Begun<Own>) => create(entries, idempotencyKey),
    onSuccess: (_, { entries, idempotencyKey }) => {
      // Otherwise the form was discarded meanwhile, and the draft is that of another record.
      if (latest.current.idempotencyKey === idempotencyKey) {
        isCreated.current = true;
        keepDraft(name, undefined);
      }
      onCreated(entries);
    },
  });
  const send = () => {
    if (!isCreated.current) creation.mutate(latest.current);
  };
  const discard = () => {
    keepDraft(name, undefined);
    setRestored(undefined);
    latest.current = { entries: initial, language, idempotencyKey: newIdempotencyKey() };
    setBegun(latest.current);
    creation.reset();
  };
  useChangedForm(isBegun(begun.entries) && !creation.isSuccess, discard);
  const loss: Loss | undefined = creation.isSuccess ? 'created' : undefined;
  const id = creation.data?.id;
  useEffect(() => {
    // After the form no longer asks before it is left.
    if (id !== undefined) void navigate({ to: pathOf(id), replace: true });
  }, [id, navigate, pathOf]);
  return {
    entries: begun.entries,
    /** What is no loss when the form disappears: what it began with, or what the record was created with. */
    initial: creation.isSuccess ? creation.variables.entries : initial,
    /** Of what was entered while the record was being created. */
    loss,
    enter(field: keyof Own, value: string) {
      const next = { ...latest.current, entries: { ...latest.current.entries, [field]: value } };
      latest.current = next;
      setBegun(next);
      keepDraft(name, isBegun(next.entries) && !isCreated.current ? next : undefined);
    },
    send,
    discard,
    // What has been sent can no longer be discarded.
    restoredAtUtc: creation.isPending ? undefined : restored?.savedAtUtc,
    error: creation.error,
    isPending: creation.isPending,
  };
}

/** The draft, as far as the form has its fields. */
function findBegun<Own extends Entries>(name: string, initial: Own) {
  const draft = findDraft(name);
  const value = draft?.value as Partial<Begun<Entries>> | undefined;
  if (draft === undefined || value?.entries === undefined || typeof value.idempotencyKey !== 'string')
    return undefined;
  const known = Object.keys(initial).map((field) => {
    const entry = value.entries![field];
    return [field, typeof entry === 'string' ? entry : initial[field]];
  });
  const begun: Begun<Own> = {
    entries: Object.fromEntries(known) as Own,
    language: value.language,
    idempotencyKey: value.idempotencyKey,
  };
  return { begun, savedAtUtc: draft.savedAtUtc };
}
