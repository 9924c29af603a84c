import { toUtcDateTime } from '../../core/http/formats.ts';
import { trimText } from '../../core/http/normalization.ts';
import type { Names } from './names.ts';
import type { Property } from './properties.ts';
import { toTimeOfZone } from './time-zone.ts';

/** A value of a body, or what a cell must be, as the end of a sentence. */
type Reading = { value: unknown } | { fault: string };

const YES = new Set(['ja', 'j', 'yes', 'y', 'true', 'wahr', 'x', '1']);
const NO = new Set(['nein', 'n', 'no', 'false', 'falsch', '-', '0']);

/** What a cell means outside its own text. */
export interface CellContext {
  names: Names;
  /** That of times without one. */
  timeZone: string;
}

/** Reads the text of a cell, which is not empty. Faults never repeat the text. */
export function readValue(
  text: string,
  { kind, reference }: Property,
  { names, timeZone }: CellContext,
): Reading {
  switch (kind) {
    case 'flag':
      return readFlag(text);
    case 'integer':
    case 'number':
      return readNumber(text);
    case 'date':
      return readDate(text);
    case 'time':
      return readTime(text, timeZone);
    case 'reference':
      return readReference(text, reference!, names);
    default:
      return { value: text };
  }
}

function readFlag(text: string): Reading {
  const word = text.toLowerCase();
  if (YES.has(word)) return { value: true };
  return NO.has(word)
    ? { value: false }
    : { fault: 'must be ja or nein, yes or no, true or false, or 1 or 0.' };
}

const AMOUNT = /^(-?)(\d+|\d{1,3}(?:\.\d{3})+),(\d+)$|^(-?\d+(?:\.\d+)?)$|^(-?\d{1,3}(?:,\d{3})+\.\d+)$/;

/** "3.200" and "3,200": a group of thousands in one notation, three decimals in the other. No group begins with a zero. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/** Reads German and English notation, and rejects what both accept with different values. */
function readNumber(text: string): Reading {
  const amount = text.replace(/^(?:€|eur)\s*|\s*(?:€|eur|euro|km|std\.?|h)$/i, '').trim();
  const match = AMOUNT.exec(amount);
  if (match === null || AMBIGUOUS.test(amount)) {
    return { fault: 'must be a number that can be read in one way only, such as 3200, 3200,50 or 3200.50.' };
  }
  const [, sign, whole, decimals, plain, english] = match;
  if (whole !== undefined) return { value: Number(`${sign}${whole.replaceAll('.', '')}.${decimals}`) };
  return { value: Number(plain ?? english!.replaceAll(',', '')) };
}

const GERMAN_DATE = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?\s+(.+))?$/;

/** A date and what follows it, or undefined. Whether the date exists is checked with the body. */
function splitDate(text: string): { date: string; rest: string | undefined } | undefined {
  const german = GERMAN_DATE.exec(text);
  if (german !== null) {
    const [, day, month, year, rest] = german;
    return { date: `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`, rest };
  }
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](.+))?$/i.exec(text);
  return iso === null ? undefined : { date: iso[1]!, rest: iso[2] };
}

function readDate(text: string): Reading {
  const parts = splitDate(text);
  // Databases export dates as midnight.
  const isDay = parts !== undefined && (parts.rest === undefined || /^0?0:00(:00(\.0+)?)?$/.test(parts.rest));
  if (!isDay || toUtcDateTime(`${parts.date}T00:00`) === undefined) {
    return { fault: 'must be an existing date such as 17.05.1990 or 1990-05-17.' };
  }
  return { value: parts.date };
}

const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{0,2})$/i;

/** A day without a time is midnight in UTC: the same day in UTC, in which days are counted, and on a clock in Europe. */
function readTime(text: string, timeZone: string): Reading {
  const parts = splitDate(text);
  const time = parts?.rest?.replace(/\s*Uhr$/i, '').replace(/^\d:/, '0$&') ?? '00:00';
  const utc = parts === undefined ? undefined : toUtcDateTime(`${parts.date}T${time}`);
  if (utc === undefined)
    return {
      fault: 'must be a date or a time such as 03.02.2019, 03.02.2019 14:30, or 2019-02-03T14:30:00Z.',
    };
  const isLocal = parts?.rest !== undefined && timeZone !== 'UTC' && !HAS_ZONE.test(time);
  return { value: isLocal ? toTimeOfZone(new Date(utc), timeZone).toISOString() : utc };
}

function readReference(text: string, kind: string, names: Names): Reading {
  const id = names.find(kind, text);
  return id === undefined ? { fault: names.explain(kind, text) } : { value: id };
}

/**
 * Splits a list at commas, semicolons, bars, and line breaks, but not inside parentheses. Looks at each character once, because a
 * cell can have a million.
 */
export function splitList(text: string, separators = ',;|\n'): string[] {
  const entries: string[] = [];
  let end = text.length;
  // Read from the end: a separator is inside parentheses if the nearest one to its right closes.
  let isInside = false;
  for (let index = text.length - 1; index >= 0; index--) {
    const character = text[index]!;
    if (character === ')') isInside = true;
    else if (character === '(') isInside = false;
    else if (!isInside && separators.includes(character)) {
      entries.push(text.slice(index + 1, end));
      end = index;
    }
  }
  entries.push(text.slice(0, end));
  return entries
    .reverse()
    .map(trimText)
    .filter((entry) => entry !== '');
}

/** Its blanks are not line breaks, which separate: many of them would be read again from each one. */
const QUOTED_ENTRY = /(^|[,;|\n])[^\S\n]*"((?:[^"]|"")+)"[^\S\n]*(?=[,;|\n]|$)/;

/** As `splitList`. An entry that begins and ends with a quote can contain separators, and quotes that are doubled. */
export function splitQuoted(text: string): string[] {
  const parts: string[][] = [];
  let rest = text;
  for (;;) {
    const quoted = QUOTED_ENTRY.exec(rest);
    parts.push(splitList(quoted === null ? rest : rest.slice(0, quoted.index)));
    if (quoted === null) return parts.flat();
    parts.push([trimText(quoted[2]!.replaceAll('""', '"'))]);
    rest = rest.slice(quoted.index + quoted[0].length);
  }
}
