import { isSameColumn, lineText, type TextLine } from '../text/lines.ts';
import { findPeriods } from './dates.ts';
import { POINT_ONLY } from './entry-dates.ts';
import { labelOf } from './entry-roles.ts';
import { isDegree, isSchoolName, placeScore, positionScore } from './evidence.ts';
import { partFormLabels } from './form-labels.ts';
import { type SectionKind, sectionOf } from './headings.ts';
import { hasLabelledDate } from './labelled-periods.ts';
import { joinMarginHeadings } from './margin-headings.ts';

export interface Section {
  /** `head` is what comes before the first heading. */
  kind: SectionKind | 'head';
  lines: TextLine[];
}

/** Kinds whose content is often on the same line as the heading. */
const INLINE = new Set<SectionKind>(['languages', 'licences', 'skills', 'other']);
/** Kinds of lists of entries. A label in the margin opens them, with the first entry on its line. */
const LISTS = new Set<SectionKind>(['jobs', 'career', 'school', 'education', 'courses', 'profile']);
const EDUCATIONS = new Set<Section['kind']>(['school', 'education', 'career']);
/** In points, in a PDF. A margin of labels is at least this wide. */
const MINIMUM_MARGIN_WIDTH = 5;
/** Forms begin their part about languages with this label instead of a heading. */
const MOTHER_TONGUE = /^(?:muttersprache|mother tongue)(?:\([ns]\)|n|s)?\s*:?(?:\s|$)/iu;

/** The end of a letter. The signature below it is about the person. */
const CLOSING =
  /^(?:mit (?:freundlichen|besten|herzlichen) gr(?:ü|ue)(?:ß|ss)en|(?:mit )?freundliche[mr]? gru(?:ß|ss)|freundliche gr(?:ü|ue)(?:ß|ss)e|hochachtungsvoll|(?:kind|best|warm) regards|yours (?:sincerely|faithfully)|sincerely)/iu;

/** A label to the left of a text, whose next lines are below it and have no label. */
interface Margin {
  lines: TextLine[];
  labelX: number;
  textX: number;
}

/**
 * Divides a CV by its headings. A heading with content on its line opens a section for that line, and for the lines that
 * go on below the content.
 */
export function toSections(source: readonly TextLine[]): Section[] {
  const lines = joinMarginHeadings(partFormLabels(source));
  const sections: Section[] = [{ kind: 'head', lines: [] }];
  let margin: Margin | undefined;
  /** A list that begins on the line of its label, until its second line. */
  let open: TextLine[] | undefined;
  let heading: { line: TextLine; kind: SectionKind } | undefined;
  const unknown = findUnknownHeadings(lines);
  for (const line of lines) {
    const kind = unknown.has(line) ? 'other' : headingOf(line);
    if (kind !== undefined && !(heading !== undefined && isBelow(line, kind, heading))) {
      sections.push({ kind, lines: [] });
      heading = { line, kind };
      margin = undefined;
      continue;
    }
    if (margin !== undefined && continues(line, margin)) {
      margin.lines.push(line);
      continue;
    }
    margin = undefined;
    const above = open?.at(-1);
    open = undefined;
    if (above !== undefined && goesOn(above, line)) {
      const [cell] = above.cells;
      above.cells = [{ ...cell!, text: `${cell!.text} ${lineText(line)}` }];
      continue;
    }
    if (line.startsColumn || CLOSING.test(lineText(line))) sections.push({ kind: 'head', lines: [] });
    const current = sections.at(-1)!;
    // In a list, "Qualification: …" is a part of an entry.
    const isPart = LISTS_OF_ENTRIES.has(current.kind as SectionKind) && isLabelOfEntry(line);
    const inline = isPart ? undefined : readInline(line);
    if (inline !== undefined && INLINE.has(inline.kind)) {
      const own = [inline.line];
      sections.push({ kind: inline.kind, lines: own });
      const [label, text] = line.cells;
      if (text !== undefined) margin = { lines: own, labelX: label!.x, textX: text.x };
      open = text === undefined ? own : undefined;
      // What follows belongs to the section before.
      sections.push({ kind: current.kind, lines: [] });
    } else if (inline !== undefined && line.cells.length > 1 && LISTS.has(inline.kind)) {
      sections.push({ kind: inline.kind, lines: [{ ...inline.line, hasGapBefore: true }] });
    } else if (current.kind !== 'languages' && MOTHER_TONGUE.test(lineText(line))) {
      sections.push({ kind: 'languages', lines: [line] });
    } else current.lines.push(line);
  }
  return withQualifications(sections.filter((section) => section.lines.length > 0));
}

