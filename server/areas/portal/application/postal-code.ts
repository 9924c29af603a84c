/** The countries whose postal codes are checked. */
export type PostalCodeRule = 'germany' | 'austria' | 'switzerland' | 'other';

const RULES: Readonly<Record<string, PostalCodeRule>> = { 276: 'germany', 40: 'austria', 756: 'switzerland' };

/** The rule for postal codes in the country with this id. */
export function postalCodeRule(countryId: string | undefined): PostalCodeRule {
  return RULES[countryId?.trim() ?? ''] ?? 'other';
}
