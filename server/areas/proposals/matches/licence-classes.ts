import { isRefused } from './negation.ts';

// The classes of driving licences that a text names, before the word ("CE-Führerschein") and after it ("Führerschein der Klassen B und C").

/** The word alone, or with a vehicle. That of Lokführerschein is another licence. */
const LICENCE =
  /(?<=(?:(?<!\p{L})(?:pkw|auto|kfz|lkw|lastwagen|bus|motorrad))|(?<!\p{L}))(?:f(?:ü|ue)hrerschein(?:en?|s)?|fahrerlaubnis(?:se)?|driv(?:ing|er.?s?) licen[cs]es?)(?=klasse|\P{L}|$)/giu;
const TOKEN = /\p{L}[\p{L}\p{N}]*|\p{N}+|[^\p{L}\p{N}\s]|\n/gu;
const LONGEST_LIST = 80;

const CLASS = /^(?:A[12M]?|BE?|C1?E?|D1?E?|L|T)$/;
/** In lower case, they are words and abbreviations: "driving licence class B and a clean record". */
const WORDS = new Set(['a', 'am', 'be', 'd', 'l', 't']);
/** Levels of languages too: "Deutsch C1 Führerschein". */
const LEVELS = new Set(['A1', 'A2', 'C1']);
const VEHICLES: ReadonlyMap<string, string> = new Map([
  ...['pkw', 'auto', 'kfz', 'car'].map((vehicle) => [vehicle, 'B'] as const),
  ...['lkw', 'lastwagen', 'truck', 'hgv', 'lgv'].map((vehicle) => [vehicle, 'C1'] as const),
  ...[['bus', 'D1'] as const, ['motorrad', 'A'] as const, ['motorcycle', 'A'] as const],
]);
/** The German classes until 1998, and what they are today. Class 3 mostly means a car. */
const OLD_CLASSES: ReadonlyMap<string, string> = new Map([
  ...[['1', 'A'] as const, ['2', 'C'] as const, ['3', 'B'] as const],
  ...[['I', 'A'] as const, ['II', 'C'] as const, ['III', 'B'] as const],
]);

