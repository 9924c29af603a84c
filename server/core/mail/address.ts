import { truncate } from '../text/truncate.ts';

export interface MailAddress {
  name: string;
  address: string;
}

// Loose on purpose: the mail server of the operator decides. The library that checks addresses of users takes long to load.
const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()\\,;"]+$/;

/** Parses "Name <address>" or an address. Undefined if it is neither. */
export function parseMailAddress(text: string): MailAddress | undefined {
  const [, name = '', inBrackets] = /^([^<>\r\n]*)<([^<>\s]+)>$/.exec(text.trim()) ?? [];
  const address = inBrackets ?? text.trim();
  if (!ADDRESS.test(address)) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address };
}

const LONGEST_LINE = 200;

/** One line for a header: without line breaks, which would begin another header, and other control characters. */
export function toHeaderText(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return truncate(line, LONGEST_LINE).toWellFormed();
}
