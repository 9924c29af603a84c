import type { TextLine } from '../areas/documents/cv/text/lines.ts';

/** A line of a CV that nothing sets apart, without its cells. */
export const PLAIN_LINE = {
  size: 10,
  isBold: false,
  isBullet: false,
  hasGapBefore: false,
  isHeading: false,
} as const satisfies Omit<TextLine, 'cells'>;
