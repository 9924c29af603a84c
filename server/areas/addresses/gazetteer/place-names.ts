import anyAscii from 'any-ascii';

// Names of places in German, French and Italian as people type them: with and without umlauts, abbreviated or not.

const ABBREVIATIONS: readonly [RegExp, string][] = [
  [/\b(st|saint|sainte|ste)\b/g, 'sankt'],
  [/\ba d\b/g, 'an der'],
  [/\bi d\b/g, 'in der'],
  [/\ba\b/g, 'am'],
  [/\bi\b/g, 'im'],
  [/\bb\b/g, 'bei'],
];

/** What the places are called elsewhere, under the form that `toPlaceKey` gives both. */
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
 * The form in which two spellings of one place are equal: München, Muenchen, Munich and MUNCHEN; St. Gallen and
 * Sankt Gallen. Empty when nothing is left.
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
  // The e of a written-out umlaut; Neuenburg loses one as well, on both sides of every comparison.
  return text.replaceAll(/([aou])e/g, '$1');
}

/** Whether two keys can mean one place: equal, or one goes on where the other ends (Halle, Halle (Saale)). */
export function agree(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}
