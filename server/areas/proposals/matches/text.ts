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
/**
 * Staplerschein is what people write for Gabelstaplerschein and Schubmaststaplerschein. Other endings mean more than one thing: a Fachkraft
 * is no Elektrofachkraft, and a Führerschein none for construction machines.
 */
const ENDING = /^(?!fuhrer).{4,}schein$/;

const CLASS = '(?:A1|AM|A2|A|BE|B|C1E|C1|CE|C|D1E|D1|DE|D|L|T)';
const CHOICE = '\\s*(?:/|oder|or|bzw\\.?|beziehungsweise)\\s*';
const LIST = '\\s*(?:,\\s*(?:und|and|sowie)|,|\\+|&|und|and|sowie)\\s*';
const CLASS_LIST = `${CLASS}(?:(?:${CHOICE}|${LIST})${CLASS})*(?![\\p{L}\\p{N}])`;
/** A class or a vehicle before the word, the word, and classes after it: "Lkw-Führerschein", "Führerschein der Klassen B und CE". */
const LICENCES = new RegExp(
  [
    '(?<![\\p{L}\\p{N}])',
    `(?:(?<before>${CLASS_LIST})[\\s-]+|(?<vehicle>pkw|auto|kfz|kraftfahrzeug|lkw|lastwagen|bus|motorrad)[\\s-]?)?`,
    '(?:führerschein|fahrerlaubnis|(?:driving|driver.?s) licen[cs]e)',
    '(?:[\\s-]*(?:der|of|für|for))?(?:[\\s-]*(?:klassen?|kl\\.|class(?:es)?))?[\\s:(-]*',
    `(?<after>${CLASS_LIST})?(?![\\p{L}\\p{N}])`,
  ].join(''),
  'giu',
);
const OF_VEHICLE: Readonly<Record<string, string>> = { lkw: 'C1', lastwagen: 'C1', bus: 'D1', motorrad: 'A' };
/** What refuses the words after it, and the words before it, in the same part of a sentence. */
const NO_BEFORE = /(?:^|\s)(?:keine?[nrms]?|ohne|no|without)\s+(?:[\p{L}-]+\s+){0,2}$/iu;
const NEEDED =
  '(?:erforderlich|nötig|notwendig|benötigt|verlangt|gebraucht|vorausgesetzt|zwingend|pflicht|voraussetzung|bedingung|muss|required|needed|necessary|mandatory|essential)';
const NOT_AFTER = new RegExp(
  `^[^\\p{L}]*(?:\\p{L}+\\s+){0,3}?(?:nicht|keine?|not|no)\\s+(?:\\p{L}+\\s+){0,2}?${NEEDED}(?!\\p{L})`,
  'iu',
);
const PART_END = /[.,;:!?()\n•–]/u;
const OWN_CAR = /\b(?:eigene[nrsm]?\s+(?:pkw|auto|fahrzeug|wagen)|own\s+(?:car|vehicle))\b/giu;
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
    needsCar: [...text.matchAll(OWN_CAR)].some(
      ({ 0: car, index }) => !isRefused(text, index, index + car.length),
    ),
  };
}

/** Whether the text says that what stands from `start` to `end` is not needed. */
function isRefused(text: string, start: number, end: number): boolean {
  const before = text.slice(0, start).split(PART_END).at(-1)!;
  const [after] = text.slice(end).split(PART_END);
  return NO_BEFORE.test(before) || NOT_AFTER.test(after!);
}

function classesIn(text: string, licenses: readonly NamedEntry[]): SkillFound[] {
  const idsOf = (name: string) =>
    [name, ...(INCLUDED_IN[name] ?? [])].flatMap((one) =>
      licenses
        .filter(({ names }) => names.some((own) => own === one || own === `Klasse ${one}`))
        .map(({ id }) => id),
    );
  const found = new Map<string, SkillFound>();
  for (const { 0: whole, index, groups } of text.matchAll(LICENCES)) {
    if (isRefused(text, index, index + whole.length)) continue;
    const { before, vehicle = '', after } = groups!;
    // A driving licence without a class is the one for cars. "A driving licence" is not one of class A.
    const isClass = before !== undefined && !(before.toUpperCase() === 'A' && /licen/iu.test(whole));
    const listed = after ?? (isClass ? before : undefined) ?? OF_VEHICLE[vehicle.toLowerCase()] ?? 'B';
    const names = listed.toUpperCase().split(new RegExp(`${CHOICE}|${LIST}`, 'iu'));
    const isChoice = new RegExp(CHOICE, 'iu').test(listed);
    for (const group of isChoice ? [names] : names.map((name) => [name])) {
      const licenseIds = [...new Set(group.flatMap(idsOf))];
      if (licenseIds.length > 0) found.set(group.join(), { licenseIds, qualificationIds: [] });
    }
  }
  return [...found.values()];
}

/** Licences and qualifications by their names. The same words can mean an entry of both lists. */
function namesIn(text: string, { licenses, qualifications }: Lists): SkillFound[] {
  const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    folded: foldWord(word),
    start: index,
    end: index + word.length,
  }));
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

interface Word {
  folded: string;
  start: number;
  end: number;
}

/** Where a name begins among the words. -1 if it does not occur, or only as something that is not needed. */
function placeOf(name: string, words: readonly Word[], text: string): number {
  // What is in parentheses explains the name.
  const own = [...name.replaceAll(/\(.*?\)/g, ' ').matchAll(WORD)].map(([word]) => foldWord(word));
  const [only] = own;
  if (only === undefined || own.join('').length < SHORTEST_NAME) return -1;
  return words.findIndex(
    ({ folded, start }, index) =>
      (own.every((part, offset) => words[index + offset]?.folded === part) ||
        (own.length === 1 && ENDING.test(folded) && only.endsWith(folded))) &&
      !isRefused(text, start, words[index + own.length - 1]!.end),
  );
}

function languagesIn(text: string, languages: readonly NamedEntry[]): LanguageFound[] {
  const byName = new Map(languages.flatMap(({ id, names }) => names.map((name) => [name, id] as const)));
  const found = new Map<number, LanguageFound>();
  const words = [...text.matchAll(WORD)];
  const places = words.flatMap(({ 0: word, index }) => {
    const name = word.replace(/(?:sprach)?(?:kenntnisse|kenntnissen|ig|ige|iger)$/u, '');
    const languageId = byName.get(word) ?? byName.get(name);
    const end = index + word.length;
    return languageId === undefined || isRefused(text, index, end) ? [] : [{ languageId, end }];
  });
  for (const [position, { languageId, end }] of places.entries()) {
    const until = Math.min(places[position + 1]?.end ?? text.length, end + LEVEL_WITHIN);
    const level = LEVEL.exec(text.slice(end, until))?.[0];
    if (found.get(languageId)?.level === undefined) found.set(languageId, { languageId, level });
  }
  return [...found.values()];
}
