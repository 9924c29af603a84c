/** The letters and digits of a text in lower case, without accents, with a space between words and at both ends. */
export function toWords(text: string): string {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return ` ${folded.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}
