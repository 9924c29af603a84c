import { useEffect, useRef, useState } from 'react';
import type { Tagged } from '../api/call.ts';
import { isStatus } from '../api/errors.ts';
import { findDraft, keepDraft } from '../drafts/drafts.ts';
import { useMessages } from '../frame/messages.tsx';
import { useFailure } from '../frame/use-change.ts';
import type { Formats } from '../texts/formats.ts';
import { useLanguage } from '../texts/language.tsx';
import { useChangedForm } from './changed-forms.ts';
import { inLanguage } from './entry-language.ts';
import { toEntries, toEntry, type Values, valuesOf } from './fields.ts';
import { useIsOpen } from './open-forms.ts';
import { type Conflict, isDifferent, type OpenForm, rebase } from './rebase.ts';
import { afterError, type FormSource, type Sent, send, sendBack } from './send.ts';
import { useSending } from './use-sending.ts';

export interface FormOptions extends FormSource {
  /** Of the draft. Names the record and the part, such as candidate-7-contact. */
  name: string;
  /** The record as the page shows it. */
  current: Tagged<object>;
  /** Of the part, for the message after saving. */
  title?: string;
  /** What is said after saving, and after undoing it, if it is more than that. */
  said?: { saved: string; undone: string };
  /** Whether these changes can be undone. Otherwise all can. */
  canUndo?(changes: Values): boolean;
  /** Whether the form is open at once. */
  isOpen?: boolean;
  /**
   * Whether somebody has deleted what the form changes. What was entered can then only be copied. If it is given, the service can also
   * say so, with 404.
   */
  isGone?: boolean;
}

export type Form = ReturnType<typeof useForm>;

interface Restored {
  form: OpenForm;
  savedAtUtc: string;
}

interface OpenConflicts {
  form: OpenForm;
  list: readonly Conflict[];
}

type Chosen = ReadonlyMap<string, 'mine' | 'stored'>;

/** The form while it is open. It begins with the draft that it finds, and keeps one while it is changed. */
function useOpenForm(options: FormOptions, formats: Formats) {
  const { name, isGone } = options;
  const [restored, setRestored] = useState(() => useableDraft(options, formats));
  const [begun, setForm] = useState(
    () => restored?.form ?? (options.isOpen === true ? begin(options, formats) : undefined),
  );
  const form = begun && inLanguage(begun, options.fields, formats);
  if (form !== begun) setForm(form);
  const latest = useRef(form);
  latest.current = form;
  const isChanged = form !== undefined && isDifferent(form, options.fields, formats);
  useIsOpen(name, form !== undefined);
  useEffect(() => {
    // Nothing would open it again.
    if (isGone === true) keepDraft(name, undefined);
  }, [isGone, name]);
  const commit = (next: OpenForm) => {
    // Two fields can change before the page is drawn again.
    latest.current = next;
    setForm(next);
    keepDraft(name, isDifferent(next, options.fields, formats) && isGone !== true ? next : undefined);
  };
  const close = () => {
    keepDraft(name, undefined);
    setForm(undefined);
    setRestored(undefined);
  };
  const edit = () => setForm(begin(options, formats));
  return { form, latest, isChanged, restored, edit, commit, close };
}

/** What others have changed as well, until the user has chosen. */
function useConflicts(
  { latest }: ReturnType<typeof useOpenForm>,
  fields: FormOptions['fields'],
  formats: Formats,
) {
  const [shown, setShown] = useState<OpenConflicts>();
  return {
    list: shown?.list,
    close: () => setShown(undefined),
    /** Returns the form to send again if there are none: what was entered since it was sent can be what is stored. */
    show(stored: Tagged<object>, { base }: OpenForm): OpenForm | undefined {
      const now = latest.current;
      // It was closed meanwhile, and perhaps opened again.
      if (now?.base !== base) return undefined;
      const { form, conflicts } = rebase(now, stored, fields, formats);
      if (conflicts.length === 0) return form;
      setShown({ form, list: conflicts });
      return undefined;
    },
    /** Returns the form to send again. */
    resolve(chosen: Chosen): OpenForm | undefined {
      setShown(undefined);
      return shown && resolved({ ...shown, form: inLanguage(shown.form, fields, formats) }, chosen, formats);
    },
  };
}

