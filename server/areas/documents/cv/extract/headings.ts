import { type Meaning, MODIFIERS, NEUTRAL, NOUNS, PHRASES } from './heading-words.ts';

/** `career` is a list of jobs and educations together. */
export type SectionKind =
  | 'profile'
  | 'jobs'
  | 'career'
  | 'school'
  | 'education'
  | 'courses'
  | 'languages'
  | 'skills'
  | 'licences'
  | 'personal'
  | 'contact'
  | 'other';

/** Letters. Longer lines are sentences. Also bounds the time of the patterns. */
const MAXIMUM_HEADING_LENGTH = 80;
const MAXIMUM_HEADING_WORDS = 8;
/** Letters. Shorter words than this are not cut in pieces: nearly every one would contain some word. */
const MINIMUM_CLOSED_UP_LENGTH = 9;

interface Word {
  /** Undefined for a neutral word. */
  meaning?: Meaning;
  isNoun: boolean;
}

/** "Berufserfahrung von Anna Muster" */
const OF_NAME = /\s+(?:von|of)\s+\p{Lu}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*){1,3}$/u;
const YEAR = /\d{4}/;
/** "Postgraduate Certificate in Education" has only words of headings. */
const DEGREE = /(?:certificate|diploma|degree|bachelor|master) (?:in|of) \p{L}|postgraduate certificate/iu;

/**
 * The kind of section that a line opens. Undefined unless the line is a heading and nothing else: all of its words are
 * those of headings. Signs, numbers, parentheses, spacing and a name after it do not matter.
 */
export function sectionOf(text: string): SectionKind | undefined {
  if (text.length > MAXIMUM_HEADING_LENGTH || YEAR.test(text) || DEGREE.test(text)) return undefined;
  return readHeading(text) ?? (OF_NAME.test(text) ? readHeading(text.replace(OF_NAME, '')) : undefined);
}

function readHeading(text: string): SectionKind | undefined {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    // "Sprache(n)"
    .replaceAll(/(?<=\p{L})\((\p{L}{1,2})\)/gu, '$1')
    .replace(/\s*\([^)]*\)?\s*[:.]?\s*$/u, '')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/(?:[^\p{L}-]|(?<!\p{L})-)[^\p{L}]*$/u, '')
    .replaceAll(/\s+/g, ' ');
  if (plain === '') return undefined;
  const phrase = PHRASES.find(([, pattern]) => pattern.test(plain));
  if (phrase !== undefined) return kindOf([{ meaning: phrase[0], isNoun: true }]);
  const closed = closeUp(plain);
  const words = wordsOf(closed);
  if (words.length > MAXIMUM_HEADING_WORDS) return undefined;
  if (!words.includes(undefined)) return kindOf(words as Word[]);
  const joined = joinTorn(closed);
  if (joined !== undefined) return kindOf(joined);
  // Between letters set apart, the spaces between words are easily lost.
  const isClosedUp = closed !== plain || text === text.toUpperCase();
  if (words.length > 1 || !isClosedUp || closed.length < MINIMUM_CLOSED_UP_LENGTH) return undefined;
  const cut = cutWords(closed);
  return cut && kindOf(cut);
}

/** "e d u c a t i o n" as one word. */
function closeUp(plain: string): string {
  const parts = plain.split(/\s+/);
  const letters = parts.filter((part) => part.length === 1).length;
  return parts.length >= 4 && letters * 2 > parts.length ? parts.join('') : plain;
}

/** Pieces of a word whose letters are set apart in boxes, or change their font: "edu cation", "Aus bildung". */
const MAXIMUM_TORN_PIECES = 3;

/** The words of a heading some of which are torn. Only a word whose pieces are no words of headings is joined. */
function joinTorn(text: string): Word[] | undefined {
  const pieces = text.split(' ');
  const words: Word[] = [];
  for (let at = 0; at < pieces.length; ) {
    const whole = wordsOf(pieces[at]!);
    let count = whole.includes(undefined) ? 2 : 1;
    for (; count > 1 && count <= MAXIMUM_TORN_PIECES; count++) {
      const word = readWord(pieces.slice(at, at + count).join(''));
      if (word === undefined || at + count > pieces.length) continue;
      words.push(word);
      break;
    }
    if (count > MAXIMUM_TORN_PIECES) return undefined;
    if (count === 1) words.push(...(whole as Word[]));
    at += count;
  }
  return words;
}

