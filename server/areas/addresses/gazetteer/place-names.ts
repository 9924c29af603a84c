import anyAscii from 'any-ascii';

// Place names in German, French, and Italian as people type them: with or without umlauts, abbreviated or not.

const ABBREVIATIONS: readonly [RegExp, string][] = [
  [/\b(st|saint|sainte|ste)\b/g, 'sankt'],
  [/\ba d\b/g, 'an der'],
  [/\bi d\b/g, 'in der'],
  [/\ba\b/g, 'am'],
  [/\bi\b/g, 'im'],
  [/\bb\b/g, 'bei'],
];

/** Names of places in other languages, mapped to the local name. Both are folded. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Munich: 'München',
    Cologne: 'Köln',
    Nuremberg: 'Nürnberg',
    Hanover: 'Hannover',
    Brunswick: 'Braunschweig',
    Vienna: 'Wien',
    Geneva: 'Genève',
    Genf: 'Genève',
    Lucerne: 'Luzern',
    Basle: 'Basel',
    Berne: 'Bern',
    Biel: 'Biel/Bienne',
    Bienne: 'Biel/Bienne',
    Sitten: 'Sion',
  }).map(([other, name]) => [fold(other), fold(name)]),
);

/**
 * A key that is the same for all spellings of a place: München, Muenchen, Munich, and MUNCHEN; St. Gallen and Sankt Gallen.
 * Empty if the name has no letters or digits.
 */
export function toPlaceKey(name: string): string {
  const key = fold(name);
  return OTHER_NAMES.get(key) ?? key;
}

function fold(name: string): string {
  let text = anyAscii(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
  for (const [pattern, word] of ABBREVIATIONS) text = text.replaceAll(pattern, word);
  // Removes the e of a transcribed umlaut. Neuenburg also loses an e, but on both sides of every comparison.
  return text.replaceAll(/([aou])e/g, '$1');
}

/** Whether two keys can mean the same place: they are equal, or one extends the other (Halle, Halle (Saale)). */
export function namesMatch(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}
