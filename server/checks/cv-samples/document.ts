export type SampleLanguage = 'de' | 'en';
export type SampleFormat = 'pdf' | 'docx' | 'odt' | 'rtf' | 'txt';
export type HeadingStyle = 'bold' | 'capitals' | 'spaced' | 'box' | 'underlined' | 'colon';

/** What the writers of all formats support. Widths are shares of the column. */
export type Block =
  | { kind: 'title'; text: string; centered?: boolean }
  | { kind: 'line'; text: string; bold?: boolean; small?: boolean; centered?: boolean }
  | { kind: 'heading'; text: string; style: HeadingStyle }
  | { kind: 'row'; cells: string[]; widths: number[]; bold?: boolean; alignsRight?: boolean }
  | { kind: 'bullet'; text: string; sign: string }
  | { kind: 'gap' }
  | { kind: 'pageBreak' };

export interface SampleDocument {
  /** Above the columns, as wide as the page. */
  head: Block[];
  main: Block[];
  /** A narrow column beside `main`. */
  side?: { place: 'left' | 'right'; blocks: Block[] };
  photo: boolean;
  pageHeader?: string;
  pageFooter?: (page: number) => string;
}

/** Spaces between letters and more of them between words, as in a heading typed like that. */
export function spaceLetters(text: string): string {
  return text
    .toUpperCase()
    .split(' ')
    .map((word) => [...word].join(' '))
    .join('   ');
}
