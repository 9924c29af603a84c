import { lineText, type TextCell, type TextLine } from '../text/lines.ts';
import { hasLegalForm, isDegree, placeScore, positionScore } from './evidence.ts';
import type { CvName } from './facts.ts';
import { sectionOf } from './headings.ts';
import { likeness, PARTICLES, splitName, splitTitles, turnName } from './name-parts.ts';

const NO_NAME =
  /lebenslauf|curriculum|vitae|résumé|resume|bewerbung|application|europass|profil|anschreiben|seite|page|gmbh|straße|strasse|street|road|lane|manager|engineer/i;
const LABEL =
  /^(?:name|vor- ?(?:und|&) ?(?:nach|zu|familien)name|vollständiger name|full ?name|name,? vorname|nachname,? ?\/? ?vorname|surname ?(?:\/|,|and)? ?first ?names?(?:\(s\))?|first name ?(?:\/|and)? ?(?:surname|last name))\s*:?$/i;
/** Labels that say that the last name comes first. */
const LAST_NAME_FIRST =
  /^(?:(?:nach|familien|zu)?namen?|(?:sur|last |family )names?)\s?(?:\/|,|and|und)?\s?(?:vornamen?|(?:first|given|fore) ?names?)$/i;
const BEFORE_NAME =
  /^(?:lebenslauf|curriculum vitae|cv|bewerbung|resume|résumé)(?:\s+(?:von|of|als))?[\s:–-]+/i;