/** So many periods beside a degree or a school show that qualifications are those of educations. */
const MINIMUM_DEGREES = 1;

/** Where no heading names education, a list of skills with periods beside degrees and schools is one of educations. */
function withQualifications(sections: readonly Section[]): Section[] {
  if (sections.some(({ kind }) => EDUCATIONS.has(kind))) return [...sections];
  return sections.map((section) => {
    if (section.kind !== 'skills') return section;
    const dated = section.lines.flatMap((line, index) =>
      !line.isBullet && findPeriods(lineText(line)).some(({ isPoint }) => !isPoint) ? [index] : [],
    );
    const isNamed = (index: number) =>
      section.lines
        .slice(Math.max(0, index - 1), index + 2)
        .some((line) => isDegree(lineText(line)) || isSchoolName(lineText(line)));
    const isList = dated.length >= MINIMUM_DEGREES && dated.filter(isNamed).length * 2 > dated.length;
    return isList ? { ...section, kind: 'education' } : section;
  });
}

/** So many headings must have a style, and be this part of the lines that have it, before a line with other words is one too. */
const MINIMUM_HEADINGS_OF_STYLE = 2;
const SHARE_OF_STYLE = 0.6;
/** Letters. */
const MAXIMUM_UNKNOWN_LENGTH = 50;
/** Lines below a heading in which the first entry of its list has its dates. */
const LINES_TO_FIRST_DATES = 4;

/** Headings in words that headings do not usually have: they look like the others, and dated entries follow. */
function findUnknownHeadings(lines: readonly TextLine[]): Set<TextLine> {
  const isHeading = lines.map((line) => headingOf(line) !== undefined);
  const styles = new Map<string, { known: number; others: number[] }>();
  const bodySize = mostUsedSize(lines);
  for (const [index, line] of lines.entries()) {
    // The first line is the name or "Lebenslauf", whatever it looks like.
    if (index === 0 && !isHeading[0]) continue;
    const style = styleOf(line, lines[index + 1], bodySize);
    const own = styles.get(style) ?? { known: 0, others: [] };
    styles.set(style, own);
    if (isHeading[index]) own.known += 1;
    else own.others.push(index);
  }
  const found = [...styles.values()]
    .filter(
      ({ known, others }) =>
        known >= MINIMUM_HEADINGS_OF_STYLE && known >= (known + others.length) * SHARE_OF_STYLE,
    )
    // A first entry below a heading shows that entries have this style too.
    .filter(({ others }) => !others.some((index) => isHeading[index - 1]))
    .flatMap(({ others }) => others);
  return new Set(
    found
      .filter((index) => canBeHeading(lines[index]!) && opensList(lines, index))
      .map((index) => lines[index]!),
  );
}

/** Whether a line is short and none of its words is one of titles or places. */
function canBeHeading(line: TextLine): boolean {
  const text = lineText(line);
  return (
    line.cells.length === 1 &&
    !line.isBullet &&
    text.length <= MAXIMUM_UNKNOWN_LENGTH &&
    !/[\d@]/.test(text) &&
    placeScore(text) <= 0 &&
    positionScore(text) <= 0
  );
}

function opensList(lines: readonly TextLine[], index: number): boolean {
  return lines
    .slice(index + 1, index + 1 + LINES_TO_FIRST_DATES)
    .some(
      (below) =>
        hasLabelledDate(below) ||
        findPeriods(lineText(below)).some(({ isPoint }) => !isPoint) ||
        below.cells.some(({ text }) => POINT_ONLY.test(text)),
    );
}

