import type { Tagged } from '../api/call.ts';
import { isStatus, isUnsure } from '../api/errors.ts';
import type { Formats } from '../texts/formats.ts';
import { checkEntries } from './check-entries.ts';
import { changesOf, type Field, toBody, type Values, valuesOf } from './fields.ts';
import { type OpenForm, rebase } from './rebase.ts';

export interface FormSource {
  fields: readonly Field[];
  /** Reads the record as it is stored, and makes the page show it. */
  read(): Promise<Tagged<object>>;
  /** Sends what was changed. */
  save(body: Record<string, unknown>, ifMatch: string): Promise<unknown>;
  /** Properties that the service sets along with others. Undoing sends them as well. */
  derived?: readonly string[];
  /** Whether there is nothing to change yet. An empty form is then sent as well, so that the service says what is missing. */
  isNew?: boolean;
  /** Undoes a change, if `save` cannot: a record that was created is deleted. */
  takeBack?(before: Record<string, unknown>, ifMatch: string): Promise<unknown>;
}

export interface Sent {
  form: OpenForm;
  changes: Values;
}

/** Nothing was sent: others have changed the same properties to what is stored now. */
interface Conflicting {
  stored: Tagged<object>;
}

/** Others can change the record again and again. */
const ATTEMPTS = 5;

/** Sends the changed properties. If others have changed the record, only what both have changed stays open. */
export async function send(
  begun: OpenForm,
  source: FormSource,
  formats: Formats,
): Promise<Sent | Conflicting> {
  const { fields, read, save, isNew = false } = source;
  let form = begun;
  const readAgain = async (): Promise<Conflicting | undefined> => {
    const stored = await read();
    const merged = rebase(form, stored, fields, formats);
    if (merged.conflicts.length > 0) return { stored };
    form = merged.form;
    return undefined;
  };
  // What was sent without a response can be stored, so nothing that was read before says what is left to send.
  const conflicting = form.unanswered && (await readAgain());
  if (conflicting !== undefined) return conflicting;
  for (let attempt = 1; ; attempt++) {
    const changes = changesOf(form.base, form.entries, fields, formats);
    const done = withUnanswered(form, changes);
    const isStored = Object.keys(changes).length === 0;
    if (isStored && (!isNew || done !== undefined)) return done ?? { form, changes };
    checkEntries(changes, fields);
    try {
      await save(toBody(changes), form.tag);
      return done ?? { form, changes };
    } catch (error) {
      if (!isStatus(error, 412) || attempt === ATTEMPTS) throw error;
    }
    const others = await readAgain();
    if (others !== undefined) return others;
  }
}

/** The form after an error. If there was no response, the changes can be stored. */
export function afterError(
  error: unknown,
  begun: OpenForm,
  now: OpenForm,
  { fields }: FormSource,
  formats: Formats,
): OpenForm {
  if (!isUnsure(error)) return now;
  const sent = changesOf(begun.base, begun.entries, fields, formats);
  const before = Object.fromEntries(Object.keys(sent).map((name) => [name, begun.base[name] ?? null]));
  const { unanswered } = now;
  return {
    ...now,
    unanswered: { before: { ...before, ...unanswered?.before }, sent: { ...unanswered?.sent, ...sent } },
  };
}

/** As if the changes that were stored without a response had been sent now, so that undoing takes them back. Undefined without any. */
function withUnanswered(form: OpenForm, changes: Values): Sent | undefined {
  const { before = {}, sent = {} } = form.unanswered ?? {};
  const stored = Object.entries(sent).filter(
    ([name, value]) => form.base[name] === value && before[name] !== value,
  );
  if (stored.length === 0) return undefined;
  const base = { ...form.base, ...Object.fromEntries(stored.map(([name]) => [name, before[name] ?? null])) };
  return { form: { ...form, base }, changes: { ...Object.fromEntries(stored), ...changes } };
}

/** Sends what these properties were before. Returns false if somebody has changed one of them since `after`. */
export async function sendBack(
  { form: { base }, changes }: Sent,
  after: Tagged<object>,
  { fields, read, save, takeBack = save, derived = [] }: FormSource,
): Promise<boolean> {
  const names = [...new Set([...Object.keys(changes), ...derived])];
  const saved = valuesOf(after.record, fields);
  const current = await read();
  const stored = valuesOf(current.record, fields);
  if (names.some((name) => stored[name] !== saved[name])) return false;
  await takeBack(toBody(Object.fromEntries(names.map((name) => [name, base[name] ?? null]))), current.tag);
  // It has been taken back, whether or not the page can read it.
  await read().catch(() => {});
  return true;
}
