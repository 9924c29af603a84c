import { comparedWordsOf, type Token } from '../../search/index.ts';
import { type LicenceFound, licencesIn } from './licence-classes.ts';
import { isRefused } from './negation.ts';

// What the free text of the requirements asks for, as far as it names entries of value lists. Only whole words count, and what is not
// recognized is no criterion: a person reads the text as well.

export interface NamedEntry {
  id: number;
  names: readonly string[];
}

/** Any of these is enough. */
interface SkillFound {
  licenseIds: number[];
  qualificationIds: number[];
}

interface LanguageFound {
  languageId: number;
  /** As in A1 to C2. Undefined if the text names none. */
  level: string | undefined;
}

interface Lists {
  licenses: readonly NamedEntry[];
  qualifications: readonly NamedEntry[];
  languages: readonly NamedEntry[];
}

interface TextFindings {
  skills: SkillFound[];
  languages: LanguageFound[];
  needsCar: boolean;
}

/** A text that lists more than a job can ask for is an attachment, not a list of requirements. */
const MAXIMUM_FOUND = 10;
const SHORTEST_NAME = 4;
/**
 * Staplerschein is what people write for Gabelstaplerschein and Schubmaststaplerschein. Other endings mean more than one thing: a Fachkraft
 * is no Elektrofachkraft, and a Führerschein none for construction machines.
 */
const ENDING = /^(?!fuhrer).{4,}schein$/;

const OWN_CAR = /\b(?:eigene[nrsm]?\s+(?:pkw|auto|fahrzeug|wagen)|own\s+(?:car|vehicle))\b/giu;
const LEVEL = /(?<![\p{L}\p{N}])[ABC][12](?![\p{L}\p{N}])/u;
const LEVEL_WITHIN = 40;
const WORD = /[\p{L}\p{N}]+/gu;

/** Whoever has a class may drive what these allow. */
const INCLUDED_IN: Readonly<Record<string, readonly string[]>> = {
  A1: ['A2', 'A'],
  A2: ['A'],
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
  const licences = licencesIn(text);
  return {
    skills: [...classesOf(licences, lists.licenses), ...namesIn(text, lists, licences)].slice(
      0,
      MAXIMUM_FOUND,
    ),
    languages: languagesIn(text, lists.languages, licences).slice(0, MAXIMUM_FOUND),
    needsCar: [...text.matchAll(OWN_CAR)].some(
      ({ 0: car, index }) => !isRefused(text, index, index + car.length),
    ),
  };
}

function classesOf(licences: readonly LicenceFound[], licenses: readonly NamedEntry[]): SkillFound[] {
  const idsOf = (name: string) =>
    [name, ...(INCLUDED_IN[name] ?? [])].flatMap((one) =>
      licenses
        .filter(({ names }) => names.some((own) => own === one || own === `Klasse ${one}`))
        .map(({ id }) => id),
    );
  const found = new Map<string, SkillFound>();
  for (const names of licences.flatMap(({ needed }) => needed)) {
    const licenseIds = [...new Set(names.flatMap(idsOf))];
    if (licenseIds.length > 0) found.set(names.join(), { licenseIds, qualificationIds: [] });
  }
  return [...found.values()];
}

/** Licences and qualifications by their names. The same words can mean an entry of both lists. */
function namesIn(
  text: string,
  { licenses, qualifications }: Lists,
  licences: readonly LicenceFound[],
): SkillFound[] {
  const words = comparedWordsOf(text)
    // The Klasse L of a Führerschein Klasse L has been read.
    .filter(({ start: at }) => !licences.some(({ start, end }) => at >= start && at < end));
  const found = new Map<number, SkillFound>();
  const add = (list: keyof SkillFound, entries: readonly NamedEntry[]) => {
    for (const { id, names } of entries) {
      const at = names.map((name) => placeOf(name, words, text)).find((place) => place !== -1);
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

/** Where a name begins among the words. -1 if it does not occur, or only as something that is not needed. */
function placeOf(name: string, words: readonly Token[], text: string): number {
  // What is in parentheses explains the name.
  const own = comparedWordsOf(name.replaceAll(/\(.*?\)/g, ' ')).map(({ word }) => word);
  const [only] = own;
  if (only === undefined || own.join('').length < SHORTEST_NAME) return -1;
  return words.findIndex(({ word, start }, index) => {
    const isNamed =
      own.every((part, offset) => words[index + offset]?.word === part) ||
      (own.length === 1 && ENDING.test(word) && only.endsWith(word));
    const last = words[index + own.length - 1];
    return isNamed && last !== undefined && !isRefused(text, start, last.start + last.length);
  });
}

function languagesIn(
  text: string,
  languages: readonly NamedEntry[],
  licences: readonly LicenceFound[],
): LanguageFound[] {
  const byName = new Map(languages.flatMap(({ id, names }) => names.map((name) => [name, id] as const)));
  const found = new Map<number, LanguageFound>();
  const places = [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const name = word.replace(/(?:sprach)?(?:kenntnisse|kenntnissen|ig|ige|iger)$/u, '');
    const languageId = byName.get(word) ?? byName.get(name);
    return languageId === undefined ? [] : [{ languageId, start: index, end: index + word.length }];
  });
  // The C1 of a licence is no level.
  const ends = [...places, ...licences].map(({ start }) => start);
  for (const { languageId, start, end } of places) {
    if (isRefused(text, start, end)) continue;
    const until = Math.min(end + LEVEL_WITHIN, ...ends.filter((one) => one >= end));
    const level = LEVEL.exec(text.slice(end, until))?.[0];
    if (found.get(languageId)?.level === undefined) found.set(languageId, { languageId, level });
  }
  return [...found.values()];
}
