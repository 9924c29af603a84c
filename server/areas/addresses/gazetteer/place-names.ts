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

/** Names of places in other languages, mapped to the local name. Both are keys. */
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
  }).map(([other, name]) => [toPlaceKey(other), toPlaceKey(name)]),
);

/**
 * A key that is the same for all spellings of a place: München, Muenchen, and MUNCHEN; St. Gallen and Sankt Gallen. Empty if
 * the name has no letters or digits.
 */
export function toPlaceKey(name: string): string {
  let text = anyAscii(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
  for (const [pattern, word] of ABBREVIATIONS) text = text.replaceAll(pattern, word);
  // Removes the e of a transcribed umlaut. Neuenburg also loses an e, but on both sides of every comparison.
  return text.replaceAll(/([aou])e/g, '$1');
}

/**
 * The keys that a name can have in the table: its own, and that of the local name, such as München for Munich. Only names that
 * someone has entered have the second one. If the names of the table had it, Berne in Lower Saxony would be a Bern.
 */
export function possibleKeys(name: string): string[] {
  const key = toPlaceKey(name);
  const local = OTHER_NAMES.get(key);
  return local === undefined ? [key] : [key, local];
}

/** A name with nothing folded but case and spaces. */
export function spellingOf(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

// The start of an addition that distinguishes a town from its namesakes: `(Saale)`, `/ Saale`, `am Main`, `a. M.`, `i. Br.`
const ADDITION = /\s*[/(,]|\s(?=(?:a|am|an|auf|b|bei|i|im|in|ob|unter|vor)[\s.])/iu;
const FILLERS = new Set('am an auf bei dem den der die im in ob unter vor'.split(' '));

/** The name without its addition, or the whole name if it has none. */
export function stemOf(name: string): string {
  const start = name.search(ADDITION);
  return start > 0 ? name.slice(0, start) : name;
}

/** Whether a name has the addition of another, which may be shortened: Frankfurt a. M. has that of Frankfurt am Main. */
export function hasAdditionOf(typed: string, name: string): boolean {
  const [short, long] = [additionWords(typed), additionWords(name)];
  return short.length <= long.length && short.every((word, index) => long[index]!.startsWith(word));
}

function additionWords(name: string): string[] {
  const words = toPlaceKey(name.slice(stemOf(name).length)).split(' ');
  return words.filter((word) => word !== '' && !FILLERS.has(word));
}

/** Whether two keys can mean the same place: they are equal, or one extends the other (Halle, Halle (Saale)). */
function namesMatch(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);
}

/** Whether a row with this name can be a place with one of these keys. */
export function isNamed(name: string, keys: readonly string[]): boolean {
  const key = toPlaceKey(name);
  return keys.some((one) => namesMatch(key, one));
}
