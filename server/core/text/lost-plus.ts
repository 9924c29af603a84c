/**
 * A German mobile number in the international form without its +, which spreadsheets drop. It would be read as one of the town with the
 * area code 0491. A number there has fewer digits.
 */
const LOST_PLUS = /^\s*(49[ /-]?1[567](?:[ /-]?\d){8,9})\s*$/;

/** The number as it was before a spreadsheet dropped its +. Other numbers are unchanged. */
export function withPlus(number: string): string {
  return number.replace(LOST_PLUS, '+$1');
}
