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
 * `Mozilla/5.0 (<customerName>)`, which the service wants with every call. The name must have no spaces and no
 * umlauts: "Müller & Söhne GmbH" becomes "Mueller-und-Soehne-GmbH". Throws a TypeError for what has no such form.
 */
export function toUserAgent(customerName: string): string {
  const name = customerName
    .trim()
    // Composed first: some systems write ü as u and a combining mark.
    .normalize('NFC')
    .replaceAll(/[ÄÖÜäöüßẞÆæØøŁł&]/g, (letter) => TRANSLITERATED[letter]!)
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/\s+/g, '-');
  if (!/^[A-Za-z0-9._+-]+$/.test(name)) {
    throw new TypeError(
      `customerName must be the name of your company in Latin letters, digits, dots and hyphens, for example ` +
        `"Muster-Personal-GmbH"; it goes into the User-Agent of every call. Got ${JSON.stringify(customerName)}.`,
    );
  }
  return `Mozilla/5.0 (${name})`;
}
