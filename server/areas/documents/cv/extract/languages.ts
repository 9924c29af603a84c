import { lineText, type TextLine } from '../text/lines.ts';
import type { CatalogName } from './personal.ts';

/** Letters. Shorter parts of names in the list are abbreviations, which also occur in other words. */
const MINIMUM_NAME_LENGTH = 3;

// Ids of the list of language levels.
const A1 = 629;
const LEVEL_IDS: Record<string, number> = { A1, A2: 630, B1: 631, B2: 632, C1: 633, C2: 634 };
// The first pattern that matches decides: a line that contains "sehr gut" also contains "gut".
const LEVEL_WORDS: readonly [RegExp, number][] = [
  [/muttersprach|erstsprache|zweisprachig|bilingual|\bnative(?!-like)|mother tongue|first language/i, 635],
  [/(?:near|fast)[ -]native|annähernd muttersprach|native-like/i, 634],
  [
    /verhandlungs(?:sicher|fähig)|fließend|fliessend|fluent|business|sehr gut|very good|advanced|proficient|full professional|excellent|ausgezeichnet|konversationssicher|sicher in wort/i,
    633,
  ],
  [
    /erweiterte grundkenntnisse|mittelstufe|mittlere|(?<!upper[ -])intermediate|limited working|befriedigend|ausbaufähig|conversational/i,
    631,
  ],
  [
    /grundkenntnis|grundlagen|schulkenntnis|schulniveau|\bbasic|elementary|basiskenntnis|wenig|a little/i,
    630,
  ],
  [
    /\bgut(?:e[rnms]?)?\b|\bgood\b|upper[ -]intermediate|working (?:knowledge|proficiency)|solide|professional working/i,
    632,
  ],
  [/anfänger|beginner|einsteiger/i, A1],
];

/** The level that a text names, by a code of the Common European Framework (A1 to C2) or by words. */
export function readLanguageLevel(text: string): number | undefined {
  const letters = /\b([ABC][12])\b/i.exec(text)?.[1];
  if (letters !== undefined) return LEVEL_IDS[letters.toUpperCase()];
  return LEVEL_WORDS.find(([pattern]) => pattern.test(text))?.[1];
}

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
  return new Map([...names].map(([name, { id }]) => [name, id]));
}

/** Languages with levels in the lines of a section about them. A level belongs to the language before it, or else to the next. */
export function findLanguages(
  lines: readonly TextLine[],
  catalog: readonly CatalogName[],
): { languageId: number; languageLevelId?: number }[] {
  const names = toNames(catalog);
  const found = new Map<number, number | undefined>();
  let heading = '';
  for (const line of lines) {
    const text = lineText(line);
    const words = [...text.matchAll(/\p{L}+/gu)];
    const mentions = words.filter(
      ([word]) =>
        names.has(word.toLowerCase()) || names.has(word.toLowerCase().replace(/(?:kenntnisse|e)$/, '')),
    );
    if (mentions.length === 0) {
      // In a table by levels, the level is above the languages.
      heading = readLanguageLevel(text) === undefined ? '' : text;
      const last = [...found.keys()].at(-1);
      if (last !== undefined && found.get(last) === undefined) found.set(last, readLanguageLevel(text));
      continue;
    }
    mentions.forEach((mention, index) => {
      const word = mention[0].toLowerCase();
      const id = names.get(word) ?? names.get(word.replace(/(?:kenntnisse|e)$/, ''))!;
      const before = text.slice(
        index === 0 ? 0 : mentions[index - 1]!.index + mentions[index - 1]![0].length,
        mention.index,
      );
      const after = text.slice(mention.index + mention[0].length, mentions[index + 1]?.index);
      // "Muttersprache: Deutsch" and "gute Englischkenntnisse" name the level first.
      const leads =
        index === 0 && readLanguageLevel(before) !== undefined && readLanguageLevel(after) === undefined;
      const shared = mentions
        .slice(index)
        .map((later, offset) =>
          text.slice(later.index + later[0].length, mentions[index + offset + 1]?.index),
        )
        .find((part) => readLanguageLevel(part) !== undefined);
      const level =
        readLanguageLevel(after) ??
        (leads ? readLanguageLevel(before) : undefined) ??
        (shared === undefined ? undefined : readLanguageLevel(shared)) ??
        (index > 0 ? undefined : readLanguageLevel(heading));
      if (!found.has(id)) found.set(id, level);
    });
  }
  return [...found].map(([languageId, languageLevelId]) => ({ languageId, languageLevelId }));
}
