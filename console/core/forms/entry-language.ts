import { Formats } from '../texts/formats.ts';
import { type Entries, type Field, isNumeric, toEntry } from './fields.ts';

/** Entries, and the language in which their numbers are written. Drafts of earlier versions do not have it. */
interface Written {
  entries: Entries;
  language?: string;
}

/**
 * The form with its numbers as the other language writes them, because "2.500" means something else in each. Returns the same form if it
 * has that language already. What is no number stays.
 */
export function inLanguage<Form extends Written>(
  form: Form,
  fields: readonly Pick<Field, 'property' | 'kind'>[],
  formats: Formats,
): Form {
  const { language } = formats;
  if (form.language === language) return form;
  if (form.language === undefined) return { ...form, language };
  const before = new Formats(form.language);
  const entries = { ...form.entries };
  for (const { property, kind } of fields) {
    const entry = entries[property];
    const value = entry === undefined || !isNumeric(kind) ? undefined : before.parse(entry);
    if (value !== undefined && formats.parse(entry!) !== value)
      entries[property] = toEntry({ kind }, value, formats);
  }
  return { ...form, language, entries };
}
