import { lineText, type TextLine } from '../text/lines.ts';
import { type FoundPeriod, findPeriods, toFirstDay, toLastDay } from './dates.ts';
import { hasLegalForm, placeScore } from './evidence.ts';

/** One entry of a list of jobs or educations. */
export interface Entry {
  title: string;
  place: string;
  city?: string;
  fromDate?: string;
  untilDate?: string;
  isCurrent: boolean;
  description?: string;
}

type Role = 'title' | 'place' | 'dates' | 'description';

interface Chunk {
  text: string;
  role?: Role;
}

interface Block {
  period: FoundPeriod;
  before: TextLine[];
  /** What stands on the line of the dates beside them. */
  beside: string[];
  after: TextLine[];
}

const LABELS: readonly [Role, RegExp][] = [
  ['dates', /^(?:zeitraum|datum|dates?(?: \(from . to\))?|von . bis|period|dauer)$/i],
  [
    'title',
    /^(?:beruf oder funktion|funktion|position|tätigkeit als|stelle|berufsbezeichnung|occupation or position held|job title|role|title of qualification awarded|bezeichnung der (?:erworbenen )?qualifikation|abschluss|ausbildung zu[rm]?|degree|qualification)$/i,
  ],
  [
    'place',
    /^(?:(?:name (?:und adresse )?des )?arbeitgebers?|firma|unternehmen|betrieb|(?:name (?:and address )?of )?employer|company|organi[sz]ation|schule|institution|hochschule|ausbildungsbetrieb|school|university|bildungseinrichtung|name und art der bildungs.*|name and type of organi[sz]ation.*)$/i,
  ],
  [
    'description',
    /^(?:tätigkeiten|aufgaben|(?:haupt)?tätigkeiten und (?:zuständigkeiten|verantwortlichkeiten)|main activities(?: and responsibilities)?|responsibilities|aufgabenbereich|tasks|branche|schwerpunkte?)$/i,
  ],
];
const MAXIMUM_HEAD_LINES = 3;
const MAXIMUM_ENTRIES = 60;
const MAXIMUM_DESCRIPTION = 5000;
const STRONG = /\s+(?:bei(?:m| der)?|at|@)\s+(?=\S)|\s+\|\s+|\s+[–—·•]\s+|\s+-\s+|\s*;\s+/u;
const COMPANY_TAIL = /^(?:inc|ltd|llc|llp|plc|corp|co|gmbh|ag)\b\.?/i;

/**
 * Entries of a section. Every entry has its dates in the same place of its head, so the first one tells how many
 * lines of a head stand above its dates, and the shortest one how many stand below. `titleScore` tells titles
 * from places; where words tell nothing, the order that the other entries of the section have.
 */
export function readEntries(
  lines: readonly TextLine[],
  titleScore: (text: string) => number,
  acceptsPoints: boolean,
): Entry[] {
  const blocks = toBlocks(lines, acceptsPoints);
  const after = standsOnOneLine(blocks, titleScore)
    ? 0
    : Math.min(...blocks.map(({ after }) => headLinesOf(after)));
  const heads = blocks.map((block) => toChunks(block, after));
  const difference = (first: string, second: string) =>
    placeScore(first) - titleScore(first) - placeScore(second) + titleScore(second);
  let tendency = 0;
  for (const { chunks } of heads) {
    const [first, second] = chunks.filter(({ role }) => role === undefined);
    if (first !== undefined && second !== undefined)
      tendency += Math.max(-4, Math.min(4, difference(first.text, second.text)));
  }
  return heads.flatMap(({ chunks, description }, index): Entry[] => {
    const { period } = blocks[index]!;
    let title = chunks.find(({ role }) => role === 'title')?.text;
    let place = chunks.find(({ role }) => role === 'place')?.text;
    const open = chunks.filter(({ role }) => role === undefined);
    if (title === undefined && place === undefined && open.length >= 2) {
      const evidence = difference(open[0]!.text, open[1]!.text);
      const isPlaceFirst = Math.sign(tendency) * 3 + evidence > 0;
      [title, place] = isPlaceFirst ? [open[1]!.text, open[0]!.text] : [open[0]!.text, open[1]!.text];
      if (open[2] !== undefined) place = `${place}, ${open[2].text}`;
    } else if (open.length > 0) {
      if (title === undefined && place === undefined) {
        const [only] = open;
        if (placeScore(only!.text) > titleScore(only!.text)) place = only!.text;
        else title = only!.text;
      } else if (title === undefined) title = open[0]!.text;
      else place ??= open[0]!.text;
    }
    if (title === undefined && place === undefined) return [];
    const [name, city] = splitCity(trim(place ?? ''));
    return [
      {
        title: trim(title ?? ''),
        place: name,
        city,
        fromDate: period.from && toFirstDay(period.from),
        untilDate: period.until && toLastDay(period.until),
        isCurrent: period.isCurrent,
        description: description === '' ? undefined : description.slice(0, MAXIMUM_DESCRIPTION),
      },
    ];
  });
}

