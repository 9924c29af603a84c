// How RTF files before Unicode write letters: in the code page of the file, or in that of the font.

/** The header with the table of fonts is in this part of a file. */
const HEADER_LENGTH = 200_000;
/** Control words between the number of a font and its charset. */
const FONT = /\\f(\d{1,5})(?:\s*\\[a-z]+-?\d*){0,8}?\s*\\fcharset(\d{1,3})/g;
/** By the charsets of Windows. 0 and 1 are the code page of the file. Those with several bytes for a letter are left out. */
const CHARSETS: Readonly<Record<string, string>> = {
  77: 'macintosh',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const OTHER_PAGES: Readonly<Record<string, string>> = { 874: 'windows-874', 10000: 'macintosh' };

type Decoder = InstanceType<typeof TextDecoder>;

export interface Encodings {
  ofFile: Decoder;
  /** By the numbers of the fonts that have a charset of their own. */
  ofFonts: ReadonlyMap<string, Decoder>;
  /** The number of the font of text that names none. */
  usualFont: string;
}

export function readEncodings(source: string): Encodings {
  const header = source.slice(0, HEADER_LENGTH);
  const page = /\\ansicpg(\d+)/.exec(header)?.[1];
  const named = /^125\d$/.test(page ?? '') ? `windows-${page}` : OTHER_PAGES[page ?? ''];
  const ofFonts = new Map<string, Decoder>();
  for (const [, font, charset] of header.matchAll(FONT)) {
    const name = CHARSETS[charset!];
    if (name !== undefined) ofFonts.set(font!, new TextDecoder(name));
  }
  const isMac = /\\mac(?![a-z])/.test(header.slice(0, 100));
  return {
    ofFile: new TextDecoder(named ?? (isMac ? 'macintosh' : 'windows-1252')),
    ofFonts,
    usualFont: /\\deff(\d{1,5})/.exec(header)?.[1] ?? '',
  };
}
