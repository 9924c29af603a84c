// Matches product/version anywhere in the header (RFC 9110 section 10.1.5). Browsers and HTTP libraries send one.
const PRODUCT = /(^|\s)[!#$%&'*+\-.^_`|~0-9A-Za-z]+\/[^\s()]+/;

export function hasProductUserAgent(userAgent: string | undefined): boolean {
  return PRODUCT.test(userAgent ?? '');
}
