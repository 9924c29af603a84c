import type { Tagged } from '../api/call.ts';
import type { Formats } from '../texts/formats.ts';
import {
  changesOf,
  type Entries,
  type Field,
  toEntry,
  toValue,
  type Value,
  type Values,
  valuesOf,
} from './fields.ts';

/** A form that is open: what it was begun with, and what was entered. */
export interface OpenForm {
  base: Values;
  /** Of the record that it was begun with. */
  tag: string;
  entries: Entries;
  /** In which the numbers of the entries are written. */
  language?: string;
  /** Changes that were sent without a response, which the service can have stored. */
  unanswered?: { before: Values; sent: Values };
}

/** A field that two people have changed to different values. */
export interface Conflict {
  field: Field;
  mine: Value;
  stored: Value;
}

/**
 * Puts what was entered onto the record as it is stored now. What only the other one changed is taken over. What both have
 * changed is a conflict. A value of the user that was stored without a response is nobody else's, and the old value that was put
 * back after it is a change.
 */
export function rebase(
  form: OpenForm,
  current: Tagged<object>,
  fields: readonly Field[],
  formats: Formats,
): { form: OpenForm; conflicts: Conflict[] } {
  const base = valuesOf(current.record, fields);
  const entries: Record<string, string> = {};
  const conflicts: Conflict[] = [];
  for (const field of fields) {
    const { property } = field;
    const before = form.base[property] ?? null;
    const stored = base[property] ?? null;
    const entry = form.entries[property] ?? '';
    const mine = toValue(field, entry, formats);
    const isMine = mine !== before || isPutBack(form, field, formats);
    entries[property] = isMine ? entry : toEntry(field, stored, formats);
    const isOther = stored !== before && stored !== form.unanswered?.sent[property];
    if (isMine && isOther && stored !== mine) conflicts.push({ field, mine, stored });
  }
  return { form: { ...form, base, tag: current.tag, entries }, conflicts };
}

/** Whether the form says something else than the service has, or can have. */
export const isDifferent = (form: OpenForm, fields: readonly Field[], formats: Formats): boolean =>
  Object.keys(changesOf(form.base, form.entries, fields, formats)).length > 0 ||
  fields.some((field) => isPutBack(form, field, formats));

/** Whether the field has another value than one that was sent without a response. */
function isPutBack({ unanswered, entries }: OpenForm, field: Field, formats: Formats): boolean {
  const { property } = field;
  if (unanswered === undefined || !(property in unanswered.sent)) return false;
  return toValue(field, entries[property] ?? '', formats) !== unanswered.sent[property];
}
