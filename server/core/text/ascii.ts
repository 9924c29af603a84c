import anyAscii from 'any-ascii';

const UMLAUTS: Readonly<Record<string, string>> = { Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * Converts text of any script to ASCII. Umlauts are spelled out as is usual in German: Müller becomes Mueller. Every other
 * letter becomes its nearest Latin letters.
 */
export function toAscii(text: string): string {
  // Normalize first: some systems write ü as u and a combining mark.
  return anyAscii(text.normalize('NFC').replaceAll(/[ÄÖÜäöü]/g, (letter) => UMLAUTS[letter]!));
}