/** "Erika Muster Lebenslauf" */
const AFTER_NAME = /[\s|·:–-]+(?:lebenslauf|curriculum vitae|cv|resume|résumé)$/i;
/** "Hallo, ich bin …", "I’m …": the name may end with a full stop. */
const AFTER_GREETING =
  /^(?:(?:hallo|hi|hello|hey)[,!.]?\s+)?(?:ich bin|ich heiße|mein name ist|i[’']m|i am|my name is)\s+(.+?)[.!]?$/i;
/** The name is at the top of a CV, in one of so many lines, unless it is large or resembles the e-mail address. */
const HEAD_LINES = 15;
/** Part of the largest letter size, and points: what is at least this large is set as a title. */
const LARGE_SHARE = 0.75;
const LARGE_POINTS = 11;
/** Words that a mailbox shares with a text before it can be the name in spite of its place: first and last name. */
const CERTAIN_CLOSENESS = 2;
/** Letters in the value of a label. Longer texts are sentences. */
const MAXIMUM_LABELLED_LENGTH = 80;
/** Lines of a name, and part of the largest letter size that they have. */
const MAXIMUM_NAME_LINES = 4;
const SAME_SIZE_SHARE = 0.95;
/** Words and letters, including titles and particles. */
const MAXIMUM_NAME_WORDS = 6;
const MAXIMUM_NAME_LENGTH = 60;

// What speaks for a text being the name. The weights have no unit: only their order matters. A word from the mailbox
// outweighs everything else, prominence comes second.
const WEIGHT_OF_CLOSENESS = 10;
const WEIGHT_OF_LARGE = 6;
const WEIGHT_OF_ABOUT_PERSON = 4;
const WEIGHT_OF_PLACE = -2;
const WEIGHT_OF_BOLD = 1;
const WEIGHT_OF_CELLS = -1;
/** A word for a position or a degree: some are names too. */
const WEIGHT_OF_POSITION = -7;
/** For the first line; each following line has less of it. */
const WEIGHT_OF_TOP = 5;
const WEIGHT_LOST_PER_LINE = 0.5;

/** The name of the person: labelled, or the most prominent line of name-like words, preferably one like the mailbox. */
export function findName(
  lines: readonly TextLine[],
  emails: readonly string[],
  isAboutPerson: (line: TextLine) => boolean,
): CvName | undefined {
  const mailboxes = emails.map((email) => email.slice(0, email.indexOf('@')).toLowerCase());
  const labelled = findLabelled(lines, mailboxes);
  if (labelled !== undefined) return splitName(labelled, mailboxes);
  const largest = Math.max(0, ...lines.map(({ size }) => size));
  const large = [...joinLarge(lines, largest), ...joinStacked(lines, mailboxes)];
  let best: { score: number; text: string } | undefined;
  for (const [index, line] of [...lines, ...large].entries()) {
    const isLarge = largest > 0 && line.size >= largest * LARGE_SHARE && line.size > LARGE_POINTS;
    if (line.isBullet) continue;
    for (const part of line.cells.flatMap(partsOf)) {
      const text = part.replace(BEFORE_NAME, '').replace(AFTER_NAME, '').trim().replace(AFTER_GREETING, '$1');
      if (!isNameLike(text)) continue;
      const closeness = likeness(text, mailboxes);
      const isJoined = index >= lines.length;
      if (index >= HEAD_LINES && !isLarge && closeness < CERTAIN_CLOSENESS) continue;
      const isSupported = isJoined || isLarge || closeness > 0 || isAboutPerson(line);
      if (!isSupported) continue;
      const score =
        closeness * WEIGHT_OF_CLOSENESS +
        (isLarge ? WEIGHT_OF_LARGE : 0) +
        (line.isBold ? WEIGHT_OF_BOLD : 0) +
        (isAboutPerson(line) ? WEIGHT_OF_ABOUT_PERSON : 0) +
        placeScore(text) * WEIGHT_OF_PLACE +
        (positionScore(text) > 0 || isDegree(text) ? WEIGHT_OF_POSITION : 0) +
        (isJoined ? WEIGHT_OF_TOP : Math.max(0, WEIGHT_OF_TOP - index * WEIGHT_LOST_PER_LINE)) +
        (line.cells.length > 1 ? WEIGHT_OF_CELLS : 0);
      if (best === undefined || score > best.score) best = { score, text };
    }
  }
  return best === undefined ? undefined : splitName(best.text, mailboxes);
}

/**
 * The texts of a cell that can be the name. One in a font of its own is, if what is beside it cannot belong to a name: a
 * position, a number, words in small letters.
 */
function partsOf({ text, parts = [] }: TextCell): string[] {
  const ofFonts = parts.filter((part) => {
    const others = parts.filter((other) => other !== part).join(' ');
    return others.trim() !== '' && (positionScore(others) > 0 || /\d|(?<!\p{L})\p{Ll}/u.test(others));
  });
  return [...ofFonts, ...text.split(/\s+[|·•–]\s+|,\s+(?=[^,]*\d)/u)];
}

/** A large name can extend over two or three lines, with smaller lines beside them. */
function joinLarge(lines: readonly TextLine[], largest: number): TextLine[] {
  const [first, ...others] = lines.filter(
    (line) =>
      line.size >= largest * SAME_SIZE_SHARE &&
      line.size > LARGE_POINTS &&
      !line.isBullet &&
      sectionOf(lineText(line)) === undefined,
  );
  if (first === undefined || others.length === 0 || others.length >= MAXIMUM_NAME_LINES) return [];
  const text = [first, ...others]
    .map((line) => line.cells[0]!.text)
    .join(' ')
    .replaceAll(/(?<=\p{L}-) /gu, '');
  return [{ ...first, cells: [{ x: first.cells[0]!.x, text }] }];
}

/** The first name above the last name, in letters of any size, if the mailbox has both. */
function joinStacked(lines: readonly TextLine[], mailboxes: readonly string[]): TextLine[] {
  const isWord = (line: TextLine | undefined) =>
    line?.cells.length === 1 && /^\p{Lu}[\p{L}'’-]+$/u.test(lineText(line));
  return lines.slice(0, HEAD_LINES).flatMap((line, index) => {
    const below = lines[index + 1];
    if (!isWord(line) || !isWord(below) || line.isBullet) return [];
    const text = `${lineText(line)} ${lineText(below!)}`;
    if (likeness(text, mailboxes) < CERTAIN_CLOSENESS) return [];
    return [{ ...line, cells: [{ x: line.cells[0]!.x, text }] }];
  });
}

function findLabelled(lines: readonly TextLine[], mailboxes: readonly string[]): string | undefined {
  let firstName: string | undefined;
  let lastName: string | undefined;
  let name: string | undefined;
  for (const [index, line] of lines.entries()) {
    for (const [label, value] of labelsOf(line, lines[index + 1])) {
      if (value.length > MAXIMUM_LABELLED_LENGTH || /[\d@]/.test(value)) continue;
      const plain = label
        .replace(/\s*:$/, '')
        .replaceAll(/\((?:s|n|en)\)/gi, '')
        .trim();
      if (/^name$/i.test(plain)) name ??= value;
      else if (LAST_NAME_FIRST.test(plain)) return turnName(value, mailboxes);
      else if (LABEL.test(plain)) return value;
      if (/^(?:vornamen?|first names?|given names?|forenames?)$/i.test(plain)) firstName ??= value;
      if (/^(?:nachname|familienname|zuname|surname|last name|family name)$/i.test(plain)) lastName ??= value;
    }
  }
  if (firstName !== undefined) {
    // A form has "Name" for the last name, beside "Vorname".
    const last = lastName ?? (name?.includes(firstName) ? undefined : name);
    if (last !== undefined) return `${last}, ${firstName}`;
  }
  return name;
}

/** Labels with their values: in two cells, in one cell with a colon, or one below the other. */
function labelsOf(line: TextLine, below: TextLine | undefined): [label: string, value: string][] {
  const found = line.cells.flatMap(({ text }): [string, string][] => {
    const match = /^([^:]{3,40}):\s*(.+)$/.exec(text);
    return match === null ? [] : [[match[1]!, match[2]!]];
  });
  if (found.length > 0) return found;
  const [first, second] = line.cells;
  if (second !== undefined) return [[first!.text, second.text]];
  const isLabel = /^(?:full ?name|vollständiger name|name):$/i.test(first!.text);
  const value = below?.cells.length === 1 ? below.cells[0]!.text : undefined;
  return isLabel && value !== undefined && isNameLike(value) ? [[first!.text, value]] : [];
}

function isNameLike(source: string): boolean {
  const { rest } = splitTitles(source);
  const words = rest.split(/\s+/);
  if (
    words.length < 2 ||
    words.length > MAXIMUM_NAME_WORDS ||
    rest.length > MAXIMUM_NAME_LENGTH ||
    NO_NAME.test(rest) ||
    sectionOf(rest) !== undefined ||
    hasLegalForm(rest)
  )
    return false;
  return words.every(
    (word, index) =>
      /^\p{Lu}[\p{L}'’.-]*,?$/u.test(word) ||
      (PARTICLES.has(word.toLowerCase()) && index > 0 && index < words.length - 1),
  );
}