/** A form for a part of a record. Changes of others do not reach it until it is sent. */
export function useForm(options: FormOptions) {
  const { name, fields } = options;
  const { formats } = useLanguage();
  const open = useOpenForm(options, formats);
  const { form, latest, isChanged, restored, edit, commit } = open;
  const conflicts = useConflicts(open, fields, formats);
  const close = () => {
    open.close();
    conflicts.close();
  };
  const { report, closeReport } = useReport(options);
  const sending = useSending({
    mutationFn: (begun: OpenForm) => send(begun, options, formats),
    onSuccess: async (sent, begun) => {
      if ('stored' in sent) return sendAgain(conflicts.show(sent.stored, begun));
      const after = await report(sent);
      const rest = latest.current;
      // What was entered while the change was on its way stays in the form.
      if (rest !== undefined && rest !== begun) {
        if (after !== undefined) {
          // The old value that was put back meanwhile is a change of what is stored now.
          const base = { ...begun.base, ...sent.changes };
          const { entries, language } = rest;
          commit(rebase({ base, tag: begun.tag, entries, language }, after, fields, formats).form);
        }
      } else close();
    },
    onError: (error, begun) => {
      // The message about the save before would seem to be about this one.
      closeReport();
      const now = latest.current;
      if (now !== undefined) commit(afterError(error, begun, now, options, formats));
      // The page does not know yet that the record is gone.
      if (isStatus(error, 404)) void options.read().catch(() => {});
    },
  });
  const sendAgain = (next: OpenForm | undefined) => {
    if (next === undefined) return;
    commit(next);
    // It does not wait for the call before, which has changed nothing.
    sending.reset();
    sending.mutate(next);
  };
  const isGone = options.isGone === true || (options.isGone === false && isStatus(sending.error, 404));
  useChangedForm(isChanged, close);
  return {
    name,
    fields,
    form,
    isChanged,
    isGone,
    sending,
    restoredAtUtc: restored?.savedAtUtc,
    conflicts: conflicts.list,
    edit,
    /** Begins the form if it is not open, for a page on which it always is. */
    enter(property: string, entry: string) {
      const now = latest.current ?? begin(options, formats);
      commit({ ...now, entries: { ...now.entries, [property]: entry } });
    },
    submit() {
      if (latest.current !== undefined) sending.mutate(latest.current);
    },
    close() {
      sending.reset();
      close();
    },
    /** Sends again, with the value that the user has chosen for each conflict. */
    resolve: (chosen: Chosen) => sendAgain(conflicts.resolve(chosen)),
    /** Goes back to the form, which still is what it was. */
    postpone: conflicts.close,
  };
}

function begin({ current, fields }: FormOptions, formats: Formats): OpenForm {
  const base = valuesOf(current.record, fields);
  return { base, tag: current.tag, entries: toEntries(base, fields, formats), language: formats.language };
}

function resolved({ form, list }: OpenConflicts, chosen: Chosen, formats: Formats): OpenForm {
  const entries = { ...form.entries };
  for (const { field, stored } of list)
    if (chosen.get(field.property) === 'stored') entries[field.property] = toEntry(field, stored, formats);
  return { ...form, entries };
}

/** The draft, unless what it would change is stored already. */
function useableDraft(options: FormOptions, formats: Formats): Restored | undefined {
  const draft = findDraft(options.name);
  const form = draft?.value as Partial<OpenForm> | undefined;
  if (draft === undefined || form?.base === undefined || form.entries === undefined) return undefined;
  const { base, entries, language, tag = '', unanswered } = form;
  const written: OpenForm = { base, entries, language, tag, ...(unanswered && { unanswered }) };
  const begun = inLanguage(written, options.fields, formats);
  const merged = rebase(begun, options.current, options.fields, formats);
  if (!isDifferent(merged.form, options.fields, formats)) return undefined;
  // A conflict is shown when the form is sent, because its tag is the old one.
  const next = merged.conflicts.length > 0 ? begun : merged.form;
  return { form: next, savedAtUtc: draft.savedAtUtc };
}

/** Reads the record after a change, and says that it is stored. `report` returns what it has read. */
function useReport(options: FormOptions) {
  const { texts } = useLanguage();
  const { forms } = texts;
  const show = useMessages();
  const fail = useFailure();
  const { said, title } = options;
  const saved = said?.saved ?? (title === undefined ? forms.saved : forms.savedPart(title));
  const undone = said?.undone ?? forms.undone;
  const closeShown = useRef<() => void>(undefined);
  const report = async (sent: Sent) => {
    const after = await options.read().catch(() => undefined);
    if (Object.keys(sent.changes).length === 0) return after;
    const undo = async () => {
      try {
        const isBack = after !== undefined && (await sendBack(sent, after, options));
        show(isBack ? { text: undone } : { text: texts.forms.notUndone, isFailure: true });
      } catch (error) {
        fail(error);
      }
    };
    const { base } = sent.form;
    // The old value can have been put back after an attempt without a response.
    const isOther = Object.entries(sent.changes).some(([name, value]) => value !== (base[name] ?? null));
    const canUndo = isOther && (options.canUndo?.(sent.changes) ?? true);
    closeShown.current = show({ text: saved, undo: canUndo ? undo : undefined });
    return after;
  };
  return { report, closeReport: () => closeShown.current?.() };
}
