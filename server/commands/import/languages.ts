import { readLanguageLevel } from '../../areas/documents/index.ts';
import type { Names } from './names.ts';
import { splitList } from './values.ts';

export interface LanguageEntry {
  languageId: number;
  languageLevelId?: number;
}

/** Words after which a level is not that of the candidate. */
const NEGATION = /(?<!\p{L})(?:nicht|kein|ohne|(?:no|non|not|none|never|without)(?!\p{L}))/iu;

/** A language with or without its level. Undefined if the text is anything else, or more. */
export function readLanguage(text: string, names: Names): LanguageEntry | undefined {
  const found = names.findPrefix('language', text);
  if (found === undefined) return undefined;
  const { id: languageId, rest } = found;
  if (rest === '') return { languageId };
  // The level is looked for anywhere in the rest, as CVs need it: it can be that of another language.
  if (NEGATION.test(rest) || namesOther(rest, languageId, names)) return undefined;
  const languageLevelId = readLanguageLevel(rest);
  return languageLevelId === undefined ? undefined : { languageId, languageLevelId };
}

function namesOther(text: string, languageId: number, names: Names): boolean {
  return [...text.matchAll(/\p{L}+/gu)].some(({ 0: word, index }) => {
    const stem = word.replace(/(?:kenntnisse|e[rnms]?)$/i, '');
    const other =
      names.findPrefix('language', text.slice(index))?.id ?? names.find('language', stem) ?? languageId;
    return other !== languageId;
  });
}

/** "Deutsch C1 / Englisch B2" is two languages, although "Persisch/Dari/Farsi" is one. */
export function splitLanguages(text: string, names: Names): string[] {
  return splitList(text).flatMap((entry) => {
    if (readLanguage(entry, names) !== undefined) return [entry];
    const parts = splitList(entry, '/');
    return parts.every((part) => readLanguage(part, names) !== undefined) ? parts : [entry];
  });
}
