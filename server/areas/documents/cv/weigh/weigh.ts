import { truncate } from '../../../../core/text/truncate.ts';
import type { CvCatalogs } from '../extract/extract.ts';
import type { CvFacts } from '../extract/facts.ts';
import { findDocumentDate } from '../extract/letter.ts';
import { lineText, type TextLine } from '../text/lines.ts';
import { MAXIMUM_LINE, type ValueSource, type WeighedValue } from '../values.ts';
import { confidenceOf } from './confidence.ts';
import { gatherEvidence } from './evidence.ts';
import type { ReadLine } from './page-text.ts';

/**
 * The highest confidence of a value that was recognized in a picture: nothing about its letters shows that they are right.
 * docs/adr/0028-scans-and-pictures.md has the measurement.
 */
const RECOGNIZED_CONFIDENCE = 0.9;

/** How sure each value of a CV is, and in which lines it is. */
export function weighFacts(facts: CvFacts, lines: readonly TextLine[], catalogs: CvCatalogs): WeighedValue[] {
  const { evidence, lines: read } = gatherEvidence(facts, lines, catalogs);
  const hasRecognized = lines.some(({ isRecognized }) => isRecognized);
  return evidence.map(({ property, index, signals, lines: own }) => {
    const isRecognized = own.length === 0 ? hasRecognized : own.some((at) => read[at]!.line.isRecognized);
    const confidence = confidenceOf(property, signals);
    return {
      property,
      index,
      confidence: isRecognized ? Math.min(confidence, RECOGNIZED_CONFIDENCE) : confidence,
      sources: own.map((at) => toSource(read[at]!)),
    };
  });
}

/** The line that has the date of the document. */
export function findDateSource(lines: readonly TextLine[]): ValueSource | undefined {
  const line = findDocumentDate(lines)?.line;
  return line && toSource({ line, index: lines.indexOf(line), text: lineText(line) });
}

function toSource({ line, index, text }: Pick<ReadLine, 'line' | 'index' | 'text'>): ValueSource {
  return {
    page: line.page ?? null,
    line: index + 1,
    text: truncate(text, MAXIMUM_LINE).toWellFormed().replaceAll('\0', ''),
    rectangle: line.rectangle ?? null,
  };
}
