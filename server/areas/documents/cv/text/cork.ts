// The letters of fonts of TeX whose file does not say which they are: they come with the numbers that the font has for them.

/** From the encoding that most European documents have (T1, after the city of Cork). */
const SIGNS: Readonly<Record<string, string>> = {
  '\u0010': '“',
  '\u0011': '”',
  '\u0012': '„',
  '\u0013': '«',
  '\u0014': '»',
  '\u0015': '–',
  '\u0016': '—',
  '\u001b': 'ff',
  '\u001c': 'fi',
  '\u001d': 'fl',
  '\u001e': 'ffi',
  '\u001f': 'ffl',
};

/** Has no meaning in German or English, and is where that encoding has "ß". */
const SHARP_S = /(?<=\p{Ll})ÿ/gu;

/** The text with the letters that are meant. Control characters have no other meaning in a PDF. */
export function fromCork(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return text.replaceAll(/[\u0010-\u0016\u001b-\u001f]/gu, (sign) => SIGNS[sign]!).replaceAll(SHARP_S, 'ß');
}
