import { toFirstDay, toLastDay } from '../extract/date-points.ts';
import { type FoundPeriod, findPeriods } from '../extract/dates.ts';
import type { CvPeriod } from '../extract/facts.ts';
import { withoutLetter } from '../extract/letter.ts';
import type { Section } from '../extract/sections.ts';
import { toSections } from '../extract/sections.ts';
import { lineText, type TextLine } from '../text/lines.ts';
import { toWords } from '../words.ts';

/** A line as values are looked up in it. */
export interface ReadLine {
  line: TextLine;
  /** From 0. */
  index: number;
  text: string;
  words: string;
  digits: string;
  /** The section that it is in. Headings have none. */
  section: Section['kind'] | undefined;
  periods: readonly LinePeriod[];
}

interface LinePeriod extends CvPeriod {
  isCurrent: boolean;
  isPoint: boolean;
  start: number;
  end: number;
}

/** Dates are at the beginning of a line, or at its end. In a longer text they are part of a sentence. */
const MAXIMUM_DATED_LENGTH = 400;

/** The lines of a CV, with what is needed to look values up. */
export function toReadLines(lines: readonly TextLine[]): ReadLine[] {
  const numbered = lines.map((line, index): TextLine => ({ ...line, number: index + 1 }));
  const kinds = new Map<number, Section['kind']>();
  for (const { kind, lines: own } of toSections(withoutLetter(numbered)))
    for (const { number } of own) if (number !== undefined) kinds.set(number, kind);
  return numbered.map((line, index) => {
    const text = lineText(line);
    return {
      line,
      index,
      text,
      words: toWords(text),
      digits: text.replaceAll(/\D/g, ''),
      section: kinds.get(index + 1),
      periods: text.length > MAXIMUM_DATED_LENGTH ? [] : findPeriods(text).map(toLinePeriod),
    };
  });
}

function toLinePeriod({ from, until, isCurrent, isPoint, start, end }: FoundPeriod): LinePeriod {
  return {
    fromDate: from && toFirstDay(from),
    untilDate: until && toLastDay(until),
    isCurrent,
    isPoint,
    start,
    end,
  };
}
