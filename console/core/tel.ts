/** A number as people write it, up to what is no part of it, such as an extension or a remark. */
const NUMBER = /\+?[\d\s()[\]/.‐-―−-]*\d/u;
/** The zero that is dialed only within the country: +49 (0)30. */
const OPTIONAL_ZERO = /[([]\s*0\s*[)\]]/u;
/** The same zero without parentheses, after a country whose numbers never begin with it. In Italy, they do. */
const TRUNK_ZERO = /^(\+(?:49|43|41))0/;

/** The address that dials a number. Devices dial every digit of what is shown, and "+49 (0)30" with its zero reaches nobody. */
export function telOf(text: string): string {
  const [written = ''] = NUMBER.exec(text.replaceAll(/\p{Cf}/gu, '')) ?? [];
  const international = written.replace(/^00/, '+');
  const isAbroad = international.startsWith('+');
  const digits = (isAbroad ? international.replace(OPTIONAL_ZERO, '') : international).replaceAll(
    /[^\d+]/g,
    '',
  );
  return `tel:${digits.replace(TRUNK_ZERO, '$1')}`;
}