function mostUsedSize(lines: readonly TextLine[]): number {
  const counts = new Map<number, number>();
  for (const { size } of lines) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0] ?? 0;
}

/** Where no letters have a size, a heading can have space around it. */
function styleOf(line: TextLine, next: TextLine | undefined, bodySize: number): string {
  const text = lineText(line);
  // In each column, what is bold depends on the font that it uses most. Letters of another size need no font.
  const isBold = line.isBold && line.size === bodySize;
  const signs = [isBold, line.isHeading, text === text.toUpperCase(), text.endsWith(':')];
  const isApart = line.size === 0 && line.hasGapBefore && next?.hasGapBefore === true;
  return [Math.round(line.size * 2), isApart, ...signs].join(' ');
}

/** A heading can have a bullet for an ornament, if it looks like a heading in another way. */
function headingOf(line: TextLine): SectionKind | undefined {
  const text = lineText(line);
  const isMarked = line.isBold || line.isHeading || line.hasGapBefore || text === text.toUpperCase();
  return line.isBullet && !isMarked ? undefined : sectionOf(text);
}

const LISTS_OF_ENTRIES = new Set<SectionKind>(['jobs', 'career', 'school', 'education', 'courses']);
/** Words for parts of an entry: "Tools", "Achievements", "Training". */
const PARTS_OF_ENTRIES = new Set<SectionKind>(['skills', 'other', 'profile', 'courses', 'education', 'jobs']);
/** In points, in a PDF. Headings of one column begin near each other. */
const SAME_COLUMN_WIDTH = 60;
/** Part of the size of the heading above. Letters of smaller headings are of another level. */
const SMALLER = 0.9;

/** Whether a line in a list of entries only looks like a heading: its letters are smaller than those of the heading above. */
function isBelow(line: TextLine, kind: SectionKind, above: { line: TextLine; kind: SectionKind }): boolean {
  if (!LISTS_OF_ENTRIES.has(above.kind) || !PARTS_OF_ENTRIES.has(kind)) return false;
  const shift = line.cells[0]!.x - above.line.cells[0]!.x;
  if (shift < -SAME_COLUMN_WIDTH || shift > SAME_COLUMN_WIDTH) return false;
  const isShouted = (one: TextLine) => lineText(one) === lineText(one).toUpperCase();
  return (
    line.size < above.line.size * SMALLER ||
    (above.line.isHeading && !line.isHeading) ||
    (line.size === above.line.size && above.line.isBold && !line.isBold) ||
    (line.size === above.line.size && isShouted(above.line) && !isShouted(line))
  );
}

/** Whether a line goes on with a list that is broken at its end. */
function goesOn(above: TextLine, { cells, hasGapBefore, isBullet }: TextLine): boolean {
  const text = cells[0]!.text;
  const isBroken = /[,;(–-]$/u.test(lineText(above)) || /^[(,;–-]|^\p{Ll}/u.test(text);
  return isBroken && !hasGapBefore && !isBullet && cells.length === 1 && !text.includes(':');
}

function continues(line: TextLine, { labelX, textX }: Margin): boolean {
  const [first] = line.cells;
  return first !== undefined && first.x > labelX + MINIMUM_MARGIN_WIDTH && isSameColumn(first.x, textX);
}

/** Whether the label of a line says which part of an entry its text is. */
function isLabelOfEntry(line: TextLine): boolean {
  const labelled = labelOf(line);
  return labelled !== undefined && labelled.role !== 'description';
}

function readInline(line: TextLine): { kind: SectionKind; line: TextLine } | undefined {
  const [first, ...rest] = line.cells;
  if (first === undefined || line.isBullet || MOTHER_TONGUE.test(lineText(line))) return undefined;
  if (rest.length > 0) {
    const kind = sectionOf(first.text);
    return kind && { kind, line: { ...line, cells: rest } };
  }
  const colon = first.text.indexOf(':');
  const kind = colon > 0 ? sectionOf(first.text.slice(0, colon)) : undefined;
  const text = first.text.slice(colon + 1).trim();
  return kind !== undefined && text !== ''
    ? { kind, line: { ...line, cells: [{ x: first.x, text }] } }
    : undefined;
}
