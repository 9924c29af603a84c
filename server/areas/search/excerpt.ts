import { finds, findsWhole, type QueryWord } from './query-words.ts';
import { FIELDS, type Field, type Place, placesOf, type SearchText } from './terms.ts';

const BEFORE = 60;
const AFTER = 100;

/** Where a word was found. */
interface Match {
  field: Field;
  /** The text around the place, on one line. */
  excerpt: string;
  /** The place in the excerpt. */
  start: number;
  length: number;
}

/** A match, and the text that it is from. */
interface Finding {
  match: Match;
  text: SearchText;
}

/** See findMatches. */
export function matchesOf(...search: Parameters<typeof findMatches>): Match[] {
  return findMatches(...search).map(({ match }) => match);
}

/**
 * Where each word is found, at the place that says most. Of a part of a word, that is the place of the whole, wherever it is. A word that is found nowhere has no match: the candidate has changed
 * since it was indexed. `nameOf` returns the name of a profession or qualification by its id.
 */
export function findMatches(
  words: readonly QueryWord[],
  texts: readonly SearchText[],
  nameOf: (field: Field, id: number) => string,
): Finding[] {
  const sorted = FIELDS.flatMap((field) => texts.filter((text) => text.field === field));
  const found = new Map<QueryWord, Finding>();
  let missing = words;
  for (const text of sorted) {
    if (missing.length === 0) break;
    for (const place of placesOf(text)) {
      const isBest = (word: QueryWord) =>
        findsWhole(word, place) || (word.whole === undefined && found.has(word));
      const here = missing.filter(
        (word) => findsWhole(word, place) || (!found.has(word) && finds(word, place)),
      );
      if (here.length === 0) continue;
      for (const word of here) found.set(word, { match: toMatch(text, place, nameOf), text });
      // A part of a word is looked for until the whole word is found.
      missing = missing.filter((word) => !isBest(word));
      if (missing.length === 0) break;
    }
  }
  return distinct(words.flatMap((word) => found.get(word) ?? []));
}

function toMatch(
  { field, text }: SearchText,
  place: Place,
  nameOf: (field: Field, id: number) => string,
): Match {
  if (field !== 'profession' && field !== 'qualification') return { field, ...cut(text, place) };
  const name = nameOf(field, Number(text));
  return { field, excerpt: name, start: 0, length: name.length };
}

/** Cuts the text around a place, between words if there are any, and marks the ends that were cut. */
function cut(text: string, { start, length }: Place): Omit<Match, 'field'> {
  let from = Math.max(0, start - BEFORE);
  let until = Math.min(text.length, start + length + AFTER);
  if (from > 0) {
    const space = text.slice(from, start).search(/\s/);
    from = space === -1 ? start : from + space + 1;
  }
  if (until < text.length) {
    const space = text.slice(start + length, until).search(/\s\S*$/);
    until = space === -1 ? start + length : start + length + space;
  }
  const opening = from > 0 ? '… ' : '';
  const closing = until < text.length ? ' …' : '';
  const excerpt = opening + text.slice(from, until).replaceAll(/\s/g, ' ') + closing;
  return { excerpt, start: start - from + opening.length, length };
}

/** Two words of one name are found in the same excerpt, but at different places. */
function distinct(findings: Finding[]): Finding[] {
  return findings.filter(
    ({ match }, index) =>
      !findings
        .slice(0, index)
        .some(
          ({ match: other }) =>
            other.field === match.field && other.excerpt === match.excerpt && other.start === match.start,
        ),
  );
}