function trim(text: string): string {
  return text.replace(/^[\s,;:|–—·-]+|[\s,;:|–—·-]+$/gu, '').replace(/^\((.*)\)$/, '$1');
}

/** The stretch of time that a line of a head shows at its beginning or end, or in a cell of its own. */
function headPeriod(
  line: TextLine,
  acceptsPoints: boolean,
): { period: FoundPeriod; beside: string[] } | undefined {
  if (line.isBullet) return undefined;
  for (const [index, cell] of line.cells.entries()) {
    const text = cell.text;
    for (const period of findPeriods(text)) {
      if (period.isPoint && !acceptsPoints) continue;
      const before = text
        .slice(0, period.start)
        .replace(/[\s([{,|:;–—-]+$/u, '')
        .replace(/\b(?:von|from)$/i, '')
        .trim();
      const rest = text
        .slice(period.end)
        .replace(/^[\s)\]},|:;.–—-]+/u, '')
        .trim();
      const isAtEdge = before === '' || rest === '' || /^\([^)]*\)$/.test(rest);
      // A year at the end of a sentence is no date of an entry.
      if (!isAtEdge || (period.isPoint && before !== '' && text.length > 90) || before.split(' ').length > 14)
        continue;
      const others = line.cells.filter((_, place) => place !== index).map((other) => other.text);
      const own = [
        before,
        /^\([^)]*(?:jahre?|monate?|years?|months?)[^)]*\)$/i.test(rest) ? '' : rest,
      ].filter((part) => part !== '');
      return { period, beside: index === 0 ? [...own, ...others] : [...others, ...own] };
    }
  }
  return undefined;
}

function toBlocks(lines: readonly TextLine[], acceptsPoints: boolean): Block[] {
  const hasStretches = lines.some((line) => headPeriod(line, false) !== undefined);
  const found = lines.flatMap((line, index) => {
    const head = headPeriod(line, acceptsPoints || !hasStretches);
    return head === undefined ? [] : [{ ...head, index }];
  });
  const first = found[0];
  if (first === undefined) return [];
  let above = first.index;
  if (above > MAXIMUM_HEAD_LINES || lines.slice(0, above).some((line) => line.isBullet)) {
    const gap = lines.slice(0, above + 1).findLastIndex((line) => line.hasGapBefore);
    above = gap === -1 || above - gap > MAXIMUM_HEAD_LINES ? 0 : above - gap;
  }
  return found.slice(0, MAXIMUM_ENTRIES).map(({ period, beside, index }, order) => {
    const next = found[order + 1];
    const start = Math.max(index - above, order === 0 ? 0 : found[order - 1]!.index + 1);
    return {
      period,
      before: lines.slice(start, index),
      beside: beside.filter((text) => roleOfLabel(text) === undefined),
      after: lines.slice(
        index + 1,
        next === undefined ? lines.length : Math.max(index + 1, next.index - above),
      ),
    };
  });
}

