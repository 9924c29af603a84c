const TRANSLITERATED: Readonly<Record<string, string>> = {
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ẞ: 'SS',
  Æ: 'Ae',
  æ: 'ae',
  Ø: 'Oe',
  ø: 'oe',
  Ł: 'L',
  ł: 'l',
  '&': 'und',
};

/**
 * `Mozilla/5.0 (<customerName>)`, which the service requires with every call. The name must not contain spaces or
 * umlauts: "Müller & Söhne GmbH" becomes "Mueller-und-Soehne-GmbH". Throws a TypeError if the name cannot be converted.
 */
export function toUserAgent(customerName: string): string {
  const name = customerName
    .trim()
    // Compose first, because some systems write ü as u with a combining mark.
    .normalize('NFC')
    .replaceAll(/[ÄÖÜäöüßẞÆæØøŁł&]/g, (letter) => TRANSLITERATED[letter]!)
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/\s+/g, '-');
  if (!/^[A-Za-z0-9._+-]+$/.test(name)) {
    throw new TypeError(
      `customerName must be the name of your company in Latin letters, digits, dots and hyphens, such as ` +
        `"Muster-Personal-GmbH". It is sent as the User-Agent of every call. Got ${JSON.stringify(customerName)}.`,
    );
  }
  return `Mozilla/5.0 (${name})`;
}
