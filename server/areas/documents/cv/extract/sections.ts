import { lineText, type TextLine } from '../text/lines.ts';
import { type SectionKind, sectionOf } from './headings.ts';

export interface Section {
  /** `head` is what comes before the first heading. */
  kind: SectionKind | 'head';
  lines: TextLine[];
}

/** Kinds whose content is often on the same line as the heading. */
const INLINE = new Set<SectionKind>(['languages', 'licences', 'skills', 'other']);
/** Kinds of lists of entries. A label in the margin opens them, with the first entry on its line. */
const LISTS = new Set<SectionKind>(['jobs', 'career', 'school', 'education', 'courses', 'profile']);
/** In points, in a PDF. Cells of one column begin at the same x except for rounding. */
const SAME_COLUMN_TOLERANCE = 3;
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
export function toSections(lines: readonly TextLine[]): Section[] {
  const sections: Section[] = [{ kind: 'head', lines: [] }];
  let margin: Margin | undefined;
  let heading: { line: TextLine; kind: SectionKind } | undefined;
  for (const line of lines) {
    const kind = headingOf(line);
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
    if (line.startsColumn || CLOSING.test(lineText(line))) sections.push({ kind: 'head', lines: [] });
    const current = sections.at(-1)!;
    const inline = readInline(line);
    if (inline !== undefined && INLINE.has(inline.kind)) {
      const own = [inline.line];
      sections.push({ kind: inline.kind, lines: own });
      const [label, text] = line.cells;
      if (text !== undefined) margin = { lines: own, labelX: label!.x, textX: text.x };
      // What follows belongs to the section before.
      sections.push({ kind: current.kind, lines: [] });
    } else if (inline !== undefined && line.cells.length > 1 && LISTS.has(inline.kind)) {
      sections.push({ kind: inline.kind, lines: [{ ...inline.line, hasGapBefore: true }] });
    } else if (current.kind !== 'languages' && MOTHER_TONGUE.test(lineText(line))) {
      sections.push({ kind: 'languages', lines: [line] });
    } else current.lines.push(line);
  }
  return sections.filter((section) => section.lines.length > 0);
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

function continues(line: TextLine, { labelX, textX }: Margin): boolean {
  const [first] = line.cells;
  return (
    first !== undefined &&
    first.x > labelX + MINIMUM_MARGIN_WIDTH &&
    Math.abs(first.x - textX) < SAME_COLUMN_TOLERANCE
  );
}

function readInline(line: TextLine): { kind: SectionKind; line: TextLine } | undefined {
  const [first, ...rest] = line.cells;
  if (first === undefined || line.isBullet) return undefined;
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
