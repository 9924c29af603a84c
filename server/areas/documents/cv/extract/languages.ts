import { lineText, type TextLine } from '../text/lines.ts';
import type { CatalogName } from './personal.ts';

/** Letters. Shorter parts of names in the list are abbreviations, which also occur in other words. */
const MINIMUM_NAME_LENGTH = 3;

// Ids of the list of language levels.
const A1 = 629;
const NATIVE = 635;
const LEVEL_IDS: Record<string, number> = { A1, A2: 630, B1: 631, B2: 632, C1: 633, C2: 634 };
// The first pattern that matches decides: a line that contains "sehr gut" also contains "gut".
const LEVEL_WORDS: readonly [RegExp, number][] = [
  [
    /muttersprach|erstsprache|zweisprachig|bilingual|\bnative(?![ -](?:like|level))|mother tongue|first language|langue maternelle/i,
    NATIVE,
  ],
  [
    /(?:near|fast|nahezu)[ -](?:native|mutterspr)|annähernd muttersprach|native[ -](?:like|level)|c2-niveau|mastery/i,
    634,
  ],
  [/limited working/i, 631],
  [/professional working/i, 632],
  [
    /verhandlungs(?:sicher|fähig)|fließend|fliessend|fluent|fluency|business|sehr gut|very good|advanced|proficient|full professional|excellent|ausgezeichnet|exzellent|konversationssicher|sicher in wort|fortgeschritten/i,
    633,
  ],
  [
    /erweiterte (?:grund)?kenntnisse|mittelstufe|mittlere|(?<!upper[ -])intermediate|befriedigend|ausbaufähig|conversational|konversation|\bfair\b|ausreichend/i,
    631,
  ],
  [
    /grundkenntnis|grundlagen|schulkenntnis|schulniveau|schulenglisch|schulfranzösisch|\bbasics?\b|elementary|basiskenntnis|geringe|wenig|a little|limited|pre-intermediate/i,
    630,
  ],
  [
    /\bgut(?:e[rnms]?)?\b|\bgood\b|upper[ -]intermediate|working (?:knowledge|proficiency)|solide|selbst(?:st)?ändig|independent|sicher\b/i,
    632,
  ],
  [/anfänger|beginner|einsteiger|novice/i, A1],
];

/** A label before a level. "Fluency: basic" is not fluent. */
const LEVEL_LABEL =
  /\b(?:(?:sprach)?niveau|sprachlevel|kenntnisstand|fluency|(?:language |proficiency )?level|proficiency)\s*:\s*/giu;

/** The level that a text names, by a code of the Common European Framework (A1 to C2) or by words. */
export function readLanguageLevel(source: string): number | undefined {
  const text = source.replaceAll(LEVEL_LABEL, '');
  const codes = [...text.matchAll(/\b([ABC][12])(?:[+-]|\b)/gi)].map(([, code]) => code!.toUpperCase());
  // Forms state a level for listening, reading, speaking and writing: the one that occurs most counts.
  const count = (code: string) => codes.filter((other) => other === code).length;
  const [letters] = codes.toSorted((one, other) => count(other) - count(one));
  if (letters !== undefined) return LEVEL_IDS[letters];
  return LEVEL_WORDS.find(([pattern]) => pattern.test(text))?.[1];
}

/** Names that languages have beside those of the list. */
const OTHER_NAMES: readonly [name: string, inList: string][] = [
  ['irish', 'irish gaelic'],
  ['irisch', 'irish gaelic'],
];

