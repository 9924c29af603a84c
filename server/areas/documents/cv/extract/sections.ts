import { lineText, type TextLine } from '../text/lines.ts';
import { type SectionKind, sectionOf } from './headings.ts';

export interface Section {
  /** `head` is what comes before the first heading. */
  kind: SectionKind | 'head';
  lines: TextLine[];
}

/** Kinds whose content is often on the same line as the heading. */
const INLINE = new Set<SectionKind>(['languages', 'licences', 'skills', 'other']);

/** Divides a CV by its headings. A heading with content on its line opens a section for that line only. */
export function toSections(lines: readonly TextLine[]): Section[] {
  const sections: Section[] = [{ kind: 'head', lines: [] }];
  for (const line of lines) {
    const [first, ...rest] = line.cells;
    const kind = line.isBullet ? undefined : sectionOf(lineText(line));
    if (kind !== undefined) {
      sections.push({ kind, lines: [] });
      continue;
    }
    const current = sections.at(-1)!;
    const inline = readInline(line);
    if (inline !== undefined && INLINE.has(inline.kind)) {
      sections.push({ kind: inline.kind, lines: [inline.line] });
      // What follows belongs to the section before.
      sections.push({ kind: current.kind, lines: [] });
      continue;
    }
    if (rest.length > 0 && first !== undefined && !line.isBullet) {
      const opened = sectionOf(first.text);
      if (opened !== undefined && opened !== 'contact' && opened !== 'personal' && !INLINE.has(opened)) {
        sections.push({ kind: opened, lines: [{ ...line, cells: rest, hasGapBefore: true }] });
        continue;
      }
    }
    current.lines.push(line);
  }
  return sections.filter((section) => section.lines.length > 0);
}

function readInline(line: TextLine): { kind: SectionKind; line: TextLine } | undefined {
  const [first, ...rest] = line.cells;
  if (first === undefined) return undefined;
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