function roleOfLabel(text: string): Role | undefined {
  const plain = text.replace(/\s*:\s*$/, '').trim();
  return LABELS.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** Whether most entries tell title and place together on the line of the dates, so that what follows is description. */
function standsOnOneLine(blocks: readonly Block[], titleScore: (text: string) => number): boolean {
  const single = blocks.filter(({ before, beside }) => before.length === 0 && beside.length === 1);
  const complete = single.filter(({ beside }) => {
    const parts = splitOne(beside[0]!);
    const titles = parts.filter((part) => titleScore(part) > placeScore(part)).length;
    return (
      titles > 0 &&
      (parts.length > 2 || (parts.length === 2 && parts.some((part) => placeScore(part) > titleScore(part))))
    );
  });
  return single.length === blocks.length && complete.length > blocks.length / 2;
}

/** A line as a chunk, with the role that its label gives. */
function toChunk(line: TextLine): Chunk {
  const [first, ...rest] = line.cells;
  if (first !== undefined && rest.length > 0) {
    const role = roleOfLabel(first.text);
    if (role !== undefined) return { role, text: rest.map(({ text }) => text).join(', ') };
  }
  const text = lineText(line);
  const colon = text.indexOf(':');
  const role = colon > 0 ? roleOfLabel(text.slice(0, colon)) : undefined;
  return role === undefined ? { text } : { role, text: text.slice(colon + 1).trim() };
}

/** Lines below the dates that may still be head: up to the first bullet, gap or running text. */
function headLinesOf(after: readonly TextLine[]): number {
  const end = after.findIndex(
    (line, index) => line.isBullet || (line.hasGapBefore && index > 0) || lineText(line).length > 110,
  );
  return Math.min(end === -1 ? after.length : end, MAXIMUM_HEAD_LINES);
}

function toChunks(block: Block, afterLines: number): { chunks: Chunk[]; description: string } {
  const labelled = block.after.map(toChunk);
  const chunks: Chunk[] = [...block.before.map(toChunk), ...block.beside.map((text): Chunk => ({ text }))];
  const rest: string[] = [];
  const hasLabels = labelled.some(({ role }) => role === 'title');
  let taken = 0;
  for (const [index, chunk] of labelled.entries()) {
    const isEnough = chunks.length >= 2 || (chunks.length === 1 && splitStrongly(chunks[0]!.text).length > 1);
    if (chunk.role === 'title' || chunk.role === 'place') chunks.push(chunk);
    else if (chunk.role === 'description') rest.push(chunk.text);
    else if (hasLabels || isEnough || index >= afterLines || taken !== index) rest.push(chunk.text);
    else {
      chunks.push(chunk);
      taken += 1;
    }
  }
  const description = rest.join('\n');
  if (chunks.length === 1 && chunks[0]!.role === undefined)
    return { chunks: splitOne(chunks[0]!.text).map((text) => ({ text })), description };
  return { chunks: chunks.filter(({ text, role }) => trim(text) !== '' && role !== 'dates'), description };
}

function splitStrongly(text: string): string[] {
  return text
    .split(STRONG)
    .map(trim)
    .filter((part) => part !== '');
}

/** A head on one line: parted by signs or prepositions, else by colon or commas. */
function splitOne(text: string): string[] {
  const strong = splitStrongly(text);
  if (strong.length > 1) return strong.slice(0, 3);
  const colon = text.split(/:\s+/).map(trim);
  if (colon.length === 2 && colon.every((part) => part !== '')) return colon;
  const parts: string[] = [];
  for (const part of text.split(/,\s+/).map(trim)) {
    if (parts.length > 0 && COMPANY_TAIL.test(part)) parts[parts.length - 1] += `, ${part}`;
    else parts.push(part);
  }
  if (parts.length === 1) {
    // "Lagerhelfer (Firma GmbH)" puts the one into parentheses.
    const match = /^(.+?)\s+\(([^)]{4,})\)$/.exec(text);
    if (match !== null && placeScore(match[2]!) > 0) return [match[1]!, match[2]!];
  }
  return parts.length > 3 ? [parts[0]!, parts[1]!, parts[2]!] : parts;
}

const CITY =
  /^\p{Lu}[\p{L}.'’-]*(?:[ /](?:an der|am|im|in|ob der|bei|\p{Lu}[\p{L}.'’-]+)){0,3}(?: \(\p{Lu}[\p{L}. ]+\))?$/u;

/** "Employer, City" and "Employer | City"; the tail of a company's name is none. */
export function splitCity(text: string): [name: string, city: string | undefined] {
  const match = /^(.+?)(?:,\s+|\s+\|\s+|\s+in\s+(?=\p{Lu}))([^,|]+)(?:,\s*(?:[A-Z]{2}|\p{Lu}\p{L}+))?$/u.exec(
    text,
  );
  if (match === null) return [text, undefined];
  const comma = text.lastIndexOf(', ');
  const tail = comma === -1 ? match[2]! : text.slice(comma + 2);
  const name = comma === -1 ? match[1]! : text.slice(0, comma);
  if (COMPANY_TAIL.test(tail) || hasLegalForm(` ${tail}`) || tail.length > 40 || !CITY.test(tail))
    return [text, undefined];
  return [name, tail];
}
