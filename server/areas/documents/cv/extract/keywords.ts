import { toNameKey } from '../catalog/name-words.ts';
import { hasForm, type QualificationForms, toSearchedText } from '../catalog/qualifications.ts';
import { lineText, type TextLine } from '../text/lines.ts';
import { findPeriods } from './dates.ts';

/** As many as a person decides about. */
const MAXIMUM_FOUND = 30;
/** Letters. */
const MAXIMUM_LENGTH = 40;
/** In a keyword. More are a sentence. */
const MAXIMUM_WORDS = 4;

/** Signs between the skills of a line. One in parentheses belongs to a skill, and a slash without spaces does as well. */
const BETWEEN = /(?:[,;|•·∙●▪]|\s\/\s|\s[–—-]\s|\t| {2,})(?![^(]*\))/u;
/** Before the skills of a line: what kind they are of. */
const LABEL = /^(?:[^:()]{1,40}:\s*|(?:fachlich|persönlich|allgemein|sonstiges|general|other)\b(?:\s+|$))/iu;
/** How good somebody is, at the end of a skill or alone. */
const LEVEL_WORDS =
  '(?:(?:sehr|gut|gute|guten|fundiert|fundierte|erweiterte|vertiefte|solide|professionelle|very|good|excellent|advanced|basic|proficient|fluent|working|expert|experte|profi|intermediate|beginner|anfänger|fortgeschritten|fließend|sicher|grundlagen|grundkenntnisse|kenntnisse|knowledge|skills|level|stufe|[1-5]\\/[1-5]|\\d{1,3} ?%|\\d+ (?:jahre?|years?)|nan%|[★☆●○■□*]+)(?![\\p{L}\\p{N}]))';
const LEVEL = new RegExp(
  `(?:\\s*\\((?:${LEVEL_WORDS}\\s*)+\\)|(?:^|\\s+[–—-]?\\s*)(?:${LEVEL_WORDS}\\s*)+)$`,
  'iu',
);
const LEADING_LEVEL =
  /^(?:(?:sehr )?gute[rns]?|fundierte[rns]?|sichere[rn]?|grundlegende|good|basic|advanced|excellent)\s+(?:kenntnisse|umgang|knowledge|skills)?\s*(?:in|mit|of|with)?\s*/iu;
const NO_SKILL =
  /führerschein|fahrerlaubnis|driving|licen[cs]e|klassen?\b|categor|muttersprach|native|@|www\.|https?:|[!?]|\.$|^\W*$|^\d|^(?:a[m12]?|be?|b96|c1e?|ce|d1?e?|l|t)$|^(?:seite|page)\b|^(?:und|and|oder|or|sowie|als|as)\b/iu;

/** A line about licences, or with an address or a number of the person. */
const OTHER_LINE =
  /^[^:]*(?:führerschein|fahrerlaubnis|licen[cs]e)[^:]*:|@|(?<!\d)\d{5}(?!\d)|\+\d{2}|\d{3,}[ /]+\d{3,}/iu;

interface KnownWords {
  qualifications: readonly QualificationForms[];
  languages: readonly { nameDe: string; nameEn: string }[];
  /** The names of the person, which sign a CV below its last section. */
  names: readonly string[];
}

/** Skills that the sections about them list and no value list has. Each as it is written, without how good somebody is at it. */
export function findKeywords(
  sections: readonly (readonly TextLine[])[],
  { qualifications, languages, names }: KnownWords,
): string[] {
  const languageKeys = new Set(
    languages.flatMap(({ nameDe, nameEn }) =>
      [nameDe, nameEn].flatMap((name) => name.split(/[/(]/).map(toNameKey)),
    ),
  );
  const nameKeys = names.map(toNameKey).filter((key) => key !== '');
  const found = new Map<string, string>();
  const isQualification = (text: string) => {
    const searched = toSearchedText(text);
    return qualifications.some(({ own, synonyms }) => hasForm(searched, own) || hasForm(searched, synonyms));
  };
  for (const text of sections.flatMap((lines) => joinWrapped(lines)).flatMap(toSkills)) {
    const isKnown =
      isQualification(text) ||
      languageKeys.has(toNameKey(text.replace(/\s*[(:–-].*$/, ''))) ||
      nameKeys.some((key) => toNameKey(text).includes(key));
    if (isKnown || !isSkill(text) || found.has(text.toLowerCase())) continue;
    found.set(text.toLowerCase(), text);
    if (found.size === MAXIMUM_FOUND) break;
  }
  return [...found.values()];
}

/** The lines of a section until its end: a dated line is a signature, or another document. What is wrapped is joined. */
function joinWrapped(lines: readonly TextLine[]): string[] {
  const end = lines.findIndex((line) => findPeriods(lineText(line)).length > 0);
  const joined: string[] = [];
  for (const line of end === -1 ? lines : lines.slice(0, end)) {
    const text = lineText(line);
    const above = joined.at(-1);
    if (above !== undefined && /\p{Ll}-$/u.test(above) && /^\p{Ll}/u.test(text))
      joined[joined.length - 1] = above.slice(0, -1) + text;
    else if (above !== undefined && text.startsWith('(')) joined[joined.length - 1] = `${above} ${text}`;
    else joined.push(text);
  }
  return joined;
}

function toSkills(text: string): string[] {
  if (OTHER_LINE.test(text)) return [];
  return text
    .replace(LABEL, '')
    .split(BETWEEN)
    .map((part) => part.replace(LABEL, '').replace(LEADING_LEVEL, '').replace(LEVEL, '').trim());
}

function isSkill(text: string): boolean {
  return (
    text.length <= MAXIMUM_LENGTH &&
    text.split(/\s+/).length <= MAXIMUM_WORDS &&
    /\p{L}/u.test(text) &&
    !NO_SKILL.test(text)
  );
}
