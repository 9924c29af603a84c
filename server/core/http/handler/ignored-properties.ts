import { truncate } from '../../text/truncate.ts';
import type { Fault } from '../errors.ts';

const MAXIMUM_NAMES = 50;
// Clients and proxies reject responses whose headers exceed 8 or 16 KiB. The names must not cause that.
const MAXIMUM_HEADER_LENGTH = 4000;
const MAXIMUM_NAME_LENGTH = 100;

// RFC 7240, section 2: preferences are separated by commas, their parameters by semicolons. Quoted texts can contain both.
// A quote that is not closed ends with the header, so that matching takes linear time.
const PREFERENCES = /(?:"(?:\\.?|[^"\\])*(?:"|$)|[^",])+/g;
const HANDLING = /^\s*handling\s*=\s*(?:"([^"]*)"|([^\s;]*))\s*(?:;|$)/i;

/** Whether a Prefer header asks to reject unknown properties. If it has the preference several times, the first one counts. */
export function asksForStrictHandling(prefer: string | string[] | undefined): boolean {
  if (prefer === undefined) return false;
  for (const [preference] of String(prefer).matchAll(PREFERENCES)) {
    const [, quoted, token] = HANDLING.exec(preference) ?? [];
    const value = quoted ?? token;
    if (value !== undefined) return value.toLowerCase() === 'strict';
  }
  return false;
}

export function unknownPropertyFaults(names: readonly string[]): Fault[] {
  return names.map((property) => ({
    property,
    code: 'unknownProperty',
    message: `${property} is not a property of this operation. Omit it, or do not request strict handling.`,
  }));
}

/** The value of Ignored-Properties, with as many of the names as fit. */
export function ignoredNames(names: readonly string[]): string {
  let text = '';
  for (const name of names.slice(0, MAXIMUM_NAMES)) {
    const longer = text === '' ? headerSafe(name) : `${text}, ${headerSafe(name)}`;
    if (longer.length > MAXIMUM_HEADER_LENGTH) break;
    text = longer;
  }
  return text;
}

// A property name can contain any character. A header value cannot.
function headerSafe(name: string): string {
  return truncate(name, MAXIMUM_NAME_LENGTH)
    .toWellFormed()
    .replaceAll(/[^\w.[\]-]/gu, (character) => encodeURIComponent(character));
}
