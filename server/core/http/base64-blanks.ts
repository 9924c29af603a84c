/** A blank between two characters of Base64. Blanks beside a line break, and those at both ends, do no harm. */
export const BLANK_WITHIN = /\S[^\S\r\n]+\S/;

export function blankMessage(property: string): string {
  return `${property} has spaces between its Base64 characters. In most cases, each was a + that a form turned into a space. Encode the form field with encodeURIComponent, or replace the spaces with +.`;
}
