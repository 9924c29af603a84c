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
  /** What is on the line of the dates beside them. */
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
/** A head has at most title, place and dates, each on a line. What is further from the dates belongs to another entry. */
const MAXIMUM_HEAD_LINES = 3;
/** More than any career has. A file with thousands of dates must not become thousands of entries. */
const MAXIMUM_ENTRIES = 60;
/** Letters. Longer descriptions are cut: they are read on a screen. */
const MAXIMUM_DESCRIPTION_LENGTH = 5000;
/** Letters. A longer line below the dates is running text and not part of the head. */
const MAXIMUM_HEAD_LINE_LENGTH = 110;
/** Letters. A single year in a longer line ends a sentence and does not date an entry. */
const MAXIMUM_LENGTH_AROUND_YEAR = 90;
/** With more words before the dates, the line is a sentence. */
const MAXIMUM_WORDS_BEFORE_DATES = 14;
/** Title, place and city. What a line has beyond these is not used. */
const MAXIMUM_PARTS = 3;
/** Letters. A longer text is a phrase and not the name of a city. */
const MAXIMUM_CITY_LENGTH = 40;
/** Evidence from one entry counts at most this much for the section, so that one clear entry does not outvote the others. */
const MAXIMUM_TENDENCY_PER_ENTRY = 4;
/** What the order in the other entries counts for an entry: as much as a strong word in it (evidence.ts). */
const TENDENCY_WEIGHT = 3;
const STRONG = /\s+(?:bei(?:m| der)?|at|@)\s+(?=\S)|\s+\|\s+|\s+[–—·•]\s+|\s+-\s+|\s*;\s+/u;
const COMPANY_TAIL = /^(?:inc|ltd|llc|llp|plc|corp|co|gmbh|ag)\b\.?/i;

/**
 * Entries of a section. Every entry has its dates in the same place of its head: the first entry shows how many lines
 * of a head are above its dates, and the shortest one how many are below. `titleScore` distinguishes titles from places.
 * Where the words decide nothing, the order in the other entries of the section does.
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
  let tendency = 0;
  for (const { chunks } of heads) {
    const [first, second] = chunks.filter(({ role }) => role === undefined);
    if (first !== undefined && second !== undefined)
      tendency += Math.max(
        -MAXIMUM_TENDENCY_PER_ENTRY,
        Math.min(MAXIMUM_TENDENCY_PER_ENTRY, placeEvidence(first.text, second.text, titleScore)),
      );
  }
  return heads.flatMap(({ chunks, description }, index): Entry[] => {
    const { period } = blocks[index]!;
    const { title, place } = titleAndPlace(chunks, titleScore, Math.sign(tendency) * TENDENCY_WEIGHT);
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
        description: description === '' ? undefined : description.slice(0, MAXIMUM_DESCRIPTION_LENGTH),
      },
    ];
  });
}

/** Labels decide first, then the evidence of the words. `bias` above 0 speaks for places before titles. */
function titleAndPlace(
  chunks: readonly Chunk[],
  titleScore: (text: string) => number,
  bias: number,
): { title?: string; place?: string } {
  const title = chunks.find(({ role }) => role === 'title')?.text;
  const place = chunks.find(({ role }) => role === 'place')?.text;
  const [first, second, third] = chunks.filter(({ role }) => role === undefined).map(({ text }) => text);
  if (first === undefined) return { title, place };
  if (title !== undefined) return { title, place: place ?? first };
  if (place !== undefined) return { title: first, place };
  if (second === undefined)
    return placeScore(first) > titleScore(first) ? { place: first } : { title: first };
  const isPlaceFirst = bias + placeEvidence(first, second, titleScore) > 0;
  const [foundTitle, foundPlace] = isPlaceFirst ? [second, first] : [first, second];
  return { title: foundTitle, place: third === undefined ? foundPlace : `${foundPlace}, ${third}` };
}

/** Above 0 when the first text looks more like a place, compared with the second, than like a title. */
function placeEvidence(first: string, second: string, titleScore: (text: string) => number): number {
  return placeScore(first) - titleScore(first) - placeScore(second) + titleScore(second);
}

function trim(text: string): string {
  return text.replace(/^[\s,;:|–—·-]+|[\s,;:|–—·-]+$/gu, '').replace(/^\((.*)\)$/, '$1');
}

/** The period that a line of a head has at its beginning or end, or in a separate cell. */
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
      const endsSentence = period.isPoint && before !== '' && text.length > MAXIMUM_LENGTH_AROUND_YEAR;
      if (!isAtEdge || endsSentence || before.split(' ').length > MAXIMUM_WORDS_BEFORE_DATES) continue;
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
  const hasPeriods = lines.some((line) => headPeriod(line, false) !== undefined);
  const found = lines.flatMap((line, index) => {
    const head = headPeriod(line, acceptsPoints || !hasPeriods);
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

/** Whether most entries have title and place on the line of the dates, so that what follows is the description. */
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

/** A line as a chunk, with the role that its label says. */
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

/** Number of lines below the dates that can belong to the head: those before the first bullet, gap or running text. */
function headLinesOf(after: readonly TextLine[]): number {
  const end = after.findIndex(
    (line, index) =>
      line.isBullet || (line.hasGapBefore && index > 0) || lineText(line).length > MAXIMUM_HEAD_LINE_LENGTH,
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

/** Parts of a head on one line: separated by signs or prepositions, otherwise by a colon or commas. */
function splitOne(text: string): string[] {
  const strong = splitStrongly(text);
  if (strong.length > 1) return strong.slice(0, MAXIMUM_PARTS);
  const colon = text.split(/:\s+/).map(trim);
  if (colon.length === 2 && colon.every((part) => part !== '')) return colon;
  const parts: string[] = [];
  for (const part of text.split(/,\s+/).map(trim)) {
    if (parts.length > 0 && COMPANY_TAIL.test(part)) parts[parts.length - 1] += `, ${part}`;
    else parts.push(part);
  }
  if (parts.length === 1) {
    // "Lagerhelfer (Firma GmbH)" has the place in parentheses.
    const match = /^(.+?)\s+\(([^)]{4,})\)$/.exec(text);
    if (match !== null && placeScore(match[2]!) > 0) return [match[1]!, match[2]!];
  }
  return parts.slice(0, MAXIMUM_PARTS);
}

const CITY =
  /^\p{Lu}[\p{L}.'’-]*(?:[ /](?:an der|am|im|in|ob der|bei|\p{Lu}[\p{L}.'’-]+)){0,3}(?: \(\p{Lu}[\p{L}. ]+\))?$/u;

/** Splits "Employer, City" and "Employer | City". The end of a company's name, such as "Inc.", is not a city. */
function splitCity(text: string): [name: string, city: string | undefined] {
  const match = /^(.+?)(?:,\s+|\s+\|\s+|\s+in\s+(?=\p{Lu}))([^,|]+)(?:,\s*(?:[A-Z]{2}|\p{Lu}\p{L}+))?$/u.exec(
    text,
  );
  if (match === null) return [text, undefined];
  const comma = text.lastIndexOf(', ');
  const tail = comma === -1 ? match[2]! : text.slice(comma + 2);
  const name = comma === -1 ? match[1]! : text.slice(0, comma);
  if (
    COMPANY_TAIL.test(tail) ||
    hasLegalForm(` ${tail}`) ||
    tail.length > MAXIMUM_CITY_LENGTH ||
    !CITY.test(tail)
  )
    return [text, undefined];
  return [name, tail];
}
