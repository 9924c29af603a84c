import type { ComponentType, ReactNode } from 'react';
import type { Formats } from '../texts/formats.ts';
import type { Texts } from '../texts/texts-de.ts';
import type { Limit, Limits } from './limits.ts';

export type Value = string | number | boolean | null;

export interface Choice {
  value: string | number;
  label: string;
}

/** What an input of its own is given. */
export interface OwnInputProps {
  id: string;
  label: string;
  entry: string;
  error: string | undefined;
  enter: (entry: string) => void;
}

/** A property of a record that a form shows and changes. */
export interface Field {
  /** As the operation that changes it has it, such as contact.email. */
  property: string;
  label: string;
  /** A moment is a date with a time in UTC. */
  kind: 'text' | 'email' | 'tel' | 'longText' | 'date' | 'moment' | 'number' | 'money' | 'flag' | 'choice';
  /** Of money: the properties with its currency and the period that it is for, which are shown with it and not alone. */
  per?: { currency: string; period: string };
  /** For a choice. Undefined while they are not known. */
  choices?: readonly Choice[];
  /** What the operation accepts, from `withLimits`. */
  limit?: Limit;
  /** What the user has to know to fill it in. */
  help?: string;
  /** What is shown if there is no value. Otherwise that nothing is given. */
  absent?: string;
  /** What helps to fill it in, inside the input. */
  tool?: (entry: string, enter: (entry: string) => void) => ReactNode;
  /** Whether a flag or a choice always has a value. */
  isDecided?: boolean;
  /** Instead of the input of its kind, such as for a choice among thousands. */
  Input?: ComponentType<OwnInputProps>;
  /** Whether it is marked as needed. The service says what is missing. */
  isRequired?: boolean;
  /** Whether it takes the whole width. */
  isWide?: boolean;
}

/** The fields, with the limits of the operation that they are sent to. */
export const withLimits = (fields: readonly Field[], limits: Limits): readonly Field[] =>
  fields.map((field) => ({ ...field, limit: limits[field.property] }));

export type Values = Readonly<Record<string, Value>>;
/** What the inputs contain. */
export type Entries = Readonly<Record<string, string>>;

/** What the record has in these fields. */
export function valuesOf(record: object, fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map(({ property }) => [property, findValue(record, property)]));
}

function findValue(record: object, property: string): Value {
  let value: unknown = record;
  for (const name of property.split('.'))
    value = (value as Record<string, unknown> | null | undefined)?.[name];
  return (value ?? null) as Value;
}

export function toEntry({ kind }: Pick<Field, 'kind'>, value: Value, formats: Formats): string {
  if (value === null) return '';
  if (typeof value !== 'number') return String(value);
  if (kind === 'money') return formats.moneyEntry(value);
  return kind === 'number' ? formats.entry(value) : String(value);
}

export const isNumeric = (kind: Field['kind']): boolean => kind === 'number' || kind === 'money';

/** What an input says. What is no number stays a text, which the service rejects with the reason. */
export function toValue({ kind }: Pick<Field, 'kind'>, entry: string, formats: Formats): Value {
  const text = entry.trim();
  if (text === '') return null;
  if (kind === 'flag') return text === 'true';
  if (isNumeric(kind)) return formats.parse(text) ?? text;
  if (kind !== 'choice') return entry;
  const id = Number(text);
  return Number.isNaN(id) ? text : id;
}

export function toEntries(values: Values, fields: readonly Field[], formats: Formats): Entries {
  return Object.fromEntries(
    fields.map((field) => [field.property, toEntry(field, values[field.property] ?? null, formats)]),
  );
}

/** The fields whose inputs say something else than the record did. */
export function changesOf(
  base: Values,
  entries: Entries,
  fields: readonly Field[],
  formats: Formats,
): Values {
  const changed = fields.flatMap((field) => {
    const value = toValue(field, entries[field.property] ?? '', formats);
    return value === (base[field.property] ?? null) ? [] : [[field.property, value] as const];
  });
  return Object.fromEntries(changed);
}

/** The body of a change: contact.email becomes the property email of the object contact. */
export function toBody(values: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [property, value] of Object.entries(values)) {
    const names = property.split('.');
    const last = names.pop()!;
    let target = body;
    for (const name of names) {
      target[name] ??= {};
      target = target[name] as Record<string, unknown>;
    }
    target[last] = value;
  }
  return body;
}

/** In place of a name that is not loaded yet. */
export const LOADING = '…';

/** As it is shown. Undefined if there is none. `values` has what is shown with money. */
export function shown(
  field: Field,
  value: Value,
  formats: Formats,
  texts: Texts,
  values: Values = {},
): string | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value ? texts.forms.yes : texts.forms.no;
  if (field.kind === 'choice') {
    if (field.choices === undefined) return LOADING;
    return field.choices.find((choice) => choice.value === value)?.label ?? String(value);
  }
  if (field.kind === 'date') return formats.day(String(value));
  if (field.kind === 'moment') return formats.dayAndTime(String(value));
  if (typeof value !== 'number') return value;
  return field.kind === 'money' ? moneyText(field, value, formats, texts, values) : formats.number(value);
}

function moneyText({ per }: Field, value: number, formats: Formats, { proposals }: Texts, values: Values) {
  const money = formats.money(value, per === undefined ? null : String(values[per.currency] ?? ''));
  const period = per === undefined ? '' : String(values[per.period] ?? '');
  return period === '' ? money : proposals.per(money, proposals.units[period as Period] ?? period);
}

type Period = keyof Texts['proposals']['units'];

/** The fields that are shown on their own. */
export function shownAlone(fields: readonly Field[]): readonly Field[] {
  const shared = new Set(fields.flatMap(({ per }) => (per === undefined ? [] : [per.currency, per.period])));
  return fields.filter(({ property }) => !shared.has(property));
}
