/**
 * Codes of ISO 4217 that the runtime does not list, because no country pays with them every day: units of account, metals, what is
 * reserved for tests, and what the data of an older runtime does not have yet.
 */
const UNLISTED = [
  ...['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW'],
  ...['SLE', 'VED', 'XAD', 'XCG', 'ZWG'],
  ...['XAG', 'XAU', 'XPD', 'XPT'],
  ...['XBA', 'XBB', 'XBC', 'XBD', 'XDR', 'XSU', 'XUA'],
  ...['XTS', 'XXX'],
];

const CODES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...UNLISTED]);

/** Whether a text is a code of ISO 4217, such as EUR. */
export function isCurrency(text: string): boolean {
  return CODES.has(text);
}
