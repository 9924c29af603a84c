import { foldWord } from '../../search/index.ts';

// What the free text of the requirements asks for, as far as it names entries of value lists. Only whole words count, and what is not
// recognized is no criterion: a person reads the text as well.

export interface NamedEntry {
  id: number;
  names: readonly string[];
}

/** Any of these is enough. */
export interface SkillFound {
  licenseIds: number[];
  qualificationIds: number[];
}

export interface LanguageFound {
  languageId: number;
  /** As in A1 to C2. Undefined if the text names none. */
  level: string | undefined;
}

export interface Lists {
  licenses: readonly NamedEntry[];
  qualifications: readonly NamedEntry[];
  languages: readonly NamedEntry[];
}

export interface TextFindings {
  skills: SkillFound[];
  languages: LanguageFound[];
  needsCar: boolean;
}

/** A text that lists more than a job can ask for is an attachment, not a list of requirements. */
const MAXIMUM_FOUND = 10;
const SHORTEST_NAME = 4;
/** Staplerschein is what people write for Gabelstaplerschein and Schubmaststaplerschein. */
const SHORTEST_ENDING = 8;

const CLASS = '(?:A1|AM|A2|A|BE|B|C1E|C1|CE|C|D1E|D1|DE|D|L|T)';
const CLASSES = new RegExp(
  `(?:führerschein|fahrerlaubnis|driving licen[cs]e|driver.?s licen[cs]e)(?:\\s*(?:der|of))?(?:[\\s-]*(?:klassen?|kl\\.|class(?:es)?))?[\\s:(]*(${CLASS}(?:\\s*(?:,|/|\\+|und|oder|and|or)\\s*${CLASS})*)?(?![\\p{L}\\p{N}])`,
  'giu',
);
const OWN_CAR = /\b(?:eigene[nrsm]?\s+(?:pkw|auto|fahrzeug|wagen)|own\s+(?:car|vehicle))\b/iu;
const LEVEL = /(?<![\p{L}\p{N}])[ABC][12](?![\p{L}\p{N}])/u;
const LEVEL_WITHIN = 40;
const WORD = /[\p{L}\p{N}]+/gu;

/** Whoever has a class may drive what these allow. */
const INCLUDED_IN: Readonly<Record<string, readonly string[]>> = {
  B: ['BE', 'C1', 'C1E', 'C', 'CE', 'D1', 'D1E', 'D', 'DE'],
  BE: ['C1E', 'CE', 'D1E', 'DE'],
  C1: ['C1E', 'C', 'CE'],
  C1E: ['CE'],
  C: ['CE'],
  D1: ['D1E', 'D', 'DE'],
  D1E: ['DE'],
  D: ['DE'],
};

export function readRequirements(text: string | null, lists: Lists): TextFindings {
  if (text === null) return { skills: [], languages: [], needsCar: false };
  return {
    skills: [...classesIn(text, lists.licenses), ...namesIn(text, lists)].slice(0, MAXIMUM_FOUND),
    languages: languagesIn(text, lists.languages).slice(0, MAXIMUM_FOUND),
    needsCar: OWN_CAR.test(text),
  };
}

function classesIn(text: string, licenses: readonly NamedEntry[]): SkillFound[] {
  const idsOf = (name: string) =>
    [name, ...(INCLUDED_IN[name] ?? [])].flatMap((one) =>
      licenses
        .filter(({ names }) => names.some((own) => own === one || own === `Klasse ${one}`))
        .map(({ id }) => id),
    );
  const found = new Map<string, SkillFound>();
  for (const [, listed] of text.matchAll(CLASSES)) {
    // A driving licence without a class is the one for cars.
    const names = listed === undefined ? ['B'] : listed.toUpperCase().match(new RegExp(CLASS, 'g'))!;
    const isChoice = /oder|\bor\b|\//iu.test(listed ?? '');
    for (const group of isChoice ? [names] : names.map((name) => [name])) {
      const licenseIds = [...new Set(group.flatMap(idsOf))];
      if (licenseIds.length > 0) found.set(group.join(), { licenseIds, qualificationIds: [] });
    }
  }
  return [...found.values()];
}

/** Licences and qualifications by their names. The same words can mean an entry of both lists. */
function namesIn(text: string, { licenses, qualifications }: Lists): SkillFound[] {
  const words = [...text.matchAll(WORD)].map(([word]) => foldWord(word));
  const found = new Map<number, SkillFound>();
  const add = (list: keyof SkillFound, entries: readonly NamedEntry[]) => {
    for (const { id, names } of entries) {
      const at = names.map((name) => placeOf(name, words)).find((place) => place !== -1);
      if (at === undefined) continue;
      const skill = found.get(at) ?? { licenseIds: [], qualificationIds: [] };
      skill[list].push(id);
      found.set(at, skill);
    }
  };
  add('licenseIds', licenses);
  add('qualificationIds', qualifications);
  return [...found.values()];
}

/** Where a name begins among the words. -1 if it does not occur. */
function placeOf(name: string, words: readonly string[]): number {
  // What is in parentheses explains the name.
  const own = [...name.replaceAll(/\(.*?\)/g, ' ').matchAll(WORD)].map(([word]) => foldWord(word));
  const [only] = own;
  if (only === undefined || own.join('').length < SHORTEST_NAME) return -1;
  return words.findIndex(
    (word, index) =>
      own.every((part, offset) => words[index + offset] === part) ||
      (own.length === 1 && word.length >= SHORTEST_ENDING && only.endsWith(word)),
  );
}

function languagesIn(text: string, languages: readonly NamedEntry[]): LanguageFound[] {
  const byName = new Map(languages.flatMap(({ id, names }) => names.map((name) => [name, id] as const)));
  const found = new Map<number, LanguageFound>();
  const words = [...text.matchAll(WORD)];
  const places = words.flatMap(({ 0: word, index }) => {
    const name = word.replace(/(?:sprach)?(?:kenntnisse|kenntnissen|ig|ige|iger)$/u, '');
    const languageId = byName.get(word) ?? byName.get(name);
    return languageId === undefined ? [] : [{ languageId, end: index + word.length }];
  });
  for (const [position, { languageId, end }] of places.entries()) {
    const until = Math.min(places[position + 1]?.end ?? text.length, end + LEVEL_WITHIN);
    const level = LEVEL.exec(text.slice(end, until))?.[0];
    if (found.get(languageId)?.level === undefined) found.set(languageId, { languageId, level });
  }
  return [...found.values()];
}