/** The words of a heading. Undefined for a word that headings do not have. */
function wordsOf(text: string): (Word | undefined)[] {
  return text
    .split(/[\s/|,;·•+:–—.]+/u)
    .filter((part) => part !== '' && part !== '-')
    .flatMap((part) => {
      const whole = readWord(part);
      if (whole !== undefined || !part.includes('-')) return [whole];
      return part
        .split('-')
        .filter((piece) => piece !== '')
        .map(readWord);
    });
}

function readWord(text: string): Word | undefined {
  const modifier = MODIFIERS.find(([, pattern]) => pattern.test(text));
  if (modifier !== undefined) return { meaning: modifier[0], isNoun: false };
  const noun = NOUNS.find(([, pattern]) => pattern.test(text));
  if (noun !== undefined) return { meaning: noun[0], isNoun: true };
  return NEUTRAL.test(text) ? { isNoun: false } : undefined;
}

/** Whether a word can be a heading alone. */
export const isHeadingWord = (word: string): boolean => readWord(word)?.isNoun === true;

/** The words of a heading whose spaces were lost, the longest possible first. */
function cutWords(text: string, failed = new Set<number>()): Word[] | undefined {
  if (text === '') return [];
  if (failed.has(text.length)) return undefined;
  for (let end = text.length; end >= 2; end--) {
    const word = readWord(text.slice(0, end));
    const rest = word === undefined ? undefined : cutWords(text.slice(end), failed);
    if (rest !== undefined) return [word!, ...rest];
  }
  failed.add(text.length);
  return undefined;
}

/** The meanings that decide if several are named, the strongest first. */
const ORDER: readonly [Meaning, SectionKind][] = [
  ['languages', 'languages'],
  ['courses', 'courses'],
  ['profile', 'profile'],
  ['jobs', 'jobs'],
  ['work', 'jobs'],
  ['skills', 'skills'],
  ['licences', 'licences'],
  ['contact', 'contact'],
  ['personal', 'personal'],
  ['overview', 'profile'],
  ['other', 'other'],
];

function kindOf(words: readonly Word[]): SectionKind | undefined {
  const meaningsOf = (isNoun: boolean) =>
    new Set(words.flatMap((word) => (word.isNoun === isNoun && word.meaning) || []));
  const [nouns, modifiers] = [meaningsOf(true), meaningsOf(false)];
  if (nouns.size === 0) return undefined;
  if ((nouns.has('voluntary') || modifiers.has('voluntary')) && !nouns.has('jobs')) return 'other';
  if (nouns.has('path')) return pathOf(new Set([...nouns, ...modifiers]));
  // "Academic background" and "Vocational training" are about education, "Training" alone is not.
  const isQualified = ['details', 'skills', 'courses'].some((meaning) => nouns.has(meaning as Meaning));
  const isAboutEducation =
    nouns.has('education') ||
    nouns.has('school') ||
    (isQualified && (modifiers.has('education') || modifiers.has('school')));
  if (isAboutEducation) {
    if (nouns.has('jobs') || nouns.has('work')) return 'career';
    return educationOf(nouns, modifiers);
  }
  const named = ORDER.find(([meaning]) => nouns.has(meaning));
  if (named !== undefined) return named[1];
  // "Personal details", "Weitere Angaben".
  const described = ORDER.find(([meaning]) => modifiers.has(meaning));
  if (described !== undefined) return described[1];
  return words.length > 1 ? 'other' : undefined;
}

/** "Beruflicher Werdegang", "Schulische Laufbahn". */
function pathOf(meanings: ReadonlySet<Meaning>): SectionKind {
  const isAboutEducation = meanings.has('school') || meanings.has('education');
  if (meanings.has('jobs')) return isAboutEducation ? 'career' : 'jobs';
  if (!isAboutEducation) return 'career';
  return meanings.has('education') ? 'education' : 'school';
}

function educationOf(nouns: ReadonlySet<Meaning>, modifiers: ReadonlySet<Meaning>): SectionKind {
  if (modifiers.has('courses') && nouns.has('education')) return 'courses';
  const isMore = modifiers.has('education') || modifiers.has('jobs') || nouns.has('courses');
  // "Schule" and "Schulische Ausbildung" are about school only, "Schule und Ausbildung" is not.
  const isSchoolOnly = nouns.has('school') ? !nouns.has('education') : modifiers.has('school');
  return isSchoolOnly && !isMore ? 'school' : 'education';
}
