import { type TextLine, toLine } from './lines.ts';

/** Text as UTF-8, as UTF-16 with a byte order mark, or else as windows-1252. Undefined for what is no text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  let controls = 0;
  for (const byte of bytes.subarray(0, 4096)) if (byte < 32 && ![9, 10, 12, 13].includes(byte)) controls += 1;
  if (controls > 0) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function readPlain(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let hasGap = false;
  for (const source of text.split(/\r\n|[\n\r\f]/)) {
    const isRule = /^\s*[-=_*~.]{3,}\s*$/.test(source);
    const indent = /^\s*/.exec(source)![0].length;
    const line: TextLine | undefined = isRule
      ? undefined
      : toLine([{ x: indent / 100, text: source.trim() }], { hasGapBefore: hasGap });
    hasGap = line === undefined && !isRule;
    if (line !== undefined) lines.push(line);
  }
  return lines;
}