/** Ids by names of languages. Of several entries for one language, the general one has the shortest name. */
function toNames(languages: readonly CatalogName[]): Map<string, number> {
  const names = new Map<string, { id: number; length: number }>();
  for (const { id, nameDe, nameEn } of languages) {
    for (const full of [nameDe, nameEn]) {
      for (const part of full.split('/')) {
        const name = part
          .replace(/\s*\(.*$/, '')
          .trim()
          .toLowerCase();
        const known = names.get(name);
        if (name.length >= MINIMUM_NAME_LENGTH && (known === undefined || full.length < known.length))
          names.set(name, { id, length: full.length });
      }
    }
  }
  const ids = new Map([...names].map(([name, { id }]) => [name, id]));
  for (const [name, inList] of OTHER_NAMES) {
    const id = ids.get(inList);
    if (id !== undefined && !ids.has(name)) ids.set(name, id);
  }
  return ids;
}

interface Mention {
  id: number;
  index: number;
  end: number;
}

/** A language without a level on its line, and where it begins. */
interface Pending {
  id: number;
  x: number;
}

/** In points, in a PDF. A level below its language begins near it. */
const SAME_COLUMN_WIDTH = 20;
/** An explanation of the levels, as forms have it. */
const LEGEND = /^(?:levels?|niveaus?|gers|cefr|europäischer referenzrahmen)\b/i;
const MINIMUM_LEGEND_LEVELS = 3;

/**
 * Languages with levels in the lines of a section about them. A level belongs to the language before it on its line, or
 * else to the next. A line of levels belongs to the languages above it, or to those below if it is the first.
 */
export function findLanguages(
  lines: readonly TextLine[],
  catalog: readonly CatalogName[],
): { languageId: number; languageLevelId?: number }[] {
  const names = toNames(catalog);
  const found = new Map<number, number | undefined>();
  let heading = '';
  let pending: Pending[] = [];
  for (const line of lines) {
    const text = lineText(line);
    const mentions = findMentions(text, names);
    if (mentions.length > 0) {
      const levels = levelsOf(text, mentions, heading);
      for (const [index, { id }] of mentions.entries())
        if (found.get(id) === undefined) found.set(id, levels[index]);
      const open = new Set(mentions.filter((_, index) => levels[index] === undefined).map(({ id }) => id));
      pending = line.cells.flatMap((cell) =>
        findMentions(cell.text, names).flatMap(({ id }) => (open.has(id) ? [{ id, x: cell.x }] : [])),
      );
    } else if (isLevels(text) || isRowOfLevels(line, pending)) {
      for (const [id, level] of belongingTo(line, pending)) found.set(id, level);
      if (found.size === 0 || (pending.length === 0 && heading !== '')) heading = text;
      pending = [];
    }
  }
  return [...found].map(([languageId, languageLevelId]) => ({ languageId, languageLevelId }));
}

function isLevels(source: string): boolean {
  // "Niveau: B2" below a language is its level.
  const text = source.replaceAll(LEVEL_LABEL, '');
  const codes = new Set(text.match(/\b[ABC][12]\b/g));
  return codes.size < MINIMUM_LEGEND_LEVELS && !LEGEND.test(text) && readLanguageLevel(text) !== undefined;
}

/** A level in each cell, below a row of as many languages. */
function isRowOfLevels({ cells }: TextLine, pending: readonly Pending[]): boolean {
  return (
    pending.length > 1 &&
    cells.length === pending.length &&
    cells.every(({ text }) => readLanguageLevel(text) !== undefined)
  );
}

/** The levels of a line for the languages above it: below each other, or in the same order. */
function belongingTo(line: TextLine, pending: readonly Pending[]): [number, number | undefined][] {
  if (pending.length === 1) return [[pending[0]!.id, readLanguageLevel(lineText(line))]];
  if (isRowOfLevels(line, pending))
    return pending.map(({ id }, index) => [id, readLanguageLevel(line.cells[index]!.text)]);
  return pending.flatMap(({ id, x }): [number, number | undefined][] => {
    const near = line.cells.filter((cell) => Math.abs(cell.x - x) < SAME_COLUMN_WIDTH);
    const cell = near.toSorted((one, other) => Math.abs(one.x - x) - Math.abs(other.x - x))[0];
    return cell === undefined ? [] : [[id, readLanguageLevel(cell.text)]];
  });
}

function findMentions(text: string, names: ReadonlyMap<string, number>): Mention[] {
  return [...text.matchAll(/\p{L}+/gu)].flatMap((match) => {
    const word = match[0].toLowerCase();
    const id = names.get(word) ?? names.get(word.replace(/(?:kenntnisse|e[rnms]?)$/, ''));
    return id === undefined ? [] : [{ id, index: match.index, end: match.index + word.length }];
  });
}

function levelsOf(text: string, mentions: readonly Mention[], heading: string): (number | undefined)[] {
  // "Muttersprachen: Deutsch, Polnisch"
  const label = readLanguageLevel(text.slice(0, mentions[0]!.index));
  if (label === NATIVE && readLanguageLevel(text.slice(mentions[0]!.end)) === undefined)
    return mentions.map(() => label);
  return mentions.map(({ index, end }, place) => {
    const before = text.slice(mentions[place - 1]?.end ?? 0, index);
    const after = text.slice(end, mentions[place + 1]?.index);
    // "Muttersprache: Deutsch" and "gute Englischkenntnisse" name the level first.
    const leads =
      place === 0 && readLanguageLevel(before) !== undefined && readLanguageLevel(after) === undefined;
    const shared = mentions
      .slice(place)
      .map((later, offset) => text.slice(later.end, mentions[place + offset + 1]?.index))
      .find((part) => readLanguageLevel(part) !== undefined);
    return (
      readLanguageLevel(after) ??
      (leads ? readLanguageLevel(before) : undefined) ??
      (shared === undefined ? undefined : readLanguageLevel(shared)) ??
      (heading === '' ? undefined : readLanguageLevel(heading))
    );
  });
}

/** Languages in the lines of other sections: with a level on the line, or several in a cell with nothing else. */
export function findLanguagesElsewhere(
  lines: readonly TextLine[],
  catalog: readonly CatalogName[],
): { languageId: number; languageLevelId?: number }[] {
  const names = toNames(catalog);
  const kept = lines.flatMap((line) => {
    const cells = line.cells.filter(({ text }) => {
      const mentions = findMentions(text, names);
      const words = text.match(/\p{L}+/gu)?.filter((word) => !/^(?:und|and|sowie)$/i.test(word)) ?? [];
      const isList = mentions.length > 1 && mentions.length === words.length;
      return isList || (mentions.length > 0 && STATED_LEVEL.test(text) && text.length <= MAXIMUM_STATEMENT);
    });
    return cells.length === 0 ? [] : cells.map((cell) => ({ ...line, cells: [cell] }));
  });
  return findLanguages(kept, catalog);
}

/** Letters. Longer texts are about something else. */
const MAXIMUM_STATEMENT = 120;
/** Words that say how well somebody speaks a language, and nothing else. */
const STATED_LEVEL =
  /\b[ABC][12]\b|muttersprach|native speaker|mother tongue|native\b|bilingual|verhandlungssicher|fließend|fliessend|fluent|kenntnisse|in wort und schrift|konversation|proficien|conversational|intermediate/i;