const CLASS_WORD = /^(?:klassen?|kl|class(?:es)?|kategorien?|kat|category|categories)$/i;
const FILLER = /^(?:der|alten?|of|für|for|ab|mindestens|mind|min|at|least|ja|yes|n|[:(–"'„“”)[-])$/i;
/** The comma or period after these does not end what they begin. */
const OPEN_WORD = /^(?:kl|kat|mind|min|bzw|ja|yes)$/i;
const CONJUNCTIONS: ReadonlyMap<string, Separator> = new Map([
  ...['und', 'and', 'sowie', '+', '&'].map((word) => [word, 'and'] as const),
  ...['oder', 'or', 'bzw', 'beziehungsweise'].map((word) => [word, 'or'] as const),
  ...[[',', ','] as const, ['/', '/'] as const],
]);

type Separator = ',' | '/' | 'and' | 'or';

interface Token {
  text: string;
  start: number;
  end: number;
}

/** Where a class may be, and what joins it to the one before. */
interface Place {
  at: number;
  separator: Separator | undefined;
  isNamed: boolean;
}

interface ListedClass {
  name: string;
  /** What is between it and the one before. */
  separator: Separator | undefined;
  end: number;
}

/** What a text says about one licence, and where. */
export interface LicenceFound {
  start: number;
  end: number;
  /** Any class of an array is enough. Empty if the licence is not needed. */
  needed: string[][];
}

/** A licence without a class is the one for cars. */
export function licencesIn(text: string): LicenceFound[] {
  return [...text.matchAll(LICENCE)].map(({ 0: word, index }) => {
    const { start, classes: before } = classesBefore(text, index, /licen/i.test(word));
    const after = classesAfter(text, index + word.length);
    const end = after.at(-1)?.end ?? index + word.length;
    return { start, end, needed: neededOf(text, start, end, after.length > 0 ? after : before) };
  });
}

function neededOf(text: string, start: number, end: number, classes: readonly ListedClass[]): string[][] {
  if (!isRefused(text, start, end)) return classes.length === 0 ? [['B']] : alternativesOf(classes);
  // "Klasse B, CE nicht erforderlich"
  const [first, second, third] = classes;
  const isOneRefused = second?.separator === ',' && third === undefined;
  return isOneRefused && !isRefused(text, start, first!.end) ? [[first!.name]] : [];
}

/** "B, C/CE und D" is B, and one of C and CE, and D. "B, C oder CE" is one of the three. */
function alternativesOf(classes: readonly ListedClass[]): string[][] {
  const parts: ListedClass[][] = [];
  for (const one of classes) {
    if (parts.length === 0 || one.separator === 'and') parts.push([]);
    parts.at(-1)!.push(one);
  }
  return parts.flatMap((part) => {
    const isChoice = part.some(({ separator }, index) => index > 0 && separator === 'or');
    const groups: string[][] = [];
    for (const { name, separator } of part) {
      if (groups.length === 0 || (separator === ',' && !isChoice)) groups.push([]);
      groups.at(-1)!.push(name);
    }
    return groups;
  });
}

function tokensOf(text: string, from: number, to: number): Token[] {
  return [...text.slice(from, to).matchAll(TOKEN)].map(({ 0: token, index }) => ({
    text: token,
    start: from + index,
    end: from + index + token.length,
  }));
}

/** The list that ends where the word begins, and where it starts. */
function classesBefore(text: string, wordStart: number, isEnglish: boolean) {
  const lineStart = text.lastIndexOf('\n', wordStart - 1) + 1;
  const tokens = tokensOf(text, Math.max(lineStart, wordStart - LONGEST_LIST), wordStart);
  const hasHyphen = tokens.at(-1)?.text === '-';
  const until = hasHyphen ? tokens.length - 1 : tokens.length;
  for (let at = 0; at < until; at++) {
    const previous = tokens.slice(0, at).findLast(({ text: sign }) => sign !== '-' && sign !== '.');
    const isNamed = previous !== undefined && CLASS_WORD.test(previous.text);
    const { classes, next } = listAt(tokens, at, isNamed, true);
    if (next !== until || classes.length === 0) continue;
    // "Team-B Führerschein", "Deutsch C1 Führerschein", "A driving licence"
    const isPart = !isNamed && tokens[at - 1]?.text === '-' && !isVehicle(tokens[at]!);
    const isDoubtful = !isNamed && !hasHyphen && classes.length === 1 && !isVehicle(tokens[at]!);
    const [{ name }] = classes as [ListedClass];
    if (isPart || (isDoubtful && (LEVELS.has(name) || (isEnglish && name === 'A')))) continue;
    return { start: tokens[at]!.start, classes };
  }
  return { start: wordStart, classes: [] };
}

function classesAfter(text: string, wordEnd: number): ListedClass[] {
  const tokens = tokensOf(text, wordEnd, wordEnd + LONGEST_LIST);
  let at = 0;
  let isNamed = false;
  let isNewClause = false;
  for (; at < tokens.length; at++) {
    const { text: word } = tokens[at]!;
    if (CLASS_WORD.test(word)) isNamed = true;
    else if (/[,.\n]/.test(word)) isNewClause ||= word === '\n' || !isOpen(tokens[at - 1]);
    else if (!FILLER.test(word)) break;
  }
  return isNewClause && !isNamed ? [] : listAt(tokens, at, isNamed, false).classes;
}

/** The classes from a token on, and the token after them. */
function listAt(tokens: readonly Token[], start: number, isNamed: boolean, hasVehicles: boolean) {
  const classes: ListedClass[] = [];
  let next = start;
  let from: Place | undefined = { separator: undefined, at: start, isNamed };
  while (from !== undefined) {
    const token = tokens[from.at];
    if (token === undefined) break;
    const isUpper = classes.length > 0 && /\p{Lu}/u.test(tokens[start]!.text);
    const found =
      hasVehicles && isVehicle(token)
        ? { name: VEHICLES.get(token.text.toLowerCase())!, next: from.at + 1 }
        : classAt(tokens, from.at, from.isNamed, isUpper);
    if (found === undefined) break;
    ({ next } = found);
    classes.push({ name: found.name, separator: from.separator, end: tokens[next - 1]!.end });
    from = separatorAt(tokens, next);
  }
  return { classes, next };
}

/** `isNamed`: the word for class is before it. `isUpper`: the list is in upper case. */
function classAt(tokens: readonly Token[], at: number, isNamed: boolean, isUpper: boolean) {
  const { text, end } = tokens[at]!;
  const [one, two, three] = [tokens[at + 1], tokens[at + 2], tokens[at + 3]];
  // C#, C++, T-Shirt
  if (one?.start === end && (one.text === '#' || (one.text === '+' && two?.text === '+'))) return undefined;
  if (isCompound(tokens[at]!, one, two)) return undefined;
  const old = OLD_CLASSES.get(text);
  if (old !== undefined) return isNamed ? { name: old, next: at + 1 } : undefined;
  const name = text.toUpperCase();
  if (!CLASS.test(name) || (text !== name && !isNamed && (isUpper || WORDS.has(text)))) return undefined;
  const isWithTrailer =
    one?.text === '+' &&
    two?.text === 'E' &&
    CLASS.test(`${name}E`) &&
    !isCompound(two, three, tokens[at + 4]);
  return isWithTrailer ? { name: `${name}E`, next: at + 3 } : { name, next: at + 1 };
}

function isCompound({ end }: Token, hyphen: Token | undefined, word: Token | undefined): boolean {
  return (
    hyphen?.text === '-' && hyphen.start === end && word?.start === hyphen.end && /^\p{L}/u.test(word.text)
  );
}

/** What joins two classes, and where the next one is. Undefined if nothing does. */
function separatorAt(tokens: readonly Token[], start: number): Place | undefined {
  let separator: Separator | undefined;
  let isNamed = false;
  let at = start;
  for (; at < tokens.length; at++) {
    const { text: word } = tokens[at]!;
    const joins = CONJUNCTIONS.get(word.toLowerCase());
    if (joins !== undefined) {
      // Of "und/oder", the last says what is meant. A number after a slash is an old class.
      if (joins !== '/' || separator === undefined) separator = joins;
      isNamed = joins === '/';
    } else if (CLASS_WORD.test(word)) isNamed = true;
    // The hyphen of "C- oder CE-Führerschein"
    else if (
      !(word === '-' && at === start) &&
      !(word === '.' && isOpen(tokens[at - 1])) &&
      !/^(?:der|of)$/i.test(word)
    )
      break;
  }
  return separator === undefined ? undefined : { separator, at, isNamed };
}

function isVehicle({ text }: Token): boolean {
  return VEHICLES.has(text.toLowerCase());
}

function isOpen(token: Token | undefined): boolean {
  return token !== undefined && OPEN_WORD.test(token.text);
}
