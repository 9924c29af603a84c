import { decodeBytes } from '../../../../core/text/decode.ts';
import { isRule, type TextCell, type TextLine, toLine } from './lines.ts';

/** Bytes that show whether a file is text: binary formats have control characters in their headers. */
const HEAD_BYTES = 4096;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const FORM_FEED = 0x0c;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TEXT_CONTROLS = new Set([TAB, LINE_FEED, FORM_FEED, CARRIAGE_RETURN]);
/** Letters for each unit of x. Only the order of indents matters. */
const LETTERS_PER_X = 100;

/** Decodes UTF-8, UTF-16 with a byte order mark, or else windows-1252. Undefined if the bytes are not text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, HEAD_BYTES).some((byte) => byte < SPACE && !TEXT_CONTROLS.has(byte)))
    return undefined;
  return decodeBytes(bytes);
}

/** In points, less one for each level of a heading in Markdown. Only the order of sizes matters. */
const HEADING_SIZE = 20;

/** "**Firma**" and "*2019 – 2021*" in Markdown. */
function withoutEmphasis(text: string): string {
  return text
    .replaceAll(/(\*\*|__)(?=\S)(.{1,200}?)(?<=\S)\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=[^\s*])([^*]{1,200}?)(?<=\S)\*(?![\w*])/g, '$1');
}

/** What parts the columns of a table that is drawn with signs. */
const FRAME = /[|\u2502\u2503\u2551]/u;
/** A row of such a table: it begins with the sign, has one after several spaces, or one that is only for drawing. */
const FRAMED_ROW = /^\s*\||\s{2}\|\s|[\u2502\u2503\u2551]/u;

/** The texts of a line, at the places where they begin. */
function cellsOf(line: string): TextCell[] {
  const parts = FRAMED_ROW.test(line) ? line.split(FRAME) : [line];
  let start = 0;
  return parts.map((part) => {
    const indent = /^\s*/.exec(part)![0].length;
    const cell = { x: (start + indent) / LETTERS_PER_X, text: withoutEmphasis(part.trim()) };
    start += part.length + 1;
    return cell;
  });
}

export function readPlain(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let hasGap = false;
  for (const source of text.split(/\r\n|[\n\r\f]/)) {
    if (isRule(source)) {
      hasGap = false;
      continue;
    }
    const markdown = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(source);
    if (markdown !== null) {
      const [, signs, text] = markdown;
      const heading = toLine([{ x: 0, text: withoutEmphasis(text!) }], {
        hasGapBefore: true,
        isHeading: true,
        size: HEADING_SIZE - signs!.length,
      });
      if (heading !== undefined) lines.push(heading);
      hasGap = false;
      continue;
    }
    const line = toLine(cellsOf(source), { hasGapBefore: hasGap });
    hasGap = line === undefined;
    if (line !== undefined) lines.push(line);
  }
  return lines;
}
