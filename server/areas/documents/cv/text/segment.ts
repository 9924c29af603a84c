// The text of a PDF page as pieces at places.

/** Text at a place on a page. All numbers are in points (1/72 inch); y grows upwards, as in PDF. */
export interface Segment {
  x: number;
  /** Where the text ends on the right. */
  end: number;
  y: number;
  /** Height of the letters. */
  size: number;
  font: string;
  /** The font at the end of the text, if it is another one. */
  lastFont?: string;
  text: string;
  /** From 1. */
  page?: number;
  /** The text cut where its font changes between two words. */
  parts?: string[];
}

/** Segments on one baseline, from left to right. */
export interface Row {
  y: number;
  segments: Segment[];
}
