import anyAscii from 'any-ascii';

const UMLAUTS: Readonly<Record<string, string>> = { Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * Text in ASCII. Umlauts are spelled out, as German does where it has none: Müller becomes Mueller. Every other letter
 * becomes its nearest Latin ones, in any script.
 */
export function toAscii(text: string): string {
  // Composed first: some systems write ü as u and a combining mark.
  return anyAscii(text.normalize('NFC').replaceAll(/[ÄÖÜäöü]/g, (letter) => UMLAUTS[letter]!));
}
